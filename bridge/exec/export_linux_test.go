package exec

import (
	"time"
)

// A machine that is busy with other tests takes its time to end a process, and
// how it ended is what the tests want to know.
func init() { exitWait = 3 * time.Second }
