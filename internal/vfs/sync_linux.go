package vfs

import (
	"os"
	"syscall"
)

// syncData brings a file's data and length to the disk, not its times.
func syncData(f *os.File) error {
	return retryInterrupted(func() error {
		return syscall.Fdatasync(int(f.Fd()))
	})
}

func retryInterrupted(f func() error) error {
	for {
		if err := f(); err != syscall.EINTR {
			return err
		}
	}
}
