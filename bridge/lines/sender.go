package lines

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// sender writes lines and never longer than it may.
type sender struct {
	conn      io.Writer
	deadliner writeDeadliner // nil when the connection has no deadlines
	drainer   drainer        // nil when the connection has no Drain
	turn      chan struct{}  // holds one token: who has it may write
	broken    error          // why nothing can be sent any more
	buf       []byte
}

type writeDeadliner interface {
	SetWriteDeadline(time.Time) error
}

type drainer interface {
	Drain() error
}

func newSender(conn io.ReadWriteCloser) sender {
	s := sender{conn: conn, turn: make(chan struct{}, 1)}
	s.turn <- struct{}{}
	// A wrapper may have the method and answer that what it wraps has not.
	if d, ok := conn.(writeDeadliner); ok && d.SetWriteDeadline(time.Time{}) == nil {
		s.deadliner = d
	}
	s.drainer, _ = conn.(drainer)
	return s
}

func (s *sender) send(ctx context.Context, text, end string, limit time.Duration) (sent, drained time.Time, err error) {
	if strings.Contains(text, "\r") {
		return sent, drained, fmt.Errorf("sending %q: a line cannot hold a carriage return", text)
	}
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	select {
	case <-s.turn:
	case <-ctx.Done():
		return sent, drained, s.failed(text, ctx.Err())
	}
	if s.deadliner == nil {
		return s.sendAside(ctx, text, end)
	}
	defer func() { s.turn <- struct{}{} }()
	return s.sendBounded(ctx, text, end)
}

func (s *sender) failed(text string, err error) error {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return fmt.Errorf("sending %q: the other side does not read: %w", text, err)
	}
	return fmt.Errorf("sending %q: %w", text, err)
}

// sendBounded lets the end of the context end the write.
func (s *sender) sendBounded(ctx context.Context, text, end string) (sent, drained time.Time, err error) {
	if err := s.ready(ctx); err != nil {
		return sent, drained, s.failed(text, err)
	}
	expired := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		s.deadliner.SetWriteDeadline(time.Unix(1, 0))
		close(expired)
	})
	sent = time.Now()
	err = s.write(text, end)
	drained = time.Now()
	if !stop() {
		// The deadline must not fall upon the next line.
		<-expired
		s.deadliner.SetWriteDeadline(time.Time{})
	}
	if errors.Is(err, os.ErrDeadlineExceeded) && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return sent, drained, s.failed(text, err)
	}
	return sent, drained, nil
}

func (s *sender) ready(ctx context.Context) error {
	if s.broken != nil {
		return s.broken
	}
	return ctx.Err()
}

// write puts the lines out in one piece and waits until they have left.
func (s *sender) write(text, end string) error {
	s.buf = s.buf[:0]
	for line := range strings.SplitSeq(text, "\n") {
		s.buf = append(append(s.buf, line...), end...)
	}
	n, err := s.conn.Write(s.buf)
	if err == nil && n < len(s.buf) {
		err = io.ErrShortWrite
	}
	if err == nil && s.drainer != nil {
		err = s.drainer.Drain()
	}
	if err != nil && n > 0 && n < len(s.buf) {
		s.broken = fmt.Errorf("an earlier line left in part: %w", err)
	}
	return err
}

// sendAside writes in a goroutine, for a connection without deadlines. When the
// context ends first the goroutine keeps the turn until the connection is
// closed, so that no line is written into the middle of another.
func (s *sender) sendAside(ctx context.Context, text, end string) (sent, drained time.Time, err error) {
	if err := s.ready(ctx); err != nil {
		s.turn <- struct{}{}
		return sent, drained, s.failed(text, err)
	}
	type result struct {
		drained time.Time
		err     error
	}
	written := make(chan result, 1)
	sent = time.Now()
	go func() {
		err := s.write(text, end)
		now := time.Now()
		s.turn <- struct{}{}
		written <- result{now, err}
	}()
	select {
	case r := <-written:
		if r.err != nil {
			return sent, r.drained, s.failed(text, r.err)
		}
		return sent, r.drained, nil
	case <-ctx.Done():
		return sent, time.Now(), s.failed(text, ctx.Err())
	}
}
