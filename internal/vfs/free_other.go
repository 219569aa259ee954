//go:build !linux

package vfs

// Free returns how many bytes this user can still write in a folder. It is not known here.
func Free(string) (free uint64, known bool) { return 0, false }
