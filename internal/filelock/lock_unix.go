//go:build unix

package filelock

import (
	"errors"
	"os"
	"syscall"
)

// ErrHeld says that another program has the lock.
var ErrHeld = errors.New("another program has it")

// Try takes the lock of an open file, or of an open folder, without waiting. It returns
// ErrHeld if another process has it. Closing the file releases the lock.
func Try(f *os.File) error {
	err := flock(f, syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return ErrHeld
	}
	return err
}

// Unlock gives the lock back.
func Unlock(f *os.File) error { return flock(f, syscall.LOCK_UN) }

func flock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how); err != syscall.EINTR {
			return err
		}
	}
}

// OpenDir opens a folder to be locked.
func OpenDir(dir string) (*os.File, error) { return os.Open(dir) }
