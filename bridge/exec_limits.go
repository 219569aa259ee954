package bridge

// ExecLimits bound one player process and what it starts. Zero means the
// default, a negative number no limit. A limit that is stricter already stays.
type ExecLimits struct {
	// Memory is the data a process may hold in bytes. None by default: what
	// counts as data is more than what is used, by far in some runtimes.
	Memory int64

	// Processes is the number of processes and threads that the user, not the
	// player, may have; the system counts them so. 16384 by default. The
	// system does not apply it to root.
	Processes int64

	// Files is the number of files a process may have open, 1024 by default.
	Files int64

	// CPU is the processor time of a process in seconds. None by default.
	CPU int64
}

const (
	defaultProcesses = 16384
	defaultFiles     = 1024
)

// orDefault resolves zero to the default.
func orDefault(limit, otherwise int64) int64 {
	if limit == 0 {
		return otherwise
	}
	return limit
}
