package vfs

import (
	"errors"
	"runtime"
	"syscall"

	"github.com/loopline/loopline/internal/say"
)

// FullError reports that a disk is full. Nothing that was there is lost, and the same can be
// written again when there is space.
type FullError struct {
	File string
	Err  error // of the system
}

// Error names the file and the remedy.
func (e *FullError) Error() string { return e.Text().String() }

// Text implements say.Sayer.
func (e *FullError) Text() say.Text {
	return say.Format("%s: the disk is full: nothing is lost; make room", e.File)
}

// Unwrap returns the error of the system.
func (e *FullError) Unwrap() error { return e.Err }

// IsFull reports whether a write failed because a disk is full, or what its user may have of it.
func IsFull(err error) bool {
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		return false
	}
	if errno == syscall.ENOSPC || errno == syscall.EDQUOT {
		return true
	}
	return runtime.GOOS == "windows" && (errno == 39 || errno == 112) // ERROR_HANDLE_DISK_FULL, ERROR_DISK_FULL
}
