package filelock

import (
	"fmt"
	"time"
)

// HeldError reports that another process has the lock of a file. errors.Is finds
// ErrHeld in it.
type HeldError struct {
	File   string
	Holder string        // who has it, as far as the system tells; or empty
	Waited time.Duration // for it
}

// Error names the file and who has the lock.
func (e *HeldError) Error() string {
	holder := e.Holder
	if holder == "" {
		holder = "another program"
	}
	return fmt.Sprintf("%s has been locked by %s for %v: end it, or wait for it", e.File, holder, e.Waited)
}

// Unwrap is ErrHeld.
func (e *HeldError) Unwrap() error { return ErrHeld }
