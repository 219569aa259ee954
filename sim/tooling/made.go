package tooling

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/loopline/loopline/sandbox"
)

// Limits of what tools leave behind, by which a design might take the memory of
// the host.
const (
	maxMadeFiles = 20_000
	maxMadeBytes = 1 << 30 // of all files of a folder
	MaxMadeFile  = 256 << 20
	MaxModel     = sandbox.MaxModel
)

// MadeFolder is a folder that a tool could write to. Whatever is in it, only
// files are read, within limits, and no link is followed.
type MadeFolder struct {
	root  *os.Root
	Names []string // of its files, sorted
	bytes int64
}

// OpenMade opens a folder that a tool wrote to. The caller closes it.
func OpenMade(dir string) (*MadeFolder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	m := &MadeFolder{root: root}
	if err := m.list(); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return m, nil
}

// Close closes the folder.
func (m *MadeFolder) Close() error { return m.root.Close() }

// list looks what is there.
func (m *MadeFolder) list() error {
	dir, err := m.root.Open(".")
	if err != nil {
		return err
	}
	defer dir.Close()
	for {
		const some = 256
		entries, err := dir.ReadDir(some)
		for _, e := range entries {
			if !e.Type().IsRegular() {
				return fmt.Errorf("the build left %s, which is not a regular file", ShownName(e.Name()))
			}
			if m.Names = append(m.Names, e.Name()); len(m.Names) > maxMadeFiles {
				return fmt.Errorf("the build left more than %d files", maxMadeFiles)
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			slices.Sort(m.Names)
			return nil
		case err != nil:
			return err
		}
	}
}

// Read reads one of its files.
func (m *MadeFolder) Read(name string) ([]byte, error) {
	text, err := readMade(m.root, name, MaxMadeFile)
	if m.bytes += int64(len(text)); err == nil && m.bytes > maxMadeBytes {
		return nil, fmt.Errorf("the build left more than %d MiB", maxMadeBytes>>20)
	}
	return text, err
}

// readMade reads at most the given number of bytes of a file in a folder that a tool
// could write to.
func readMade(root *os.Root, name string, most int64) ([]byte, error) {
	f, err := OpenRegular(root, name, "the build")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("the build left %s, which has more than %d MiB", ShownName(name), most>>20)
	}
	return text, err
}

// OpenRegular opens a file, and nothing else; who left it there is named in the error.
func OpenRegular(root *os.Root, name, who string) (*os.File, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if info.Mode().IsRegular() {
		f, err := root.OpenFile(name, os.O_RDONLY|WithoutWaiting, 0)
		if err != nil {
			return nil, err
		}
		if info, err = f.Stat(); err == nil && info.Mode().IsRegular() {
			return f, nil
		}
		f.Close()
	}
	return nil, fmt.Errorf("%s left %s, which is not a regular file: %w", who, ShownName(name), fs.ErrInvalid)
}

// ReadMadeIn is readMade for a folder by its path.
func ReadMadeIn(dir, name string, most int64) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return readMade(root, name, most)
}

// TakeOut takes a file that a tool has made out of the folder that it could write
// to: there it may be anything.
func TakeOut(dir, name string, most int64) error {
	root, err := os.OpenRoot(filepath.Join(dir, OutDir))
	if err != nil {
		return err
	}
	defer root.Close()
	f, err := OpenRegular(root, name, "the build")
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && info.Size() > most {
		err = fmt.Errorf("the build left %s, which has more than %d MiB", name, most>>20)
	}
	if err != nil {
		return err
	}
	return os.Rename(filepath.Join(dir, OutDir, name), filepath.Join(dir, name))
}
