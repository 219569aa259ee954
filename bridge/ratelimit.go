package bridge

import (
	"time"

	"github.com/loopline/loopline/sandbox"
)

// How many bytes in a second the host reads, when more comes than a burst: whoever
// floods the host waits for it.
const (
	lineRate   = sandbox.OutputRate // from a line: more than any wire of a board brings
	stderrRate = sandbox.StderrRate // from a standard error
	burstBytes = sandbox.OutputBurst
)

// rateLimiter is a token bucket, of reads and of bytes: it bounds what reading from one
// player may cost the host. Reads are counted as well as bytes, for a read of one byte
// costs as much as one of a thousand. It is not safe for concurrent use.
type rateLimiter struct {
	burst int           // reads that may follow each other at once
	every time.Duration // after a burst there is one read in this time
	rate  int           // bytes in a second, after burstBytes

	reads  time.Duration // of the bucket: how far reading is ahead of its rate
	bytes  time.Duration
	latest time.Time
}

// lineLimiter limits reads from a line: no player's answer comes near it.
func lineLimiter() rateLimiter {
	return rateLimiter{burst: 256, every: time.Second / 2000, rate: lineRate}
}

// stderrLimiter limits reads from a standard error.
func stderrLimiter() rateLimiter {
	return rateLimiter{burst: 64, every: time.Second / 250, rate: stderrRate}
}

// reset fills the budget of reads again: whoever answers a question may well
// answer thousands of them in a second.
func (b *rateLimiter) reset() { b.reads = 0 }

// pause takes a read of n bytes from the budget and returns how long to wait
// before the next one.
func (b *rateLimiter) pause(n int, now time.Time) time.Duration {
	passed := now.Sub(b.latest)
	b.latest = now
	b.reads = max(0, b.reads-passed) + b.every
	b.bytes = max(0, b.bytes-passed) + b.duration(n)
	return max(0, b.reads-time.Duration(b.burst)*b.every, b.bytes-b.duration(burstBytes))
}

// duration returns the time that n bytes take at the rate.
func (b *rateLimiter) duration(bytes int) time.Duration {
	return time.Duration(bytes) * time.Second / time.Duration(b.rate)
}
