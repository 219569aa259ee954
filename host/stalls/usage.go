package stalls

import "time"

// Usage is the resource usage of a player since it was opened. Both numbers only
// grow.
type Usage struct {
	// CPU is the processor time of the player's process and of all that it
	// started, on all processors together.
	CPU time.Duration
	// Read is the number of bytes that the host has read from the player, on its
	// line and beside it.
	Read int64
}

// readCost is the host's processor time for reading a byte, more than it really takes: whoever writes as fast as the host reads, and not even that fast on a
// line, takes all of its time.
const readCost = time.Microsecond

// since is the load behind an earlier one.
func (l Usage) since(earlier Usage) Usage {
	return Usage{max(0, l.CPU-earlier.CPU), max(0, l.Read-earlier.Read)}
}

// atLeast is the greater of two loads, number by number.
func (l Usage) atLeast(other Usage) Usage {
	return Usage{max(l.CPU, other.CPU), max(l.Read, other.Read)}
}

// atMost is the lesser of two loads, number by number.
func (l Usage) atMost(other Usage) Usage {
	return Usage{min(l.CPU, other.CPU), min(l.Read, other.Read)}
}

// time is the time that a load took the host's processors.
func (l Usage) time() time.Duration {
	return l.CPU + time.Duration(min(l.Read, 1<<40))*readCost
}
