package hosttest

import (
	"context"
	"io"
	"strings"
	"time"
)

// End is one end of a line in memory: a host.Player.
type End struct {
	in, out chan arrival
}

// Pair makes the two ends of a line, which holds 256 lines each way.
func Pair() (a, b *End) {
	x, y := make(chan arrival, 256), make(chan arrival, 256)
	return &End{x, y}, &End{y, x}
}

// Send sends a line, or several of one question.
func (e *End) Send(_ context.Context, text string) (sent, drained time.Time, err error) {
	now := time.Now()
	for line := range strings.SplitSeq(text, "\n") {
		e.out <- arrival{line, now, now}
	}
	return now, now, nil
}

// Receive returns the next line from the other end, and io.EOF behind its last.
func (e *End) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
	select {
	case a, ok := <-e.in:
		return received(a, ok)
	default: // what has come counts, also when ctx has ended
	}
	select {
	case a, ok := <-e.in:
		return received(a, ok)
	case <-ctx.Done():
		return "", first, last, ctx.Err()
	}
}

func received(a arrival, ok bool) (text string, first, last time.Time, err error) {
	if !ok {
		return "", first, last, io.EOF
	}
	return a.text, a.first, a.last, nil
}

// Close ends what the other end receives. It is called once.
func (e *End) Close() error {
	close(e.out)
	return nil
}
