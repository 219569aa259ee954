//go:build !windows

package durable

import (
	"errors"
	"os"
)

// SyncFolder has the names of a folder's files on the disk when it returns.
func SyncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
