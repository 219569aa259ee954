package sandbox

import (
	"os"
)

// Program describes a program to run. Only Args must be set.
type Program struct {
	// Policy confines it.
	Policy Policy

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

	// Visible are files and folders that the program sees besides what its policy's view has. Under
	// ViewHost nil is all of the host's files.
	Visible []string

	// Writable are directories and files that the program may write to, beside
	// its scratch folder. They must be there.
	Writable []string

	// Devices are device nodes that the program may use, besides those of every program.
	// Without isolation it may use all that the user may.
	Devices []string

	// Replaced are folders of the host in whose place an isolated program sees others: what
	// it sees there by its path. They can't be written to.
	Replaced map[string]string

	// Limits bound what it takes; what is zero is the policy's.
	Limits Limits

	// LastWords, unless it is empty, is a text after which [Isolation.Output] kills the program, which has
	// nothing more to say and may not end.
	LastWords string

	// The standard files. Nil is /dev/null. The caller closes them.
	Stdin, Stdout, Stderr *os.File
}

// dir returns the working directory as an absolute path.
func (p *Program) dir() (string, error) {
	if p.Dir != "" {
		return p.Dir, nil
	}
	return os.Getwd()
}
