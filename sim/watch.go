package sim

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
)

// lookEvery is the poll interval of Watch: too short for a person to notice.
const lookEvery = 100 * time.Millisecond

// Watch calls run, and again whenever a file in a directory or below it was
// saved, also while run ran, until ctx ends or run returns an error. It looks at
// the files' sizes and times: a folder of HDL is small, and that works on every
// system and for every editor, over a network too. Hidden files are passed over.
func Watch(ctx context.Context, dir string, run func() error) error {
	if _, err := os.Stat(dir); err != nil {
		return err
	}
	for {
		before, err := state(dir)
		if err != nil {
			return err
		}
		if err := run(); err != nil {
			return err
		}
		if err := saved(ctx, dir, before); err != nil {
			return err
		}
	}
}

// saved waits until the files in a directory are other than they were, and no
// longer change: an editor may still be writing. A directory that is gone is waited
// for: another version of it may be on its way.
func saved(ctx context.Context, dir, before string) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for last := before; ; {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
		now, err := state(dir)
		if err != nil {
			return err
		}
		if now != before && now == last && now != gone {
			return nil
		}
		last = now
	}
}

// gone is the state of a directory that is not there.
const gone = "gone"

// state tells one state of the files in a directory from another.
func state(dir string) (string, error) {
	var all strings.Builder
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if name == "." || err != nil {
			return err
		}
		if strings.HasPrefix(d.Name(), ".") {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return nil // it is gone meanwhile
		}
		fmt.Fprintf(&all, "%q %d %d\n", name, info.Size(), info.ModTime().UnixNano())
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return gone, nil
	}
	return all.String(), err
}
