// Package vfs is the part of a file system that contest days and records are kept
// on, as an interface: what they really use of one, and no more. [OS] is the system's
// own. Another one may tear, lose and reorder what was not synced, as a machine does
// whose power fails: internal/vfs/simfs.
package vfs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// FS is a file system. Its methods may be called concurrently; their errors are those
// of package os.
type FS interface {
	// OpenFile is os.OpenFile.
	OpenFile(name string, flag int, perm fs.FileMode) (File, error)

	// OpenDir opens a folder to be locked.
	OpenDir(name string) (File, error)

	// Stat is os.Stat, Lstat is os.Lstat, ReadDir is os.ReadDir.
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)

	// MkdirAll is os.MkdirAll.
	MkdirAll(name string, perm fs.FileMode) error

	// SyncDir brings the names in a folder to the disk: until then a file that was
	// made in it may be gone after a loss of power, whatever was synced of the file.
	// Where a system has no such thing it does nothing.
	SyncDir(name string) error
}

// File is an open file.
type File interface {
	io.ReadWriteCloser
	io.ReaderAt
	io.WriterAt

	// Name is the path with which it was opened.
	Name() string
	Stat() (fs.FileInfo, error)
	Truncate(size int64) error

	// Sync brings the file to the disk. SyncData does so with its data and length,
	// and may leave its times.
	Sync() error
	SyncData() error

	// TryLock takes the lock of the file without waiting. It returns a filelock.ErrHeld
	// if another process has it. Closing the file, and the end of the process, release
	// it. LockHolder describes the holder; it is empty if that isn't known.
	TryLock() error
	Unlock() error
	LockHolder() string
}

// MakeDirs makes a folder and those above it, one after the other, and brings the name
// of each to the disk before the next one is made. So of folders that are there, only the
// last one may be of a program that was stopped before that: its name is brought there
// too, where the folder above may be read.
func MakeDirs(files FS, name string) error {
	var missing []string
	there := filepath.Clean(name)
	for ; there != filepath.Dir(there); there = filepath.Dir(there) {
		if _, err := files.Stat(there); err == nil {
			break
		}
		missing = append(missing, there)
	}
	if err := files.SyncDir(filepath.Dir(there)); err != nil && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	for _, dir := range slices.Backward(missing) {
		if err := files.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := files.SyncDir(filepath.Dir(dir)); err != nil {
			return err
		}
	}
	return nil
}

// ReadFile is os.ReadFile.
func ReadFile(files FS, name string) ([]byte, error) {
	f, err := files.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
