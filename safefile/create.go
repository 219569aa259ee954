package safefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/loopline/loopline/internal/vfs"
)

// File is a file that is written completely or not at all: it gets its name, or
// replaces the file that has it, when Finish is called without an error. Otherwise it
// leaves nothing. Pipes and devices are written directly.
type File struct {
	*os.File
	kind  FileType
	name  string // as the user wrote it
	path  string // after symbolic links; empty for a pipe or a device
	mode  os.FileMode
	force bool
}

// replaces is the remedy for a file that a command would replace.
const replaces = "name another file, or replace it with --force"

// Create begins a file. One that is there must be of the same kind, or empty,
// unless force is set; a directory, a device and a socket are refused all the
// same. The caller calls Finish.
func Create(name string, k FileType, force bool) (*File, error) {
	if force {
		k.Match = func(string) bool { return true }
	}
	f := &File{kind: k, name: name, path: name, mode: 0o644, force: force}
	info, err := k.checkType(vfs.OS, name, replaces)
	if err != nil {
		return nil, err
	}
	if info != nil && !info.Mode().IsRegular() {
		f.path = ""
		stream, err := open(vfs.OS, name, streamFlags)
		if err != nil {
			return nil, k.unopened(name, err)
		}
		f.File = stream.(vfs.OSFile).File
		return f, nil
	}
	if info != nil {
		f.mode = info.Mode().Perm()
		if f.path, err = f.writable(); err != nil {
			return nil, err
		}
	}
	f.File, err = os.CreateTemp(filepath.Dir(f.path), filepath.Base(f.path)+".*.part")
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", k.Name, name, err)
	}
	return f, nil
}

// writable wants a file that is to be replaced to be one that could be written,
// and returns its path behind symbolic links.
func (f *File) writable() (string, error) {
	old, err := os.OpenFile(f.name, os.O_WRONLY, 0)
	if err == nil {
		err = old.Close()
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", f.kind.Name, err)
	}
	return filepath.EvalSymlinks(f.name)
}

// Finish gives the file its name if err is nil, and else removes it. It returns
// the first error. The file is judged once more: it may have been made
// meanwhile.
func (f *File) Finish(err error) error {
	err = errors.Join(err, f.Close())
	if f.path == "" {
		return err
	}
	if err == nil {
		_, err = f.kind.checkType(vfs.OS, f.path, replaces)
	}
	if err == nil {
		err = os.Chmod(f.File.Name(), f.mode)
	}
	if err == nil {
		err = os.Rename(f.File.Name(), f.path)
	}
	if err != nil {
		_ = os.Remove(f.File.Name())
	}
	return err
}

// errDiscarded makes Finish discard a file.
var errDiscarded = errors.New("discarded")

// Discard gives the file up.
func (f *File) Discard() { _ = f.Finish(errDiscarded) }

// Write writes a whole file.
func Write(name string, k FileType, force bool, text []byte) error {
	f, err := Create(name, k, force)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return f.Finish(err)
}

// Check reports whether Create would refuse a file, without making it: for one
// that another program writes.
func Check(name string, k FileType, force bool) error {
	if force {
		k.Match = func(string) bool { return true }
	}
	_, err := k.checkType(vfs.OS, name, replaces)
	return err
}

var _ io.Writer = (*File)(nil)
