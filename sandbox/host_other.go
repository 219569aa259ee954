//go:build !linux

package sandbox

import "errors"

// HideProcess says that this system has no such thing.
func HideProcess() error { return errors.ErrUnsupported }

// closeOnExec does nothing: Go passes no file on but those that are named.
func closeOnExec() {}

// Raise does nothing: the host and its programs have one priority.
func Raise() {}
