package vfs

import "golang.org/x/sys/unix"

// Free returns how many bytes this user can still write in a folder; known is false where the system
// does not tell.
func Free(dir string) (free uint64, known bool) {
	var fs unix.Statfs_t
	if err := unix.Statfs(dir, &fs); err != nil || fs.Bsize <= 0 || fs.Blocks == 0 {
		return 0, false
	}
	return fs.Bavail * uint64(fs.Bsize), true
}
