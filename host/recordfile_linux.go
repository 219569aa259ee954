package host

import (
	"os"
	"syscall"
)

// lockFile takes the advisory lock that keeps two matches from one file. It
// ends with the process, however that ends.
func lockFile(f *os.File) error {
	return retryInterrupted(func() error {
		return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	})
}

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
