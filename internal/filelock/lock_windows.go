package filelock

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// ErrHeld says that another program has the lock.
var ErrHeld = errors.New("another program has it")

// beyond is the byte that is locked, far after the end of any file: a Windows lock
// keeps other processes from reading the bytes that it covers.
var beyond = windows.Overlapped{OffsetHigh: 1 << 30}

// Try takes the lock of an open file without waiting. It returns ErrHeld if another
// process has it. Closing the file releases the lock.
func Try(f *os.File) error {
	err := lock(f, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return ErrHeld
	}
	return err
}

func lock(f *os.File, flags uint32) error {
	at := beyond
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &at)
}

// Unlock gives the lock back.
func Unlock(f *os.File) error {
	at := beyond
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &at)
}

// OpenDir opens a file in a folder that stands for it: folders cannot be locked
// here.
func OpenDir(dir string) (*os.File, error) {
	return os.OpenFile(filepath.Join(dir, ".lock"), os.O_RDWR|os.O_CREATE, 0o644)
}
