//go:build !linux

package vfs

import "os"

// syncData brings a file to the disk: F_FULLFSYNC on macOS, FlushFileBuffers on
// Windows.
func syncData(f *os.File) error { return f.Sync() }
