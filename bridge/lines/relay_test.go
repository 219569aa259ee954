package lines

import (
	"context"
	"io"
	"net"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// joined relays between two pipes and answers their far ends.
func joined(ctx context.Context) (a, b net.Conn, end <-chan RelayEnd) {
	nearA, a := net.Pipe()
	nearB, b := net.Pipe()
	done := make(chan RelayEnd, 1)
	go func() { done <- Relay(ctx, nearA, nearB) }()
	return a, b, done
}

func TestRelayPassesBothWays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, done := joined(t.Context())
		buf := make([]byte, 64)
		for i := range 3 {
			_, err := io.WriteString(a, "to b\n")
			require.NoError(t, err)
			n, err := b.Read(buf)
			require.NoError(t, err, i)
			require.Equal(t, "to b\n", string(buf[:n]))
		}
		_, err := io.WriteString(b, "x")
		require.NoError(t, err)
		_, err = a.Read(buf)
		require.NoError(t, err)
		b.Close()
		require.Equal(t, RelayEnd{"b", io.EOF, 15, 1}, <-done)
		_, err = a.Read(buf)
		require.Equal(t, io.EOF, err, "the other side is closed too")
	})
}

func TestRelayEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		a, b, done := joined(ctx)
		go io.WriteString(a, "b is deaf")
		synctest.Wait()
		cancel()
		end := <-done
		require.Equal(t, "us", end.Ended)
		require.ErrorIs(t, end.Err, context.Canceled)
		a.Close()
		b.Close()
	})
}

// failing is a side that takes nothing.
type failing struct{ net.Conn }

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestRelayNamesTheSideThatFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		nearA, a := net.Pipe()
		nearB, b := net.Pipe()
		go io.WriteString(a, "x")
		end := Relay(t.Context(), nearA, failing{nearB})
		require.Equal(t, RelayEnd{"b", io.ErrShortWrite, 0, 0}, end)
		a.Close()
		b.Close()
	})
}

// halfOpen says that it was told the end and goes on for ever.
type halfOpen struct{ net.Conn }

func (halfOpen) CloseWrite() error { return nil }

func TestRelayLingersNotForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		nearA, a := net.Pipe()
		nearB, b := net.Pipe()
		a.Close()
		start := time.Now()
		end := Relay(t.Context(), nearA, halfOpen{nearB})
		require.Equal(t, "a", end.Ended)
		require.Equal(t, relayLinger, time.Since(start))
		b.Close()
	})
}

// A fast writer and a reader that takes nothing, with a tap whose disk is full:
// the relay ends and says who was stuck. One that is slow only holds it up.
func TestRelayEndsWhenNothingIsTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		nearA, a := net.Pipe()
		nearB, b := net.Pipe()
		defer b.Close()
		full := writerFunc(func([]byte) (int, error) { return 0, syscall.ENOSPC })
		go func() {
			for {
				if _, err := a.Write(make([]byte, 100)); err != nil {
					return
				}
			}
		}()
		done := make(chan RelayEnd, 1)
		go func() { done <- Relay(t.Context(), NewTap(nearA, "a", full), nearB) }()
		buf := make([]byte, 100)
		start := time.Now()
		for range 100 {
			time.Sleep(relayStallTime - time.Second)
			_, err := io.ReadFull(b, buf)
			require.NoError(t, err)
		}
		slow := time.Since(start)
		end := <-done
		require.Equal(t, "b", end.Ended)
		var stuck *WriteStalledError
		require.ErrorAs(t, end.Err, &stuck)
		require.Equal(t, slow+relayStallTime, time.Since(start))
		require.Equal(t, int64(100*100), end.FromA)
	})
}

// A connection that does not give up its write when it is closed is left behind.
func TestRelayDoesNotWaitForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		nearA, a := net.Pipe()
		defer a.Close()
		free := make(chan struct{})
		defer close(free)
		go io.WriteString(a, "x")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		end := Relay(ctx, nearA, &hung{free})
		require.Equal(t, "us", end.Ended)
		require.Equal(t, time.Second+maxCloseWait, time.Since(start))
	})
}

// hung is a connection whose calls return when it is free.
type hung struct{ free chan struct{} }

func (h *hung) Read([]byte) (int, error)    { <-h.free; return 0, io.EOF }
func (h *hung) Write(p []byte) (int, error) { <-h.free; return 0, io.ErrClosedPipe }
func (h *hung) Close() error                { return nil }
