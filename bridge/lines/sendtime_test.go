package lines

import (
	"context"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// crawling is a wire of 50 baud that takes what it is given.
type crawling struct{ net.Conn }

func (c crawling) SendTime(bytes int) time.Duration {
	return time.Duration(bytes) * 200 * time.Millisecond
}

func (c crawling) Write(b []byte) (int, error) {
	time.Sleep(c.SendTime(len(b)))
	return c.Conn.Write(b)
}

// TestSlowSend sends 1,000 bytes, which take 200 s, without a deadline, through a tap.
func TestSlowSend(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		go io.Copy(io.Discard, far)
		line := New(NewTap(withoutDeadline{crawling{near}}, "slow", io.Discard), Config{})
		_, _, err := line.Send(t.Context(), string(make([]byte, 999)))
		require.NoError(t, err)
		require.NoError(t, line.Close())
		far.Close()
	})
}

// withoutDeadline hides the deadlines of a pipe, which know nothing of the crawling.
type withoutDeadline struct{ crawling }

func (withoutDeadline) SetWriteDeadline(time.Time) error { return net.ErrClosed }

// TestSlowRelay passes 1,024 bytes on at 50 baud: they take longer than a side may stand
// still that has no rate.
func TestSlowRelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, fromA := net.Pipe()
		b, fromB := net.Pipe()
		got := make(chan int)
		go func() {
			n, _ := io.ReadFull(fromB, make([]byte, relayChunk))
			fromB.Close()
			got <- n
		}()
		go func() { fromA.Write(make([]byte, relayChunk)) }()
		Relay(context.Background(), a, crawling{b})
		require.Equal(t, relayChunk, <-got)
		fromA.Close()
	})
}
