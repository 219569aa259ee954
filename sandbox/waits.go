package sandbox

import "time"

// Waits holds what the system has counted for a program since its start. The times never fall.
type Waits struct {
	Held    time.Duration // its threads were ready to run and had no processor, all together
	Others  time.Duration // the processor time of all other programs
	Waiting bool          // a thread has been ready to run since the last look, and has had no processor: Held lacks that
}
