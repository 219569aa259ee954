package rtl

import (
	"bytes"
	"context"
	"fmt"
	"slices"
)

// batchCommands is the number of commands that pass the pipe at once.
const batchCommands = 512

// batch is a request on its way and what must come back.
type batch struct {
	commands []Command
	request  []byte
	want     []byte
	ends     []int // of each record, in want
}

// lockstep runs a script on a core and on the rules at once.
type lockstep struct {
	core  *Core
	tally RunStats
	// history is every command since the last NEW, to name where it stopped.
	history []Command
	index   int // of the next command

	bins *classify // or nil
}

// run runs a script to its end or to the first difference. While the core
// works on one batch the next is made.
func (l *lockstep) run(ctx context.Context, room int, s script) (*Divergence, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pending := make(chan *batch, 2)
	free := make(chan *batch, 4)
	wrote := make(chan error, 1)
	go func() {
		defer close(pending)
		wrote <- l.ask(ctx, room, s, pending, free)
	}()
	var diverged *Divergence
	var err error
	for b := range pending {
		if diverged != nil || err != nil {
			continue // until the writer has seen that it is over
		}
		if diverged, err = l.compare(b); diverged != nil || err != nil {
			cancel()
		}
		select {
		case free <- b:
		default:
		}
	}
	if asked := <-wrote; err == nil && diverged == nil {
		err = asked
	}
	return diverged, err
}

// ask makes the batches of a script and sends them.
func (l *lockstep) ask(ctx context.Context, room int, s script, pending chan<- *batch, free <-chan *batch) error {
	o := newOracle(room)
	b := newBatch(free)
	var err error
	flush := func() {
		endBatch(b.request)
		select {
		case pending <- b:
		case <-ctx.Done():
			err = ctx.Err()
			return
		}
		err = l.core.p.Send(b.request)
		b = newBatch(free)
	}
	s(o, func(c Command) (uint8, bool) {
		from := len(b.want)
		b.want = o.answer(b.want, &c)
		if l.bins != nil {
			l.bins.add(&c)
		}
		b.ends = append(b.ends, len(b.want))
		b.request = c.append(b.request, l.core.logSize)
		b.commands = append(b.commands, c)
		status := b.want[from+1]
		if len(b.commands) == batchCommands {
			flush()
		}
		return status, err == nil
	})
	if err == nil && len(b.commands) > 0 {
		flush()
	}
	return err
}

func newBatch(free <-chan *batch) *batch {
	b := &batch{}
	select {
	case b = <-free:
	default:
	}
	b.commands, b.want, b.ends = b.commands[:0], b.want[:0], b.ends[:0]
	b.request = beginBatch(b.request[:0])
	return b
}

// compare is the scoreboard: it compares the responses to a batch with the expected ones.
func (l *lockstep) compare(b *batch) (*Divergence, error) {
	got, cycles, err := l.core.read()
	if err != nil {
		return nil, &crashContext{err, b.commands}
	}
	l.tally.count(b, cycles)
	agreed := len(b.commands)
	if !bytes.Equal(got, b.want) {
		agreed = b.agreed(got)
	}
	for i := range b.commands[:min(agreed+1, len(b.commands))] {
		if b.commands[i].Op == New {
			l.history = l.history[:0]
		}
		l.history = append(l.history, b.commands[i])
	}
	l.index += agreed
	if agreed == len(b.commands) {
		return nil, nil
	}
	from, rest := 0, got
	if agreed > 0 {
		from = b.ends[agreed-1]
		rest = got[min(from, len(got)):]
	}
	answer, _, err := next(rest)
	if err != nil {
		return nil, fmt.Errorf("the harness answered %d of %d commands", agreed, len(b.commands))
	}
	return &Divergence{
		Index: l.index, Commands: slices.Clone(l.history),
		Want: record(b.want[from:b.ends[agreed]]).decode(), Got: answer.decode(),
	}, nil
}

// agreed returns the number of records before the first divergence.
func (b *batch) agreed(got []byte) int {
	from := 0
	for i, end := range b.ends {
		if end > len(got) || !bytes.Equal(got[from:end], b.want[from:end]) {
			return i
		}
		from = end
	}
	return len(b.ends)
}

// crashContext is the error of a model that ended, with its commands.
type crashContext struct {
	err      error
	commands []Command
}

func (e *crashContext) Error() string { return e.err.Error() }
func (e *crashContext) Unwrap() error { return e.err }
