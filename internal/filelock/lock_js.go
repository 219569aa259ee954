package filelock

import (
	"errors"
	"os"
)

// ErrHeld says that another program has the lock.
var ErrHeld = errors.New("another program has it")

// Try fails: a page in a browser has no files.
func Try(*os.File) error { return errors.ErrUnsupported }

// Unlock does nothing: no lock was taken.
func Unlock(*os.File) error { return nil }

// OpenDir fails: a page in a browser has no folders.
func OpenDir(string) (*os.File, error) { return nil, errors.ErrUnsupported }
