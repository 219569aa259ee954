//go:build !windows

package ports

import "syscall"

// filesLimit is how many files this program may open at most.
func filesLimit() uint64 {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) != nil {
		return viewers + spare // not known: there is nothing to tell
	}
	return l.Max
}
