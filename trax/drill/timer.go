package drill

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/trax/contest"
)

// Timer times the answers of a player that is drilled. The fields are set before
// Time, which is called once; Close ends it.
type Timer struct {
	Drill  *Drill
	Suite  []Part
	Games  int // to play
	Count  int // answers after which to stop; 0 plays all games
	Floor  int // team codes that measure the transport's floor; 0 measures none
	Wire   latency.Wire
	Cycles func(host.Player) (count int64, took time.Duration, ok bool) // of its last answer

	// Heard is told of each answer, after its game, and Ticked how many there
	// are, at once; nil are not told.
	Heard  func(*latency.Timed)
	Ticked func(answers int)

	run    latency.Run
	stalls *host.StallDetector // nil when time is simulated
}

// PlayerError says what a player did that ended a run.
type PlayerError struct{ What string }

// Error is What.
func (e *PlayerError) Error() string { return e.What }

// Close closes the player and returns what was timed, whatever ended it.
func (t *Timer) Close() *latency.Run {
	t.Drill.Close()
	if t.stalls != nil {
		t.stalls.Close()
	}
	t.run.End = time.Now()
	return &t.run
}

// Time measures the floor and times the games. The error of a player that fails
// is a *PlayerError.
func (t *Timer) Time(ctx context.Context) error {
	t.run = latency.Run{
		Address: t.Drill.Address, Limit: t.Drill.Limits.Move, Wire: t.Wire,
		Method: latency.Method{Wire: t.Wire}, Probe: contest.AskTeam,
		Across: "tiles", AcrossWords: "tiles on the board", Start: time.Now(),
	}
	if err := t.Drill.Start(ctx); err != nil {
		return err
	}
	if !t.simulated() {
		t.stalls = host.StartStallDetector()
	}
	if err := t.measureFloor(ctx); err != nil {
		return t.stop(err)
	}
	for number := range t.Games {
		g := t.Drill.Game(number, t.Suite)
		if err := t.play(ctx, g); err != nil {
			return t.stop(err)
		}
		if g.Foul != nil {
			return t.stop(&PlayerError{g.FoulText()})
		}
		t.run.Games++
		if t.enough() {
			break
		}
	}
	return nil
}

// simulated reports whether the player counts its own time.
func (t *Timer) simulated() bool {
	_, _, ok := t.Cycles(t.Drill.Player())
	return ok
}

// enough reports whether as many answers were timed as are wanted.
func (t *Timer) enough() bool { return t.Count > 0 && len(t.run.Answers) >= t.Count }

// stop notes why the run ended early.
func (t *Timer) stop(err error) error {
	t.run.Partial = err.Error()
	if errors.Is(err, context.Canceled) {
		t.run.Partial = "interrupted"
	}
	return err
}

// play plays one game and keeps its answers.
func (t *Timer) play(ctx context.Context, g *Game) error {
	leave := g.Enough
	g.Enough = func() bool { return leave() || t.enough() }
	g.Heard = func(string, host.Answer) { t.take(g) }
	first := len(t.run.Answers)
	err := t.Drill.Play(ctx, g.Opponent)
	answers := t.run.Answers[first:]
	t.markStalls(answers)
	if len(answers) > 0 && g.Strayed {
		t.run.Strayed++
	}
	for _, a := range answers {
		if t.Heard != nil {
			t.Heard(a)
		}
	}
	return err
}

// markStalls notes which answers of a game the host may have stamped late.
func (t *Timer) markStalls(answers []*latency.Timed) {
	if t.stalls != nil {
		latency.MarkStalls(answers, t.stalls.Stalls)
	}
}

// take keeps the answer that the player has just given.
func (t *Timer) take(g *Game) {
	p := g.Position
	a := &latency.Timed{
		Group: g.Part.Group, Exchange: t.Drill.Last(),
		Labels: []latency.Label{
			{Name: "game", Value: g.Number}, {Name: "part", Value: g.Part.Name},
			{Name: "seat", Value: g.Color.String()}, {Name: "ply", Value: p.Ply() + 1},
			{Name: "tiles", Value: p.Tiles()}, {Name: "legal", Value: len(p.AppendMoves(nil))},
			{Name: "width", Value: p.Width()}, {Name: "height", Value: p.Height()},
		},
	}
	if count, took, ok := t.Cycles(t.Drill.Player()); ok {
		a.Cycles = &latency.Cycles{Count: count, Took: took}
	}
	a.Reading = t.run.Method.Read(&a.Exchange)
	t.run.Answers = append(t.run.Answers, a)
	if t.Ticked != nil {
		t.Ticked(len(t.run.Answers))
	}
}

// measureFloor asks the player for its team code again and again. A player that
// answers it only now and then has a floor of those answers.
func (t *Timer) measureFloor(ctx context.Context) error {
	limits := &t.Drill.Limits
	if limits.NoTeam || t.Floor == 0 {
		t.run.FloorFault = "not measured"
		return nil
	}
	var all []latency.Exchange
	v, err := t.Drill.Run(ctx, func(ctx context.Context, table *host.Table) (host.Verdict, error) {
		v := host.Verdict{Winner: host.Nobody, Reason: "timed"}
		for range t.Floor {
			_, err := table.AskFor(ctx, 0, contest.AskTeam, limits.Handshake, contest.IsTeam)
			if err != nil {
				return v, err
			}
			all = append(all, t.Drill.Last())
		}
		return v, nil
	})
	switch {
	case err != nil:
		return err
	case v.Foul != nil && len(all) == 0:
		return &PlayerError{fmt.Sprintf("the player does not answer %s: %s (%s): %s; "+
			"--no-team does not ask", contest.AskTeam, v.Foul.Kind, v.Foul.Reason, v.Foul.Detail)}
	case v.Foul != nil:
		t.run.FloorFault = fmt.Sprintf("the player answered only %d of %d %s, then: %s",
			len(all), t.Floor, contest.AskTeam, v.Foul.Detail)
	}
	t.setFloor(all)
	return nil
}

// setFloor takes the measured floor into the method.
func (t *Timer) setFloor(all []latency.Exchange) {
	t.run.Floor = latency.NewFloorOf(t.Wire, all)
	t.run.Method.Wire = t.run.Floor.Wire
	if t.simulated() {
		return // its pins are the host's: there is no transport between them
	}
	t.run.Method.Floor = t.run.Floor
}
