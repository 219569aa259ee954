package desk

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/loopline/loopline/internal/say"
)

// build makes a version's program of its sources, and puts what was built in the place of the files. What
// the build writes comes as a tar, of which no more is unpacked than a version may have: nothing of it is
// on the contest's disk before.
func (d *Desk) build(ctx context.Context, files string, v *Version, command string, report io.Writer) (*os.Root, error) {
	files, err := filepath.Abs(files) // the build has a folder of its own
	if err != nil {
		return nil, err
	}
	folder := files + ".built"
	root, err := emptyFolder(folder)
	if err != nil {
		return nil, err
	}
	defer removeTree(folder)
	defer root.Close()
	tarred, write := io.Pipe()
	unpacked := make(chan error, 1)
	go func() { // ends with the pipe, which is closed below
		u := unpacker{root: root, left: d.sealed(), most: d.sealed(), names: map[string]entry{}, below: v.Base}
		err := u.enterBase()
		if err == nil {
			err = u.tarStream(tarred)
		}
		tarred.CloseWithError(errors.Join(errUnpacked, err))
		unpacked <- err
	}()
	err = d.Build(ctx, filepath.Join(files, filepath.FromSlash(v.Base)), command, write, report)
	write.CloseWithError(err)
	wrong := <-unpacked
	switch {
	case err != nil && !errors.Is(err, errUnpacked):
		return nil, say.Errorf("the build failed: %w", err)
	case wrong != nil:
		return nil, say.Errorf("what was built is not kept: %w", wrong)
	}
	if err := removeTree(files); err != nil {
		return nil, err
	}
	if err := os.Rename(folder, files); err != nil {
		return nil, err
	}
	return os.OpenRoot(files)
}

// errUnpacked ends the pipe of a tar of which nothing more is read.
var errUnpacked = errors.New("the tar is not read any more")

// emptyFolder makes a folder in the place of what was there.
func emptyFolder(name string) (*os.Root, error) {
	if err := removeTree(name); err != nil {
		return nil, err
	}
	if err := os.Mkdir(name, fileMode); err != nil {
		return nil, err
	}
	return os.OpenRoot(name)
}

// removeTree is os.RemoveAll that neither the mode of a folder below nor the depth keeps from removing: where that
// fails, what is in a folder of the tree is moved up before it is opened, so that no path is long and few files are open.
func removeTree(name string) error {
	err := os.RemoveAll(name)
	if err == nil {
		return nil
	}
	if info, wrong := os.Lstat(name); wrong != nil || !info.IsDir() {
		return err
	}
	if err := os.Chmod(name, ownerMode); err != nil {
		return err
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return err
	}
	defer root.Close()
	for r := (remover{root: root, prefix: rand.Text()}); ; {
		some, err := r.some(".")
		if err != nil {
			return err
		}
		if len(some) == 0 {
			return os.Remove(name)
		}
		for _, at := range some {
			if err := r.remove(at); err != nil {
				return err
			}
		}
	}
}

// ownerMode lets the owner of a folder take out what is in it.
const ownerMode = 0o700

// remover removes what is in a folder.
type remover struct {
	root   *os.Root
	prefix string // of the names that folders get when they are moved up, which nothing there begins with
	moved  int
}

// some lists some of what is in a folder; none if it is empty.
func (r *remover) some(folder string) ([]string, error) {
	f, err := r.root.Open(folder)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(4096)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return names, err
}

// gone removes a file, a link or an empty folder. Another folder is opened to its owner, and stays.
func (r *remover) gone(at string) (bool, error) {
	err := r.root.Remove(at)
	if err == nil {
		return true, nil
	}
	if info, wrong := r.root.Lstat(at); wrong != nil || !info.IsDir() {
		return false, err
	}
	return false, r.root.Chmod(at, ownerMode)
}

// remove removes what is at a name in the root, and moves the folders in it up to the root.
func (r *remover) remove(at string) error {
	for {
		if gone, err := r.gone(at); gone || err != nil {
			return err
		}
		some, err := r.some(at)
		if err != nil {
			return err
		}
		for _, name := range some {
			below := path.Join(at, name)
			gone, err := r.gone(below)
			if err == nil && !gone {
				r.moved++
				err = r.root.Rename(below, fmt.Sprint(r.prefix, r.moved))
			}
			if err != nil {
				return err
			}
		}
	}
}

// enterBase takes in the folder below which the tar is unpacked.
func (u *unpacker) enterBase() error {
	if u.below = path.Clean(u.below); u.below == "." {
		return nil
	}
	base := u.below
	u.below = "."
	defer func() { u.below = base }()
	return u.enter(base, true)
}
