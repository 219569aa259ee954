package tooling

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/loopline/loopline/internal/filelock"
)

// CacheVariable is the environment variable that says where models are kept.
const CacheVariable = "LOOPLINE_CACHE"

// CacheDir returns the directory in which models are kept: LOOPLINE_CACHE, or
// loopline in the user's directory for caches.
func CacheDir() string {
	if dir := os.Getenv(CacheVariable); dir != "" {
		return dir
	}
	if dir, err := os.UserCacheDir(); err == nil {
		return filepath.Join(dir, "loopline")
	}
	return filepath.Join(os.TempDir(), "loopline-"+strconv.Itoa(os.Getuid()))
}

// Cache keeps what was built, each thing in a directory of its own that is
// named after all that it was built from. A directory appears whole or not at
// all. Any number of processes may use a cache at once.
type Cache struct{ Dir string }

// maxAge is the time without use after which a model is removed.
const maxAge = 30 * 24 * time.Hour

// Entry returns the directory of the given key. If it is not there, or is not
// usable, make fills an empty directory, which then becomes it.
func (c Cache) Entry(
	ctx context.Context, key string, usable func(dir string) bool, build func(dir string) error,
) (string, error) {
	dir := filepath.Join(c.Dir, key)
	if usable(dir) {
		c.touch(dir)
		return dir, nil
	}
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return "", fmt.Errorf("%w; set %s to a directory that can be written", err, CacheVariable)
	}
	unlock, err := c.lock(ctx, key)
	if err != nil {
		return "", err
	}
	defer unlock()
	if usable(dir) { // another process has built it meanwhile
		return dir, nil
	}
	c.prune()
	work, err := os.MkdirTemp(c.Dir, "work-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	if err := build(work); err != nil {
		return "", err
	}
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := os.Rename(work, dir); err != nil && !usable(dir) {
		return "", err
	}
	return dir, nil
}

// lockWait bounds the wait for another process that builds the same model: a build may
// not take as long.
const lockWait = 15 * time.Minute

// lock waits until no other process builds the same.
func (c Cache) lock(ctx context.Context, key string) (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(c.Dir, key+".lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for began := time.Now(); ; {
		err := filelock.Try(f)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if !errors.Is(err, filelock.ErrHeld) {
			f.Close()
			return nil, fmt.Errorf("lock %s: %w", f.Name(), err)
		}
		if time.Since(began) > lockWait {
			err := &filelock.HeldError{File: f.Name(), Holder: filelock.Holder(f), Waited: lockWait}
			return nil, errors.Join(err, f.Close())
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// touch notes that an entry was used. If that fails it is built again some day.
func (c Cache) touch(dir string) {
	now := time.Now()
	_ = os.Chtimes(dir, now, now)
}

// prune removes models that were not used for maxAge and leftovers of builders that
// were killed. It ignores files that it can't remove.
func (c Cache) prune() {
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && time.Since(info.ModTime()) > maxAge {
			_ = os.RemoveAll(filepath.Join(c.Dir, e.Name()))
		}
	}
}
