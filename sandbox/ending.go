package sandbox

import (
	"fmt"
	"syscall"
)

// Ending is how a program ended.
type Ending struct {
	Status int            // with which it exited
	Signal syscall.Signal // by which it was killed, or 0
	Why    string         // it was killed for a limit that it passed: which one

	// Memory is set of a program that was ended because it had used up its memory.
	Memory bool
}

// String is "process exited with status 3" or "process killed by signal 11
// (segmentation fault)".
func (e Ending) String() string {
	switch {
	case e.Why != "":
		return "process killed: " + e.Why
	case e.Signal != 0:
		return fmt.Sprintf("process killed by signal %d (%s)", int(e.Signal), e.Signal)
	}
	return fmt.Sprintf("process exited with status %d", e.Status)
}
