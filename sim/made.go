package sim

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
	maxMadeFile  = 256 << 20
	maxModel     = sandbox.MaxModel
)

// madeFolder is a folder that a tool could write to. Whatever is in it, only
// files are read, within limits, and no link is followed.
type madeFolder struct {
	root  *os.Root
	names []string // of its files, sorted
	bytes int64
}

// openMade opens a folder that a tool wrote to. The caller closes it.
func openMade(dir string) (*madeFolder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	m := &madeFolder{root: root}
	if err := m.list(); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return m, nil
}

// Close closes the folder.
func (m *madeFolder) Close() error { return m.root.Close() }

// list looks what is there.
func (m *madeFolder) list() error {
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
				return fmt.Errorf("the build left %s, which is not a regular file", shownName(e.Name()))
			}
			if m.names = append(m.names, e.Name()); len(m.names) > maxMadeFiles {
				return fmt.Errorf("the build left more than %d files", maxMadeFiles)
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			slices.Sort(m.names)
			return nil
		case err != nil:
			return err
		}
	}
}

func (m *madeFolder) read(name string) ([]byte, error) {
	text, err := readMade(m.root, name, maxMadeFile)
	if m.bytes += int64(len(text)); err == nil && m.bytes > maxMadeBytes {
		return nil, fmt.Errorf("the build left more than %d MiB", maxMadeBytes>>20)
	}
	return text, err
}

// readMade reads at most the given number of bytes of a file in a folder that a tool
// could write to.
func readMade(root *os.Root, name string, most int64) ([]byte, error) {
	f, err := openRegular(root, name, "the build")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("the build left %s, which has more than %d MiB", shownName(name), most>>20)
	}
	return text, err
}

// openRegular opens a file, and nothing else; who left it there is named in the error.
func openRegular(root *os.Root, name, who string) (*os.File, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if info.Mode().IsRegular() {
		f, err := root.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
		if err != nil {
			return nil, err
		}
		if info, err = f.Stat(); err == nil && info.Mode().IsRegular() {
			return f, nil
		}
		f.Close()
	}
	return nil, fmt.Errorf("%s left %s, which is not a regular file: %w", who, shownName(name), fs.ErrInvalid)
}

// readMadeIn is readMade for a folder by its path.
func readMadeIn(dir, name string, most int64) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return readMade(root, name, most)
}

// takeOut takes a file that a tool has made out of the folder that it could write
// to: there it may be anything.
func takeOut(dir, name string, most int64) error {
	root, err := os.OpenRoot(filepath.Join(dir, outDir))
	if err != nil {
		return err
	}
	defer root.Close()
	f, err := openRegular(root, name, "the build")
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
	return os.Rename(filepath.Join(dir, outDir, name), filepath.Join(dir, name))
}
