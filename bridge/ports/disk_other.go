//go:build !linux

package ports

// freeSpace isn't known here.
func freeSpace(string) (free uint64, known bool) { return 0, false }
