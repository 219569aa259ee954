package games

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/player"
)

// Timer times the answers of a player in matches with our bots. The fields are
// set before Time, which is called once; Close ends it.
type Timer struct {
	Test  *Test
	Games int // to play
	Count int // answers after which to stop; 0 plays all games
	Wire  latency.Wire

	// Heard is told of each answer, after its game, and Ticked how many there
	// are, at once; nil are not told.
	Heard  func(*latency.Timed)
	Ticked func(answers int)

	game   *Game
	tester tester
	run    latency.Run
	stalls *host.StallDetector // nil when time is simulated
}

// NewTimer makes a timer of a player of the game.
func (g *Game) NewTimer(t *Test) *Timer {
	return &Timer{Test: t, game: g, tester: tester{Test: t, game: g}}
}

// Close closes the player and returns what was timed, whatever ended it.
func (t *Timer) Close() *latency.Run {
	t.tester.close()
	if t.stalls != nil {
		t.stalls.Close()
	}
	t.run.End = time.Now()
	return &t.run
}

// Time times the games. The error of a player that fails is a *PlayerError.
func (t *Timer) Time(ctx context.Context) error {
	t.run = latency.Run{
		Address: t.Test.Address, Limit: cmp.Or(t.Test.Settings.Move, time.Second), Wire: t.Wire,
		Method: latency.Method{Wire: t.Wire}, Across: "ply", AcrossWords: "answers before it in the game",
		FloorFault: "not measured: " + t.game.Name + " has no question that needs no thought", Start: time.Now(),
	}
	if err := t.tester.reopen(ctx, 0); err != nil {
		return err
	}
	if _, simulated := player.Cycles(t.tester.player); !simulated {
		t.stalls = host.StartStallDetector()
	}
	for n := range t.Games {
		if err := t.play(ctx, n); err != nil {
			t.run.Partial = err.Error()
			if errors.Is(err, context.Canceled) {
				t.run.Partial = "interrupted"
			}
			return err
		}
		t.run.Games++
		if t.enough() {
			break
		}
	}
	return nil
}

// enough reports whether as many answers were timed as are wanted.
func (t *Timer) enough() bool { return t.Count > 0 && len(t.run.Answers) >= t.Count }

// play plays one game and keeps the player's answers.
func (t *Timer) play(ctx context.Context, n int) error {
	var meter *latency.Meter
	first, mine := len(t.run.Answers), n%t.game.MinSeats
	err := t.tester.play(ctx, n, func(_ int, p host.Player) host.Player {
		meter = latency.NewMeter(p)
		return meter
	}, func(e host.Event) {
		if e.Type == host.EventAnswer && e.Seat == mine && e.Question != "" && !slices.Contains(t.game.Handshake, e.Question) && !t.enough() {
			t.take(n, len(t.run.Answers)-first, mine, meter.Last())
		}
	})
	answers := t.run.Answers[first:]
	t.markStalls(answers)
	if t.Heard != nil {
		for _, a := range answers {
			t.Heard(a)
		}
	}
	return err
}

// take keeps an answer. One that came before its question took no time that
// says anything.
func (t *Timer) take(game, ply, seat int, e latency.Exchange) {
	if e.Last.Before(e.Sent) {
		return
	}
	a := &latency.Timed{
		Group: t.game.Seats[seat], Exchange: e,
		Labels: []latency.Label{
			{Name: "game", Value: game + 1}, {Name: "seat", Value: t.game.Seats[seat]}, {Name: "ply", Value: ply + 1},
		},
	}
	if count, took, ok := player.ThinkingCycles(t.tester.player); ok {
		a.Cycles = &latency.Cycles{Count: count, Took: took}
	}
	a.Reading = t.run.Method.Read(&a.Exchange)
	t.run.Answers = append(t.run.Answers, a)
	if t.Ticked != nil {
		t.Ticked(len(t.run.Answers))
	}
}

// markStalls notes which answers of a game the host may have stamped late.
func (t *Timer) markStalls(answers []*latency.Timed) {
	if t.stalls != nil {
		latency.MarkStalls(answers, t.stalls.Stalls)
	}
}
