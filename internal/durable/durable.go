// Package durable writes files that are there after a power cut, whole or not at all.
package durable

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/loopline/loopline/internal/vfs"
)

// Part ends the names of files that are being written: what is left of one after a kill
// may be removed.
const Part = ".part"

// Write writes a file, or replaces it. When it returns without an error the file and its
// name are on the disk; otherwise what had the name before is as it was. Two that write
// one name at once leave what one of them wrote.
func Write(name string, parts ...[]byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*"+Part)
	if err != nil {
		return err
	}
	for _, part := range parts {
		if err == nil {
			_, err = f.Write(part)
		}
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return err
	}
	return vfs.OS.SyncDir(filepath.Dir(name))
}
