package reproduce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	bridgelines "github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/model"
)

// Conditions select a power-up state, and the times and the clock of the far end.
type Conditions struct {
	Seed uint32  // of the power-up state, from 1
	Skew float64 // of the far end's clock: 0.02 is 2 % fast

	// Timing selects when the lines come, from 1: the first is Timing-1 clock cycles late. 0
	// is the number of the seed.
	Timing uint32

	// Jitter moves each line by up to that, either way, by Timing.
	Jitter time.Duration

	// Tolerance is by how much an answer may take longer or shorter than recorded.
	Tolerance time.Duration
}

func (c *Conditions) timing() uint32 { return cmp.Or(c.Timing, c.Seed) }

// A Difference is the first answer whose bytes are not the recorded ones, or where there
// is none, the first at another time.
type Difference struct {
	Step     int // of the stimulus, from 0
	Recorded string
	Answered string
	Timing   bool // the bytes are the same
}

// A Replay is what a board did with the bytes of a game.
type Replay struct {
	Conditions
	Differs *Difference // nil if all is as recorded
	Times   []Times     // of the answers before the difference
	Framing int         // bytes without a stop bit

	// The clock cycles in which each step was sent, and was over.
	began, ended []uint64

	late *Difference // the first answer at another time
}

// Times holds the time of an answer in the record, and in simulation in whole
// microseconds.
type Times struct{ Recorded, Simulated time.Duration }

// mostTail bounds what is kept of a line that has no end.
const mostTail = 256

// The lengths of what is simulated at once, in clock cycles, and of the silence that
// ends a replay, in bytes.
const (
	slice     = 1 << 17
	tailBytes = 20
)

// replayer is a board that is sent a game.
type replayer struct {
	s      *Stimulus
	board  *sim.Board
	cutter bridgelines.Splitter
	c      Conditions
	random *rand.Rand
	r      *Replay

	lines   []Line
	drained uint64
	tail    []byte // since the last line
}

// Run sends the game to a board of the model, which the conditions describe. An error is
// of the simulation; a model that crashes is a difference.
func (s *Stimulus) Run(ctx context.Context, m *sim.BoardModel, lines bridgelines.Config, c Conditions) (*Replay, error) {
	r, err := s.run(ctx, m, lines, c, nil)
	if err == nil && r.Differs == nil {
		r.Differs = r.late // the bytes of all answers are the recorded ones
	}
	return r, err
}

// run is Run. Before, if it is not nil, is called before each step, and once after
// the last.
func (s *Stimulus) run(
	ctx context.Context, m *sim.BoardModel, lines bridgelines.Config, c Conditions, before func(b *sim.Board, step int) error,
) (*Replay, error) {
	board, err := m.WithConditions(c.Seed, c.Skew).Start(ctx)
	if err != nil {
		return nil, err
	}
	defer board.Close()
	p := &replayer{
		s: s, board: board, cutter: bridgelines.NewSplitter(lines), c: c, r: &Replay{Conditions: c},
		random: rand.New(rand.NewPCG(uint64(c.timing()), 0)),
	}
	due := uint64(max(1, c.timing()) - 1)
	for i := range s.Steps {
		after := s.Steps[i].After
		if i == 0 {
			after = max(after, m.Boot())
		}
		due += board.Cycles(after)
		if err := p.until(ctx, p.shaken(due)); err != nil {
			return p.lost(ctx, i, err)
		}
		if i > 0 && p.compare(i-1) {
			return p.r, nil
		}
		if before != nil {
			if err := before(board, i); err != nil {
				return nil, err
			}
		}
		began := board.Now()
		if err := p.step(ctx, i); err != nil {
			return p.lost(ctx, i, err)
		}
		p.r.began, p.r.ended = append(p.r.began, began), append(p.r.ended, board.Now())
		due = max(due, began-min(began, board.Cycles(c.Jitter))) // the board was slower than recorded
	}
	last := len(s.Steps) - 1
	if err := p.until(ctx, board.Now()+p.bytes(tailBytes)); err != nil {
		return p.lost(ctx, last, err)
	}
	if before != nil {
		if err := before(board, last+1); err != nil {
			return nil, err
		}
	}
	p.compare(last)
	return p.r, nil
}

// bytes is the clock cycles of a number of bytes.
func (p *replayer) bytes(n float64) uint64 { return uint64(n * 10 * p.board.Bit()) }

// shaken moves a time by the jitter.
func (p *replayer) shaken(due uint64) uint64 {
	if p.c.Jitter == 0 {
		return due
	}
	most := p.board.Cycles(p.c.Jitter)
	return due + p.random.Uint64N(2*most+1) - min(most, due)
}

// step sends what a step has, and waits for its answer.
func (p *replayer) step(ctx context.Context, i int) error {
	s := &p.s.Steps[i]
	p.lines, p.drained = nil, p.board.Now()
	p.cutter.StartQuestion()
	if len(s.Bytes) > 0 {
		received, sent, err := p.board.Run(s.Bytes, p.bytes(float64(len(s.Bytes)+2)*1.1), sim.WhenSent)
		p.drained = sent
		if err := errors.Join(p.feed(received), err); err != nil {
			return err
		}
	}
	if s.Limit == 0 {
		return nil
	}
	limit := s.Limit
	for _, l := range s.Lines {
		limit = max(limit, l.Used)
	}
	end := p.drained + p.board.Cycles(limit+p.c.Tolerance)
	for len(p.lines) < max(1, len(s.Lines)) && p.board.Now() < end {
		if err := p.advance(ctx, end, sim.AtLine); err != nil {
			return err
		}
	}
	return nil
}

// until runs the board until a clock cycle.
func (p *replayer) until(ctx context.Context, cycle uint64) error {
	for p.board.Now() < cycle {
		if err := p.advance(ctx, cycle, 0); err != nil {
			return err
		}
	}
	return nil
}

// advance runs the board for a while, but not beyond a clock cycle.
func (p *replayer) advance(ctx context.Context, end uint64, stop sim.Stop) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	cycles := min(end-p.board.Now(), slice)
	if ends, ok := p.cutter.SilenceEnds(); ok {
		cycles = min(cycles, p.board.Cycles(ends.Sub(p.at(p.board.Now())))+1)
	}
	received, _, err := p.board.Run(nil, cycles, stop)
	if err := errors.Join(p.feed(received), err); err != nil {
		return err
	}
	p.cutter.Silence(p.at(p.board.Now()), func(text string, _, last time.Time) { p.line(text, last) })
	return nil
}

// at is the time of a clock cycle.
func (p *replayer) at(cycle uint64) time.Time { return time.Unix(0, 0).Add(p.board.Duration(cycle)) }

// feed cuts what came into lines.
func (p *replayer) feed(received []sim.RxByte) error {
	for _, b := range received {
		if b.Framing {
			p.r.Framing++
			continue
		}
		if len(p.tail) < mostTail {
			p.tail = append(p.tail, b.Byte)
		}
		err := p.cutter.Feed([]byte{b.Byte}, p.at(b.End), func(text string, _, last time.Time) { p.line(text, last) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *replayer) line(text string, last time.Time) {
	p.tail = p.tail[:0]
	p.lines = append(p.lines, Line{text, max(0, last.Sub(p.at(p.drained)))})
}

// compare reports whether what came in a step differs from the record.
func (p *replayer) compare(i int) (differs bool) {
	want, got := &p.s.Steps[i], p.lines
	partial := ""
	if want.Partial != "" {
		partial = string(p.tail)
	}
	same := len(want.Lines) == len(got) && want.Partial == partial
	for n := 0; same && n < len(got); n++ {
		same = want.Lines[n].Text == got[n].Text
	}
	if !same {
		p.r.Differs = &Difference{Step: i, Recorded: said(want.Lines, want.Partial), Answered: said(got, string(p.tail))}
		return true
	}
	for n := range got {
		t := Times{want.Lines[n].Used, got[n].Used.Truncate(time.Microsecond)}
		off := t.Simulated - t.Recorded
		if want.Limit > 0 && max(off, -off) > p.c.Tolerance {
			if p.r.late == nil {
				p.r.late = &Difference{
					Step: i, Timing: true,
					Recorded: fmt.Sprintf("%.60q after %v", got[n].Text, t.Recorded), Answered: fmt.Sprintf("after %v", t.Simulated),
				}
			}
			continue
		}
		p.r.Times = append(p.r.Times, t)
	}
	return false
}

// lost is the end of a replay in which the model ended, or sent what is no line.
func (p *replayer) lost(ctx context.Context, i int, err error) (*Replay, error) {
	var garbled *bridgelines.GarbledError
	var crash *model.CrashError
	var overrun *model.OverrunError
	s := &p.s.Steps[i]
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &garbled) && s.Fault == record.FaultGarbled && strings.HasPrefix(string(garbled.Garbled()), s.Partial):
		return p.r, nil
	case errors.As(err, &garbled), errors.As(err, &crash), errors.As(err, &overrun), errors.Is(err, sim.ErrFinished):
		p.r.Differs = &Difference{Step: i, Recorded: said(s.Lines, s.Partial), Answered: fmt.Sprintf("%.200s", err.Error())}
		return p.r, nil
	}
	return nil, err
}
