package lines

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// Limits of a relay.
const (
	relayLinger    = 10 * time.Second // of one direction after the other has ended
	relayStallTime = time.Minute      // before a side that takes nothing ends the relay
	relayChunk     = 1024             // bytes at once
)

// WriteStalledError reports that one side took no byte for a time although some were
// waiting.
type WriteStalledError struct{ For time.Duration }

// Error says for how long.
func (e *WriteStalledError) Error() string {
	return fmt.Sprintf("took nothing of the sent data for %v", e.For)
}

type writeCloser interface{ CloseWrite() error }

type relayDone struct {
	from      string // who sent
	readEnded bool   // from has no more to say
	err       error
}

// Relay passes bytes both ways until one side ends or ctx does, then closes both
// connections. If a side only ends its output, and the other has CloseWrite, the relay
// passes on the answer still under way. A side that takes nothing for a minute while
// bytes wait for it ends the relay with a [*WriteStalledError]; a slow side slows the
// other down.
func Relay(ctx context.Context, a, b io.ReadWriteCloser) RelayEnd {
	return relayWith(ctx, a, b, relayStallTime)
}

func relayWith(ctx context.Context, a, b io.ReadWriteCloser, stuck time.Duration) RelayEnd {
	// Each direction ends once, and may be reported as stuck before.
	r := relay{stuck: stuck, done: make(chan relayDone, 4)}
	ended := make(chan struct{})
	go r.run(a, b, ended)
	var end RelayEnd
	end.Ended, end.Err = awaitRelay(ctx, r.done, map[string]io.ReadWriteCloser{"a": b, "b": a})
	a.Close()
	b.Close()
	// A connection whose Close does not end its Write is not waited for.
	timer := time.NewTimer(maxCloseWait)
	defer timer.Stop()
	select {
	case <-ended:
	case <-timer.C:
	}
	end.FromA, end.FromB = r.fromA.Load(), r.fromB.Load()
	return end
}

// relay is two directions that are passed on.
type relay struct {
	stuck        time.Duration
	done         chan relayDone
	fromA, fromB atomic.Int64
}

// run passes on until both directions have ended.
func (r *relay) run(a, b io.ReadWriteCloser, ended chan<- struct{}) {
	var both sync.WaitGroup
	both.Go(func() { r.done <- r.pass(b, a, "a", &r.fromA) })
	both.Go(func() { r.done <- r.pass(a, b, "b", &r.fromB) })
	both.Wait()
	close(ended)
}

// awaitRelay returns who ended first, and how. to maps a sender to its receiver.
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
func (r *relay) pass(dst io.Writer, src io.Reader, from string, passed *atomic.Int64) relayDone {
	buf := make([]byte, relayChunk)
	for {
		n, err := src.Read(buf)
		if n > 0 {
			if err := r.write(dst, buf[:n], from, passed); err != nil {
				return relayDone{from, false, err}
			}
		}
		if err != nil {
			return relayDone{from, true, err}
		}
	}
}

// write writes a chunk. When that takes too long it reports the direction as
// stuck, and waits on until the connection is closed.
func (r *relay) write(dst io.Writer, chunk []byte, from string, passed *atomic.Int64) error {
	patience := r.stuck + SendSlack*sendTime(dst, len(chunk))
	timer := time.AfterFunc(patience, func() {
		r.done <- relayDone{from, false, &WriteStalledError{patience}}
	})
	defer timer.Stop()
	n, err := dst.Write(chunk)
	passed.Add(int64(n))
	return err
}
