package lines

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// read reads chunks of a size for a second, as fast as the budget lets it.
func read(b *rateLimiter, size int) (reads, bytes int) {
	start := time.Unix(0, 0)
	for now := start; now.Sub(start) < time.Second; {
		reads, bytes = reads+1, bytes+size
		now = now.Add(b.Pause(size, now))
	}
	return reads, bytes
}

// A flood is read at a bounded rate, whether its chunks are large or of one byte.
func TestFloodsAreReadSlowly(t *testing.T) {
	reads, _ := read(lineLimiter(), 1)
	require.InDelta(t, 2256, reads, 2)
	reads, _ = read(StderrLimiter(), 1)
	require.InDelta(t, 314, reads, 2)
	_, bytes := read(lineLimiter(), 4096)
	require.InDelta(t, lineRate+burstBytes, bytes, 8192)
	_, bytes = read(StderrLimiter(), 64<<10)
	require.InDelta(t, stderrRate+burstBytes, bytes, 128<<10)
}

// A player that answers questions never waits, not even one that writes each
// byte by itself, nor a board at 3 Mbaud that sends a line of 4096 bytes.
func TestAnswersAreReadAtOnce(t *testing.T) {
	b, now := lineLimiter(), time.Unix(0, 0)
	for range 1000 {
		for range 16 {
			require.Zero(t, b.Pause(1, now))
			now = now.Add(87 * time.Microsecond)
		}
		now = now.Add(10 * time.Millisecond)
	}
	for range 4096 / 32 {
		require.Zero(t, b.Pause(32, now))
		now = now.Add(100 * time.Microsecond)
	}
}

// Questions may follow each other as fast as they are answered, each of them
// byte by byte.
func TestQuickAnswersAreReadAtOnce(t *testing.T) {
	b, now := lineLimiter(), time.Unix(0, 0)
	for range 100_000 {
		b.reset()
		for range 4 {
			require.Zero(t, b.Pause(1, now))
			now = now.Add(2 * time.Microsecond)
		}
	}
}
