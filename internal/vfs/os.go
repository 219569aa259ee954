package vfs

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/loopline/loopline/internal/filelock"
)

// OS is the file system of the machine.
var OS FS = system{}

type system struct{}

// OSFile is a file of [OS].
type OSFile struct{ *os.File }

func (system) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	return opened(os.OpenFile(name, flag, perm))
}

func (system) OpenDir(name string) (File, error) { return opened(filelock.OpenDir(name)) }

func opened(f *os.File, err error) (File, error) {
	if err != nil {
		return nil, err
	}
	return OSFile{f}, nil
}

func (system) Stat(name string) (fs.FileInfo, error)        { return os.Stat(name) }
func (system) Lstat(name string) (fs.FileInfo, error)       { return os.Lstat(name) }
func (system) ReadDir(name string) ([]fs.DirEntry, error)   { return os.ReadDir(name) }
func (system) MkdirAll(name string, perm fs.FileMode) error { return os.MkdirAll(name, perm) }

func (system) SyncDir(name string) error {
	if !foldersSync {
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil // a file system that knows no such thing
	}
	return errors.Join(err, f.Close())
}

// SyncData brings data and length to the disk.
func (f OSFile) SyncData() error { return syncData(f.File) }

// TryLock takes the lock of the file.
func (f OSFile) TryLock() error { return filelock.Try(f.File) }

// Unlock gives the lock back.
func (f OSFile) Unlock() error { return filelock.Unlock(f.File) }

// LockHolder describes the holder of the lock; see filelock.Holder.
func (f OSFile) LockHolder() string { return filelock.Holder(f.File) }
