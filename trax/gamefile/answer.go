package gamefile

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
)

// Handler appends the answer to a game to dst. It belongs to one goroutine, and
// the game holds until it returns.
type Handler func(dst []byte, g *Game) ([]byte, error)

const batchBytes = 64 << 10

// batch is a run of lines and the answers to them.
type batch struct {
	lines   []byte
	ends    []int // of each line, in lines
	numbers []int // of each line, in the source
	answers []byte
	err     error         // of the line after the last answer
	done    chan struct{} // closed when answers and err stand
}

func (b *batch) add(line []byte, number int) {
	b.lines = append(b.lines, line...)
	b.ends = append(b.ends, len(b.lines))
	b.numbers = append(b.numbers, number)
}

// largeLine is the length of a line from which no other large one is answered
// at the same time: the boards of large games take much memory.
const largeLine = 1 << 20

// answer answers the lines up to the first that cannot be.
func (b *batch) answer(name string, f Handler, large *sync.Mutex) {
	defer close(b.done)
	from, g := 0, &Game{}
	for i, end := range b.ends {
		answers, err := answerLine(b.answers, b.lines[from:end], g, f, large)
		if err != nil {
			b.err = fmt.Errorf("%s:%d: %w", name, b.numbers[i], err)
			return
		}
		b.answers, from = answers, end
	}
}

func answerLine(dst, line []byte, g *Game, f Handler, large *sync.Mutex) ([]byte, error) {
	if err := g.decode(line); err != nil {
		return dst, err
	}
	if len(line) >= largeLine {
		large.Lock()
		defer large.Unlock()
	}
	return f(dst, g)
}

// AnswerAll writes the answers to all games: one by one by answer, or, of JSON
// Lines, as Answer does.
func (s *Source) AnswerAll(ctx context.Context, out *bufio.Writer, answer Handler, newAnswerer func() Handler) error {
	if s.Format == Lines {
		return s.Answer(ctx, out, newAnswerer)
	}
	return s.Each(ctx, func(g *Game) error {
		text, err := answer(nil, g)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name(), err)
		}
		_, err = out.Write(text)
		return err
	})
}

// Answer answers every game of JSON Lines, in order, on all processors, each
// with answerers of its own. The first line that cannot be answered ends it,
// with the answers before it written; the error names the line. A line is
// answered at once when no other waits, so that a program may ask one at a
// time. It writes to out, which the caller flushes in the end.
func (s *Source) Answer(ctx context.Context, out *bufio.Writer, newAnswerer func() Handler) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := runtime.GOMAXPROCS(0)
	jobs := make(chan *batch, workers)
	order := make(chan *batch, 2*workers)
	var large sync.Mutex
	var free batches
	for range workers {
		f := newAnswerer()
		go func() {
			for b := range jobs {
				b.answer(s.name, f, &large)
			}
		}()
	}
	go func() {
		defer close(jobs)
		defer close(order)
		s.readBatches(ctx, &free, func(b *batch) bool {
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
	return writeBatches(ctx, order, &free, out)
}

// writeBatches writes the answers in order, and brings them out whenever
// there are no more at hand.
func writeBatches(ctx context.Context, order <-chan *batch, free *batches, out *bufio.Writer) error {
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
		free.put(b)
		if len(order) == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}

// readBatches cuts s into batches until emit refuses one.
func (s *Source) readBatches(ctx context.Context, free *batches, emit func(*batch) bool) {
	b := free.get()
	for lines := (lineReader{r: s.r}); ctx.Err() == nil; {
		line, err := lines.next()
		if (err == nil || errors.Is(err, io.EOF)) && !blank(line) {
			b.add(line, lines.number)
		}
		if len(b.ends) > 0 && (err != nil || len(b.lines) >= batchBytes || s.r.Buffered() == 0) {
			if !emit(b) {
				return
			}
			b = free.get()
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				b.err = fmt.Errorf("%s:%d: %w", s.name, lines.number, err)
				emit(b)
			}
			return
		}
	}
}

// batches keeps the memory of batches that were written.
type batches struct{ pool sync.Pool }

// get returns an empty batch.
func (p *batches) get() *batch {
	b, ok := p.pool.Get().(*batch)
	if !ok {
		b = &batch{lines: make([]byte, 0, batchBytes+batchBytes/4), answers: make([]byte, 0, 3*batchBytes)}
	}
	b.done = make(chan struct{})
	return b
}

// put recycles a batch. It drops the buffers of large lines.
func (p *batches) put(b *batch) {
	if cap(b.lines)+cap(b.answers) <= 16*batchBytes {
		*b = batch{lines: b.lines[:0], ends: b.ends[:0], numbers: b.numbers[:0], answers: b.answers[:0]}
		p.pool.Put(b)
	}
}
