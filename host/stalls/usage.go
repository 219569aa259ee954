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

// readCost is the host's processor time for reading a byte, rounded up: a player that writes as fast as the host reads
// takes all of the host's time.
const readCost = time.Microsecond

// since returns the usage since an earlier reading.
func (l Usage) since(earlier Usage) Usage {
	return Usage{max(0, l.CPU-earlier.CPU), max(0, l.Read-earlier.Read)}
}

// atLeast returns the greater of two usages, field by field.
func (l Usage) atLeast(other Usage) Usage {
	return Usage{max(l.CPU, other.CPU), max(l.Read, other.Read)}
}

// atMost returns the lesser of two usages, field by field.
func (l Usage) atMost(other Usage) Usage {
	return Usage{min(l.CPU, other.CPU), min(l.Read, other.Read)}
}

// time returns the processor time of a usage, the host's reading included.
func (l Usage) time() time.Duration {
	return l.CPU + time.Duration(min(l.Read, 1<<40))*readCost
}
