package sandbox

import (
	"syscall"

	"github.com/loopline/loopline/internal/say"
)

// Ending describes the end of a program.
type Ending struct {
	Status int            // with which it exited
	Signal syscall.Signal // by which it was killed, or 0
	Why    string         // it was killed for a limit that it passed: which one

	// Memory is set of a program that was ended because it had used up its memory.
	Memory bool

	// Host is set of a program that was ended because the host could not stop it, or let it go on.
	Host bool
}

// String is "process exited with status 3" or "process killed by signal 11
// (segmentation fault)".
func (e Ending) String() string { return e.Text().String() }

// Text implements say.Sayer.
func (e Ending) Text() say.Text {
	switch {
	case e.Why != "":
		return say.Format("process killed: %s", say.Word(e.Why))
	case e.Signal != 0:
		return say.Format("process killed by signal %d (%s)", int(e.Signal), e.Signal)
	}
	return say.Format("process exited with status %d", e.Status)
}

// Exited reports whether the program ended by itself, with whatever status: nothing killed it.
func (e Ending) Exited() bool { return e.Signal == 0 && e.Why == "" }

// StartError is the error of a sandbox that the host could not set up: the program has not run.
type StartError struct{ Err error }

// Error returns the cause's text.
func (e *StartError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *StartError) Unwrap() error { return e.Err }

// HostFault marks the error as one of this machine.
func (e *StartError) HostFault() {}
