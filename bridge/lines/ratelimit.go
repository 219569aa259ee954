package lines

import (
	"time"

	"golang.org/x/time/rate"

	"github.com/loopline/loopline/sandbox"
)

// How many bytes in a second the host reads, when more comes than a burst: whoever
// floods the host waits for it.
const (
	lineRate   = sandbox.OutputRate // from a line: more than any wire of a board brings
	stderrRate = sandbox.StderrRate // from a standard error
	burstBytes = sandbox.OutputBurst
)

// rateLimiter is a token bucket of reads, and one of bytes: it bounds what reading from one
// player may cost the host. Reads are counted as well as bytes, for a read of one byte
// costs as much as one of a thousand. No read may have more than burstBytes. It is not safe
// for concurrent use.
type rateLimiter struct {
	limit rate.Limit // reads in a second, after a burst
	burst int        // reads that may follow each other at once

	reads, bytes *rate.Limiter
}

func newRateLimiter(limit rate.Limit, burst int, bytes rate.Limit) *rateLimiter {
	l := &rateLimiter{limit: limit, burst: burst, bytes: rate.NewLimiter(bytes, burstBytes)}
	l.reset()
	return l
}

// lineLimiter limits reads from a line: no player's answer comes near it.
func lineLimiter() *rateLimiter { return newRateLimiter(2000, 256, lineRate) }

// StderrLimiter limits reads from a standard error.
func StderrLimiter() *rateLimiter { return newRateLimiter(250, 64, stderrRate) }

// reset fills the bucket of reads again: whoever answers a question may well
// answer thousands of them in a second.
func (l *rateLimiter) reset() { l.reads = rate.NewLimiter(l.limit, l.burst) }

// Pause takes a read of n bytes from the buckets and returns how long to wait
// before the next one.
func (l *rateLimiter) Pause(n int, now time.Time) time.Duration {
	return max(l.reads.ReserveN(now, 1).DelayFrom(now), l.bytes.ReserveN(now, n).DelayFrom(now))
}
