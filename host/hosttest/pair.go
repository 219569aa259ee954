package hosttest

import (
	"context"
	"io"
	"strings"
	"time"
)

// PipeEnd is one end of a line in memory: a host.Player.
type PipeEnd struct {
	in, out chan receivedLine
}

// Pair makes the two ends of a line, which holds 256 lines each way.
func Pair() (a, b *PipeEnd) {
	x, y := make(chan receivedLine, 256), make(chan receivedLine, 256)
	return &PipeEnd{x, y}, &PipeEnd{y, x}
}

// Send sends a line, or several of one question.
func (e *PipeEnd) Send(_ context.Context, text string) (sent, drained time.Time, err error) {
	now := time.Now()
	for line := range strings.SplitSeq(text, "\n") {
		e.out <- receivedLine{line, now, now}
	}
	return now, now, nil
}

// Receive returns the next line from the other end, and io.EOF behind its last.
func (e *PipeEnd) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
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

func received(a receivedLine, ok bool) (text string, first, last time.Time, err error) {
	if !ok {
		return "", first, last, io.EOF
	}
	return a.text, a.first, a.last, nil
}

// Close ends what the other end receives. It is called once.
func (e *PipeEnd) Close() error {
	close(e.out)
	return nil
}
