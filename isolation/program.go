package isolation

import (
	"os"
)

// Nice is how much lower than the host's the priority of a program is, so that
// the host comes first where there are fewer processors than work. Isolation.Raise
// says whose is moved.
const Nice = 5

// Limits bound a program and what it starts. Zero means the default, a negative
// number no limit. A limit of the system that is stricter already stays.
type Limits struct {
	// Memory is the data that one process may hold in bytes. None by default:
	// what counts as data is more than what is used, by far in some runtimes.
	Memory int64

	// Processes is the number of processes and threads that all of the program
	// may have, 1024 by default. Without isolation the system counts those of
	// the user instead, and root's not at all; 16384 is the default then.
	Processes int64

	// Files is the number of files that one process may have open, 1024 by
	// default.
	Files int64

	// CPU is the processor time of one process in seconds. None by default.
	CPU int64

	// DeepStack lets the stack grow as far as the user may let it, which is
	// more than what is usual: some compilers call themselves deeply. Linux
	// sets the limit back while a program is being loaded, so that this holds
	// with isolation alone.
	DeepStack bool

	// File is how long a file may get by being written to, in bytes. None by
	// default; it holds on Linux.
	File int64

	// Scratch is the size of the scratch folder in bytes, 64 MiB by default.
	// It takes at most a hundred thousand files.
	Scratch int64
}

const (
	defaultProcesses     = 1024
	defaultUserProcesses = 16384
	defaultFiles         = 1024
	defaultScratch       = 64 << 20
	maxScratchFiles      = 100_000
)

// orDefault resolves zero to the default.
func orDefault(limit, otherwise int64) int64 {
	if limit == 0 {
		return otherwise
	}
	return limit
}

// Program is what to run. Only Args must be set.
type Program struct {
	// Args are the program and its arguments. A program without a slash is
	// looked for in PATH.
	Args []string

	// Dir is the working directory; empty is the host's.
	Dir string

	// Env names variables of the host that the program gets beside PATH, HOME
	// and LANG. A name=value sets one.
	Env []string

	// Net leaves the program the host's network.
	Net bool

	// CPUs are the processors that the program may run on; none is all.
	CPUs []int

	hidden []Hidden // from it

	// Visible, unless it is nil, is all that the program sees of the host's
	// files, beside the system's programs and libraries.
	Visible []string

	// Minimal leaves the program what it needs to be loaded, the libraries, and
	// what is Visible: no /proc, no /dev and no programs, and a scratch folder
	// only if Limits.Scratch is set. It holds with isolation alone.
	Minimal bool

	// Writable are directories and files that the program may write to, beside
	// its scratch folder. They must be there.
	Writable []string

	// Limits bound what it takes.
	Limits Limits

	// Polite leaves the program at the priority that the host began with.
	Polite bool

	// The standard files. Nil is /dev/null. The caller closes them.
	Stdin, Stdout, Stderr *os.File
}

// dir is the working directory as an absolute path.
func (p *Program) dir() (string, error) {
	if p.Dir != "" {
		return p.Dir, nil
	}
	return os.Getwd()
}
