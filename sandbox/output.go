package sandbox

import (
	"bytes"
	"context"
	"io"
	"os"
	"time"
)

// maxOutput bounds the bytes that Output keeps.
const maxOutput = 8 << 20

// EndError is the error of a program that ended otherwise than with status 0.
type EndError struct{ Ending }

// Error describes the end of the program.
func (e *EndError) Error() string { return e.Ending.String() }

// Output runs a program to its end and returns what it says on its standard
// output and error, or on the error alone if p names a file for the output. A program that does not end with status 0 is an *EndError.
// When ctx ends the program is killed and the error is ctx's cause.
func (i *Isolation) Output(ctx context.Context, p Program) (string, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer r.Close()
	p.Stderr = w
	if p.Stdout == nil {
		p.Stdout = w
	}
	q, err := i.Start(&p)
	w.Close()
	if err != nil {
		return "", err
	}
	defer context.AfterFunc(ctx, q.Kill)()
	var said bytes.Buffer
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _ = io.Copy(&listener{&said, []byte(p.LastWords), q.Kill}, io.LimitReader(r, maxOutput))
		_, _ = io.Copy(io.Discard, r)
	}()
	<-q.Exited()
	// Without isolation a child that was left behind may hold the pipe open.
	_ = r.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	<-read
	switch end := q.Ending(); {
	case ctx.Err() != nil:
		return said.String(), context.Cause(ctx)
	case end != (Ending{}):
		return said.String(), &EndError{end}
	}
	return said.String(), nil
}

// listener keeps what a program says, and kills it once it has said its last words.
type listener struct {
	said  *bytes.Buffer
	until []byte
	kill  func()
}

func (l *listener) Write(text []byte) (int, error) {
	from := max(0, l.said.Len()-len(l.until))
	l.said.Write(text)
	if len(l.until) > 0 && bytes.Contains(l.said.Bytes()[from:], l.until) {
		l.kill()
	}
	return len(text), nil
}
