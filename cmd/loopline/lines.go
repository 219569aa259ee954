package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
)

// answerer appends the answer to one line to dst. It belongs to one goroutine.
type answerer func(dst, line []byte) ([]byte, error)

// batchBytes is how much of the input a goroutine takes at a time.
const batchBytes = 64 << 10

// batch is a run of lines and the answers to them.
type batch struct {
	lines   []byte
	ends    []int // of each line, in lines
	numbers []int // of each line, in the source
	answers []byte
	err     error         // of the line behind the last answer
	done    chan struct{} // closed when answers and err stand
}

func (b *batch) add(line []byte, number int) {
	b.lines = append(b.lines, line...)
	b.ends = append(b.ends, len(b.lines))
	b.numbers = append(b.numbers, number)
}

// answer answers the lines up to the first that cannot be.
func (b *batch) answer(name string, f answerer) {
	defer close(b.done)
	from := 0
	for i, end := range b.ends {
		answers, err := f(b.answers, b.lines[from:end])
		if err != nil {
			b.err = fmt.Errorf("%s:%d: %w", name, b.numbers[i], err)
			return
		}
		b.answers, from = answers, end
	}
}

// answerLines answers every line of s that is not blank, in order, on all
// processors. The first line that cannot be answered ends it, with the
// answers before it written. A line is answered at once when no other waits,
// so that a program may ask one at a time.
func answerLines(ctx context.Context, s *source, out *bufio.Writer, newAnswerer func() answerer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := runtime.GOMAXPROCS(0)
	jobs := make(chan *batch, workers)
	order := make(chan *batch, 2*workers)
	for range workers {
		f := newAnswerer()
		go func() {
			for b := range jobs {
				b.answer(s.name, f)
			}
		}()
	}
	go func() {
		defer close(jobs)
		defer close(order)
		readBatches(ctx, s, func(b *batch) bool {
			select {
			case order <- b:
			case <-ctx.Done():
				return false
			}
			if b.err != nil { // of reading: there is nothing to answer
				close(b.done)
				return false
			}
			select {
			case jobs <- b:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	return writeBatches(ctx, order, out)
}

// writeBatches writes the answers in order, and brings them out whenever
// there are no more at hand.
func writeBatches(ctx context.Context, order <-chan *batch, out *bufio.Writer) error {
	for {
		var b *batch
		var ok bool
		select {
		case b, ok = <-order:
		case <-ctx.Done():
			return ctx.Err()
		}
		if !ok {
			return ctx.Err()
		}
		select {
		case <-b.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if _, err := out.Write(b.answers); err != nil {
			return err
		}
		if b.err != nil {
			return b.err
		}
		if len(order) == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}

// readBatches cuts s into batches until emit refuses one.
func readBatches(ctx context.Context, s *source, emit func(*batch) bool) {
	b := newBatch()
	var long []byte
	for number := 1; ctx.Err() == nil; number++ {
		line, err := readLine(s.r, &long)
		if err == nil || errors.Is(err, io.EOF) {
			if !blank(line) {
				b.add(line, number)
			}
		}
		if len(b.ends) > 0 && (err != nil || len(b.lines) >= batchBytes || s.r.Buffered() == 0) {
			if !emit(b) {
				return
			}
			b = newBatch()
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				b.err = fmt.Errorf("%s:%d: %w", s.name, number, err)
				emit(b)
			}
			return
		}
	}
}

func newBatch() *batch { return &batch{done: make(chan struct{})} }

// readLine returns the next line without its end. With the error io.EOF it is
// the last, perhaps empty. The line is valid until the next call; long is
// where one that is longer than the buffer of r is put together.
func readLine(r *bufio.Reader, long *[]byte) ([]byte, error) {
	part, err := r.ReadSlice('\n')
	if err == nil {
		return part[:len(part)-1], nil
	}
	*long = append((*long)[:0], part...)
	for errors.Is(err, bufio.ErrBufferFull) {
		part, err = r.ReadSlice('\n')
		if len(*long)+len(part) > maxJSONLine {
			return nil, fmt.Errorf("line is longer than %d MiB, the limit", maxJSONLine>>20)
		}
		*long = append(*long, part...)
	}
	line := *long
	if err == nil {
		line = line[:len(line)-1]
	}
	return line, err
}

func blank(line []byte) bool {
	for _, c := range line {
		if !isSpace(c) {
			return false
		}
	}
	return true
}
