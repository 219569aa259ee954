package desk

import (
	"context"
	"errors"
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

// removeTree is os.RemoveAll that no mode of a folder below keeps from removing.
func removeTree(name string) error {
	err := os.RemoveAll(name)
	if err == nil {
		return nil
	}
	for open := 1; open > 0; { // each round opens the folders that the one before could not read
		open = 0
		_ = filepath.WalkDir(name, func(at string, e os.DirEntry, err error) error {
			if info, wrong := os.Lstat(at); wrong == nil && info.IsDir() && info.Mode().Perm()&0o700 != 0o700 && os.Chmod(at, 0o700) == nil {
				open++
			}
			return nil
		})
		if err = os.RemoveAll(name); err == nil {
			return nil
		}
	}
	return err
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
