package check

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
)

// play plays one match. The error is ours; a foul of the player is in what
// comes back.
func (c *Checker) play(ctx context.Context, t Scenario) (*gameRun, error) {
	m := &gameRun{game: c.Played + 1, seat: t.Seat}
	if err := c.open(ctx, t.Seat); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m.absent = true
		return m, nil
	}
	c.NextGame()
	c.fresh, c.polled = false, c.player.PollingClient()
	seats := make([]host.Seat, len(c.Seats))
	for i, name := range c.Seats {
		if i == t.Seat {
			seats[i] = host.Seat{Address: c.Address, Player: c.player, PollingClient: c.player.PollingClient()}
			continue
		}
		ours, err := c.Opponent(ctx, name, t.Opponent)
		if err != nil {
			return nil, err
		}
		defer ours.Close()
		seats[i] = host.Seat{Address: "bot:" + t.Opponent, Player: ours}
	}
	if err := c.run(ctx, t, m, seats); err != nil {
		return nil, err
	}
	if m.ended || !c.player.Reusable() {
		c.close()
	}
	return m, nil
}

// run plays a match and adds its result to the session.
func (c *Checker) run(ctx context.Context, t Scenario, m *gameRun, seats []host.Seat) error {
	match, err := c.Match(t, seats...)
	if err != nil {
		return err
	}
	w := c.monitor(t, m)
	match.Watch, match.Record, match.Version = w.take, c.Record, c.Version
	if c.StderrLog != nil {
		c.StderrLog.Attach(match, t.Seat)
	}
	m.verdict, err = match.Run(ctx)
	if errors.Is(err, host.ErrInterrupted) {
		return context.Canceled
	}
	if err != nil {
		return err
	}
	if f := m.verdict.Foul; f != nil && f.Seat == t.Seat {
		f.Diagnose(ctx, c.player)
		w.foul(f)
		m.foul, m.why, m.ended = f, terminal.Explain(w.view, f), true
	}
	m.drawn = string(w.view.Draw(nil, w.view.Moves(), terminal.Style{}, terminal.Unbounded))
	return nil
}

// monitor follows one match. The match calls it, one event at a time.
type monitor struct {
	c     *Checker
	trial Scenario
	one   *gameRun
	view  terminal.View
	shown func(*record.Event) []string
}

func (c *Checker) monitor(t Scenario, m *gameRun) *monitor {
	w := &monitor{c: c, trial: t, one: m, view: c.View(), shown: func(*record.Event) []string { return nil }}
	if c.Watch != nil {
		w.shown = c.Watch(t.Seat)
	}
	return w
}

func (w *monitor) take(e record.Event) {
	if move, ok := w.view.Observe(e); ok {
		w.one.moves = append(w.one.moves, move.Words.String())
	}
	if e.Type == record.EventFouled && e.Foul != nil && e.Foul.Seat == w.trial.Seat {
		w.foul(host.FoulOf(e.Foul))
	}
	for _, name := range w.shown(&e) {
		if broken, ok := strings.CutPrefix(name, "!"); ok {
			w.c.violated[broken] = append(w.c.violated[broken], w.one)
		} else if !w.trial.Advice {
			w.c.passed[name]++
		}
	}
	if e.Seat == w.trial.Seat {
		w.manners(&e)
	}
}

// manners takes in an event of the player's.
func (w *monitor) manners(e *record.Event) {
	if e.Type == record.EventAnswer {
		w.one.answered++
	}
	w.c.Observe(e)
}

// foul takes in a foul of the player. One in a trial that gives advice is that
// step's alone.
func (w *monitor) foul(f *host.Foul) {
	why := terminal.Explain(w.view, f)
	if w.one.foul == nil {
		w.one.foul, w.one.why = f, why
	}
	if w.trial.Advice {
		return
	}
	first := *w.one
	first.foul, first.why, first.moves = f, why, slices.Clone(w.one.moves)
	w.c.fouls[f.Kind] = append(w.c.fouls[f.Kind], &first)
	if f.Kind == host.Gone {
		return // whatever the game calls it
	}
	for _, r := range w.c.Rules {
		if slices.Contains(r.Reasons, f.Reason) {
			w.c.violated[r.Name] = append(w.c.violated[r.Name], &first)
		}
	}
}
