package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/vectors"
)

// modelWindow is how many questions may wait for their answers.
const modelWindow = 256

// model is a program that answers vectors. Its goroutines end when it is
// closed.
type model struct {
	conn    io.ReadWriteCloser
	timeout time.Duration
	lines   chan modelLine
	done    chan struct{} // closed by Close
	asked   chan error    // how asking ended
	idle    chan struct{} // closed when both goroutines have ended
	reading chan struct{}
}

// modelLine is a line of the model, or why there is no other.
type modelLine struct {
	text []byte
	err  error
}

func openModel(ctx context.Context, address string, timeout time.Duration, stderr io.Writer) (*model, error) {
	conn, err := bridge.Open(ctx, address, bridge.Options{Stderr: stderr})
	if err != nil {
		return nil, err
	}
	m := &model{
		conn: conn, timeout: timeout, lines: make(chan modelLine, modelWindow),
		done: make(chan struct{}), asked: make(chan error, 1),
		idle: make(chan struct{}), reading: make(chan struct{}),
	}
	go m.read()
	return m, nil
}

// Close ends the program and waits for the goroutines.
func (m *model) Close() error {
	close(m.done)
	err := m.conn.Close()
	<-m.reading
	<-m.idle
	return err
}

// read takes the model's lines as they come. A full window holds a model up
// that says more than it was asked.
func (m *model) read() {
	defer close(m.reading)
	s := bufio.NewScanner(m.conn)
	s.Buffer(nil, vectors.MaxLine)
	for s.Scan() {
		if !m.deliver(modelLine{text: append([]byte(nil), s.Bytes()...)}) {
			return
		}
	}
	err := s.Err()
	switch {
	case err == nil:
		err = errors.New("the model ended its output")
	case errors.Is(err, bufio.ErrTooLong):
		err = fmt.Errorf("a line of the model is longer than %d KiB", vectors.MaxLine>>10)
	}
	m.deliver(modelLine{err: err})
}

func (m *model) deliver(l modelLine) bool {
	select {
	case m.lines <- l:
		return true
	case <-m.done:
		return false
	}
}

// ask asks every vector of a file, and hands on what it asked. The channel is
// closed after the last.
func (m *model) ask(name string, kind vectors.Kind) <-chan vectors.Vector {
	pending := make(chan vectors.Vector, modelWindow)
	go func() {
		defer close(m.idle)
		defer close(pending)
		out := bufio.NewWriterSize(m.conn, 32<<10)
		_, err := readVectors(name, func(v vectors.Vector) error {
			return m.put(out, pending, v, kind)
		})
		if err == nil {
			err = out.Flush()
		}
		if half, ok := m.conn.(interface{ CloseWrite() error }); ok && err == nil {
			err = half.CloseWrite()
		}
		m.asked <- err
	}()
	return pending
}

// put asks a vector. What waits in the buffer goes out before a full window
// is waited for.
func (m *model) put(out *bufio.Writer, pending chan vectors.Vector, v vectors.Vector, kind vectors.Kind) error {
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
		case <-m.done:
			return errStop
		}
	}
	_, err := out.Write(line)
	return err
}

// answer waits for the answer to the vector with the given number.
func (m *model) answer(ctx context.Context, id int) (json.RawMessage, error) {
	l, err := m.next(ctx)
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

// next is the model's next line.
func (m *model) next(ctx context.Context) ([]byte, error) {
	timer := time.NewTimer(m.timeout)
	defer timer.Stop()
	select {
	case l := <-m.lines:
		return l.text, l.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return nil, fmt.Errorf("no answer within %s; flush the output after each line, or give a longer --timeout", m.timeout)
	}
}

// finish sees to it that all was asked and that nothing more is said.
func (m *model) finish(ctx context.Context) error {
	if err := <-m.asked; err != nil {
		return err
	}
	select {
	case l := <-m.lines:
		if l.err == nil {
			return fmt.Errorf("the model says %.80q after its last answer", l.text)
		}
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(min(m.timeout, time.Second)):
		// It goes on living; closing ends it.
	}
	return nil
}
