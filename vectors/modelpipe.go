package vectors

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"sync"
	"time"
)

// pipeWindow is the number of questions that may wait for their answers.
const pipeWindow = 256

// ModelPipe asks a program over a connection: a line {"id":0,"kind":"…","ask":{…}} is
// a question, a line {"id":0,"answer":{…}} its answer. Answers come in the order
// of the questions, many of which may wait.
type ModelPipe struct {
	conn    io.ReadWriteCloser
	timeout time.Duration
	lines   chan pipeLine
	done    chan struct{} // closed by Close
	reading chan struct{} // closed when the goroutine that reads has ended
	asking  chan struct{} // closed when the one that asks has; nil without one

	closing  sync.Once
	closeErr error
}

// pipeLine is a line of the program, or why there is no other.
type pipeLine struct {
	text []byte
	err  error
}

// NewModelPipe returns a pipe over a connection, which Close closes. Timeout is how
// long to wait for the next answer.
func NewModelPipe(conn io.ReadWriteCloser, timeout time.Duration) *ModelPipe {
	p := &ModelPipe{
		conn: conn, timeout: timeout, lines: make(chan pipeLine, pipeWindow),
		done: make(chan struct{}), reading: make(chan struct{}),
	}
	go p.read()
	return p
}

// Close ends the connection and waits for the goroutines. It is idempotent.
func (p *ModelPipe) Close() error {
	p.closing.Do(func() {
		close(p.done)
		p.closeErr = p.conn.Close()
		<-p.reading
		if p.asking != nil {
			<-p.asking
		}
	})
	return p.closeErr
}

// read takes lines as they come. A full window holds a program up that says
// more than it was asked.
func (p *ModelPipe) read() {
	defer close(p.reading)
	s := bufio.NewScanner(p.conn)
	s.Buffer(nil, MaxLine)
	for s.Scan() {
		if !p.deliver(pipeLine{text: append([]byte(nil), s.Bytes()...)}) {
			return
		}
	}
	err := s.Err()
	switch {
	case err == nil:
		err = errors.New("the model ended its output")
	case errors.Is(err, bufio.ErrTooLong):
		err = fmt.Errorf("a line of the model is longer than %d KiB", MaxLine>>10)
	}
	p.deliver(pipeLine{err: err})
}

func (p *ModelPipe) deliver(l pipeLine) bool {
	select {
	case p.lines <- l:
		return true
	case <-p.done:
		return false
	}
}

// Target asks the questions of a kind. It can be used once.
func (p *ModelPipe) Target(kind Kind) Target {
	return func(ctx context.Context, questions iter.Seq[Vector]) iter.Seq2[Response, error] {
		return func(yield func(Response, error) bool) {
			pending, asked := p.ask(questions, kind)
			for v := range pending {
				text, err := p.answer(ctx, v.ID)
				if err != nil {
					yield(Response{Vector: v}, err)
					return
				}
				if !yield(Response{Vector: v, Text: text}, nil) {
					return
				}
			}
			if err := p.finish(ctx, asked); err != nil {
				yield(Response{}, err)
			}
		}
	}
}

// ask sends every question, and passes it on. The first channel is closed
// after the last question; the second then holds how asking ended.
func (p *ModelPipe) ask(questions iter.Seq[Vector], kind Kind) (<-chan Vector, <-chan error) {
	pending, asked := make(chan Vector, pipeWindow), make(chan error, 1)
	p.asking = make(chan struct{})
	go func() {
		defer close(p.asking)
		defer close(pending)
		out := bufio.NewWriterSize(p.conn, 32<<10)
		var err error
		for v := range questions {
			if err = p.put(out, pending, v, kind); err != nil {
				break
			}
		}
		if err == nil {
			err = out.Flush()
		}
		if half, ok := p.conn.(interface{ CloseWrite() error }); ok && err == nil {
			err = half.CloseWrite()
		}
		asked <- err
	}()
	return pending, asked
}

// put asks a vector. What waits in the buffer goes out before a full window
// is waited for.
func (p *ModelPipe) put(out *bufio.Writer, pending chan Vector, v Vector, kind Kind) error {
	line := strconv.AppendInt([]byte(`{"id":`), int64(v.ID), 10)
	line = append(append(append(line, `,"kind":"`...), kind...), `","ask":`...)
	line = append(append(line, v.Ask...), "}\n"...)
	select {
	case pending <- v:
	default:
		if err := out.Flush(); err != nil {
			return err
		}
		select {
		case pending <- v:
		case <-p.done:
			return errStop
		}
	}
	_, err := out.Write(line)
	return err
}

// answer waits for the answer to the vector with the given number.
func (p *ModelPipe) answer(ctx context.Context, id int) (json.RawMessage, error) {
	l, err := p.next(ctx)
	if err != nil {
		return nil, err
	}
	var a struct {
		ID     *int            `json:"id"`
		Answer json.RawMessage `json:"answer"`
	}
	switch err := json.Unmarshal(l, &a); {
	case err != nil:
		return nil, fmt.Errorf(`the model says %.80q, which is no {"id":%d,"answer":{…}}: %w`, l, id, err)
	case a.ID == nil || a.Answer == nil:
		return nil, fmt.Errorf(`the model says %.80q, without "id" or "answer"`, l)
	case *a.ID != id:
		return nil, fmt.Errorf("the model answers vector %d; answers come in the order of the questions", *a.ID)
	}
	return a.Answer, nil
}

func (p *ModelPipe) next(ctx context.Context) ([]byte, error) {
	timer := time.NewTimer(p.timeout)
	defer timer.Stop()
	select {
	case l := <-p.lines:
		return l.text, l.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return nil, fmt.Errorf("no answer within %s; flush the output after each line, or give a longer --timeout", p.timeout)
	}
}

// finish sees to it that all was asked and that nothing more is said.
func (p *ModelPipe) finish(ctx context.Context, asked <-chan error) error {
	if err := <-asked; err != nil {
		return err
	}
	select {
	case l := <-p.lines:
		if l.err == nil {
			return fmt.Errorf("the model says %.80q after its last answer", l.text)
		}
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(min(p.timeout, time.Second)):
		// It goes on living; closing ends it.
	}
	return nil
}
