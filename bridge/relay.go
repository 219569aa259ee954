package bridge

import (
	"context"
	"io"
	"sync"
	"time"
)

// relayLinger bounds how long one direction goes on after the other has ended.
const relayLinger = 10 * time.Second

// RelayEnd says how a relay ended.
type RelayEnd struct {
	// Ended is who ended first: "a", "b", or "us" when ctx did.
	Ended string

	// Err says how: a [*GoneError], io.EOF, or the error of ctx.
	Err error

	FromA, FromB int64 // bytes passed on
}

type writeCloser interface{ CloseWrite() error }

// relayDone is the end of one direction.
type relayDone struct {
	from      string // who sent
	readEnded bool   // from has no more to say
	err       error
}

// Relay passes bytes both ways until one side ends or ctx does, then closes both
// connections. When a side only stops sending and the other can be told so
// (CloseWrite), the answer still under way is passed on.
func Relay(ctx context.Context, a, b io.ReadWriteCloser) RelayEnd {
	var end RelayEnd
	done := make(chan relayDone, 2)
	var both sync.WaitGroup
	both.Go(func() { done <- pass(b, a, "a", &end.FromA) })
	both.Go(func() { done <- pass(a, b, "b", &end.FromB) })
	end.Ended, end.Err = awaitRelay(ctx, done, map[string]io.ReadWriteCloser{
		"a": b, "b": a,
	})
	a.Close()
	b.Close()
	both.Wait()
	return end
}

// awaitRelay answers who ended first. to maps a sender to its receiver.
func awaitRelay(ctx context.Context, done <-chan relayDone,
	to map[string]io.ReadWriteCloser,
) (string, error) {
	var first relayDone
	select {
	case <-ctx.Done():
		return "us", ctx.Err()
	case first = <-done:
	}
	if !first.readEnded {
		// The receiver failed, so it is the one that ended.
		return other(first.from), first.err
	}
	if c, ok := to[first.from].(writeCloser); ok && c.CloseWrite() == nil {
		timer := time.NewTimer(relayLinger)
		defer timer.Stop()
		select {
		case <-done:
		case <-ctx.Done():
		case <-timer.C:
		}
	}
	return first.from, first.err
}

func other(side string) string {
	if side == "a" {
		return "b"
	}
	return "a"
}

// pass copies from src to dst and tells the end of one from a failure of the
// other. Each chunk is passed on at once.
func pass(dst io.Writer, src io.Reader, from string, passed *int64) relayDone {
	buf := make([]byte, 32*1024)
	for {
		n, err := src.Read(buf)
		if n > 0 {
			written, errWrite := dst.Write(buf[:n])
			*passed += int64(written)
			if errWrite != nil {
				return relayDone{from, false, errWrite}
			}
		}
		if err != nil {
			return relayDone{from, true, err}
		}
	}
}
