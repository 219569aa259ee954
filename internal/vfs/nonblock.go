//go:build !js

package vfs

import "syscall"

// Nonblock opens a pipe without waiting for its writer.
const Nonblock = syscall.O_NONBLOCK
