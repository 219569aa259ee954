package rtl

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/waves"
	"github.com/loopline/loopline/trax"
)

// CompareConfig configures constrained-random lock-step co-simulation of a core.
type CompareConfig struct {
	Turns   int    // PLAY and TRY that are asked; 0 is one round
	Seed    uint64 // of the games and the power-up states
	First   int    // the round to begin with
	Workers int    // cores that run at once; 0 is as many as processors

	// Progress gets the number of turns so far, from one goroutine at a time; nil is
	// not.
	Progress func(turns int)
}

// rounds returns the number of rounds that make the turns.
func (c *CompareConfig) rounds() int { return max(1, (c.Turns+roundTurns-1)/roundTurns) }

// turns returns the number of turns of a round: the last has the rest.
func (c *CompareConfig) turns(round int) int {
	if c.Turns == 0 {
		return roundTurns
	}
	return min(roundTurns, c.Turns-(round-c.First)*roundTurns)
}

// Divergence is the first answer of a core that is not what the rules say.
type Divergence struct {
	Source string // of the core
	Size   int    // of its board: columns
	Seed   uint64
	Round  int    // of random games; -1 for the moves of a file
	Index  int    // of the command in its round, from 0
	Name   string // of the game in a file, if Round is -1

	Commands  []Command // since the last NEW, the wrong one last
	Want, Got Result
	Crash     error // instead of an answer; or nil

	asked, answered uint64 // the clock cycles, in a waveform
}

// Command is the one that was answered wrongly.
func (d *Divergence) Command() Command { return d.Commands[len(d.Commands)-1] }

// Position is the one that it was asked about, and the moves that lead there.
func (d *Divergence) Position() (pos *trax.Position, moves string) {
	o := newOracle(d.Size - 2)
	var played []string
	for _, c := range d.Commands[:len(d.Commands)-1] {
		before := o.pos.Ply()
		o.answer(nil, &c)
		switch now := o.pos.Ply(); {
		case now == 0:
			played = played[:0]
		case now > before:
			played = append(played, c.Move.String())
		case now < before:
			played = played[:now]
		}
	}
	return o.pos, strings.Join(played, " ")
}

// Compare plays random games on a core in lock-step with the rules: PLAY, TRY,
// UNDO, NEW and GEN, moves that are legal and moves that are not. Each round
// runs on a core that was just switched on. The divergence is nil if there is
// none; otherwise it is the one of the lowest round among those that ran.
func (m *CoreModel) Compare(ctx context.Context, c CompareConfig) (RunStats, *Divergence, error) {
	workers := c.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	r := &comparison{m: m, config: c, next: c.First, end: c.First + c.rounds()}
	r.progress.tell = c.Progress
	var all sync.WaitGroup
	for range min(workers, c.rounds()) {
		all.Go(func() { r.work(ctx) })
	}
	all.Wait()
	if r.diverged != nil {
		return r.progress.tally, r.diverged, nil
	}
	return r.progress.tally, nil, r.err
}

// comparison is shared by the workers.
type comparison struct {
	m        *CoreModel
	config   CompareConfig
	progress progress

	mu       sync.Mutex
	next     int // round
	end      int // no round from here on
	diverged *Divergence
	err      error
}

func (r *comparison) take() (round int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.next >= r.end || r.err != nil {
		return 0, false
	}
	r.next++
	return r.next - 1, true
}

func (r *comparison) work(ctx context.Context) {
	// A core that agreed is switched on again for the next round: to start a
	// process takes longer.
	var core *Core
	defer func() { core.close() }()
	for {
		round, ok := r.take()
		if !ok {
			return
		}
		tally, diverged, err := r.m.round(ctx, &core, r.config.Seed, round, r.config.turns(round))
		r.progress.add(&tally)
		r.mu.Lock()
		if diverged != nil {
			r.end = min(r.end, round)
			if r.diverged == nil || round < r.diverged.Round {
				r.diverged = diverged
			}
		}
		if err != nil && r.err == nil {
			r.err = err
		}
		r.mu.Unlock()
	}
}

// round runs one round of random games on a core, or on one that it starts. The
// core is closed, and nil, unless it agrees.
func (m *CoreModel) round(
	ctx context.Context, core **Core, seed uint64, round, turns int, args ...string,
) (RunStats, *Divergence, error) {
	t, d, err := m.lockstep(ctx, core, powerUp(seed, round), randomGames(seed, round, turns, m.config.Without), args...)
	if d != nil {
		d.Seed, d.Round = seed, round
	}
	return t, d, err
}

// powerUp is the seed of a round's power-up state.
func powerUp(seed uint64, round int) uint32 {
	return uint32(seed*0x9e3779b97f4a7c15>>32) ^ uint32(round)*0x9e3779b1
}

// GameComparer compares a core with the rules on games that are given. It is for
// one goroutine; the caller closes it.
type GameComparer struct {
	m    *CoreModel
	core *Core // that agreed last; or nil
}

// Games makes a comparer, which starts its core with the first game.
func (m *CoreModel) Games() *GameComparer { return &GameComparer{m: m} }

// Close ends the core.
func (g *GameComparer) Close() { g.core.close() }

// Compare plays the moves of one game, on a core that was just switched on, in
// lock-step with the rules.
func (g *GameComparer) Compare(ctx context.Context, name string, moves []trax.Move) (RunStats, *Divergence, error) {
	t, d, err := g.m.lockstep(ctx, &g.core, 1, gameScript(moves, g.m.config.Without))
	if d != nil {
		d.Round, d.Name = -1, name
	}
	return t, d, err
}

// lockstep runs a script on a core that is switched on for it: the given one, or
// one that is started. The core is closed, and nil, unless it agrees.
func (m *CoreModel) lockstep(
	ctx context.Context, on **Core, seed uint32, s script, args ...string,
) (RunStats, *Divergence, error) {
	var err error
	if *on == nil {
		*on, err = m.start(ctx, seed, args...)
	} else {
		err = (*on).PowerUp(seed)
	}
	if err != nil {
		return RunStats{}, nil, err
	}
	l := &lockstep{core: *on}
	if m.config.CountBins {
		l.bins = newClassify(m.logSize)
	}
	d, err := l.run(ctx, m.Room(), s)
	if l.bins != nil {
		l.tally.Bins = map[string]int{}
		l.bins.turns.Counts(l.tally.Bins)
	}
	if d != nil {
		d.asked, d.answered = (*on).asked, (*on).answered
	}
	if d != nil || err != nil {
		(*on).Close()
		*on = nil
	}
	if ctx.Err() != nil {
		return l.tally, nil, ctx.Err()
	}
	var crash *model.CrashError
	var asked *crashContext
	if errors.As(err, &crash) && errors.As(err, &asked) {
		d, err = l.crashed(asked, crash), nil
	}
	if d != nil {
		d.Source, d.Size = m.config.Source.Name, 1<<m.logSize
	}
	return l.tally, d, err
}

// crashed is the divergence of a core whose model ended inside a batch. Which
// of its commands did it is not known: the first is named.
func (l *lockstep) crashed(asked *crashContext, crash error) *Divergence {
	d := &Divergence{Index: l.index, Crash: crash}
	for _, c := range append(l.history, asked.commands[0]) {
		if c.Op == New {
			d.Commands = d.Commands[:0]
		}
		d.Commands = append(d.Commands, c)
	}
	return d
}

// Wave runs the round, or the game, of a divergence again and writes the
// waveform around its command to a file. The view has the command and its answer marked. M
// is the same core, built with Wave.
func (m *CoreModel) Wave(ctx context.Context, d *Divergence, moves []trax.Move, file string) (*waves.View, error) {
	if !m.config.Wave {
		return nil, errors.New("the model was built without waveforms")
	}
	const before = 3 // commands that are shown before the wrong one
	args := []string{fmt.Sprintf("+wave-from=%d", max(0, d.Index-before)), fmt.Sprintf("+wave-to=%d", d.Index)}
	traced := *m
	traced.wave = file
	var core *Core
	defer func() { core.close() }()
	var again *Divergence
	var err error
	if d.Round >= 0 {
		_, again, err = traced.round(ctx, &core, d.Seed, d.Round, roundTurns, args...)
	} else {
		_, again, err = traced.lockstep(ctx, &core, 1, gameScript(moves, m.config.Without), args...)
	}
	switch {
	case err != nil:
		return nil, err
	case again == nil || again.Index != d.Index:
		return nil, errors.New("it did not come about again: the core depends on more than its inputs and its power-up state")
	}
	return m.model.View(waves.Mark{Name: "command", Time: 2 * again.asked}, waves.Mark{Name: "answer", Time: 2 * again.answered}), nil
}
