package drill

import (
	"context"
	"fmt"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/trax/contest"
)

// Timing is a player that is drilled to be timed: a latency.Subject.
type Timing struct {
	Drill  *Drill
	Suite  []Part
	Asks   int                                                          // team codes that measure the transport's floor; 0 measures none
	Clocks func(host.Player) (count int64, took time.Duration, ok bool) // of its last answer
}

var _ latency.Subject = (*Timing)(nil)

// NewTimer makes a timer of the player behind a wire, over so many games.
func (s *Timing) NewTimer(wire latency.Wire, games int) *latency.Timer {
	return &latency.Timer{Subject: s, Games: games, Run: latency.Run{
		Address: s.Drill.Address, Limit: s.Drill.Limits.Move, Wire: wire,
		Probe: contest.AskTeam, Across: "tiles", AcrossWords: "tiles on the board",
	}}
}

// Open implements latency.Subject.
func (s *Timing) Open(ctx context.Context) error { return s.Drill.Start(ctx) }

// Close implements latency.Subject.
func (s *Timing) Close() { s.Drill.Close() }

// Cycles implements latency.Subject.
func (s *Timing) Cycles() (count int64, took time.Duration, ok bool) {
	return s.Clocks(s.Drill.Player())
}

// Play implements latency.Subject.
func (s *Timing) Play(ctx context.Context, n int, t *latency.Timer) (strayed bool, err error) {
	g := s.Drill.Game(n, s.Suite)
	leave := g.Enough
	g.Enough = func() bool { return leave() || t.Enough() }
	g.Heard = func(string, host.Answer) { t.Take(g.Part.Group, s.Drill.Last(), labels(g)) }
	if err = s.Drill.Play(ctx, g.Opponent); err == nil && g.Foul != nil {
		err = &check.PlayerError{What: g.FoulText()}
	}
	return g.Strayed, err
}

// labels say where in a game an answer was given.
func labels(g *Game) []latency.Label {
	p := g.Position
	return []latency.Label{
		{Name: "game", Value: g.Number}, {Name: "part", Value: g.Part.Name},
		{Name: "seat", Value: g.Color.String()}, {Name: "ply", Value: p.Ply() + 1},
		{Name: "tiles", Value: p.Tiles()}, {Name: "legal", Value: len(p.AppendMoves(nil))},
		{Name: "width", Value: p.Width()}, {Name: "height", Value: p.Height()},
	}
}

// Floor implements latency.Subject: it asks the player for its team code again and
// again. A player that answers it only now and then has a floor of those answers.
func (s *Timing) Floor(ctx context.Context, t *latency.Timer) error {
	limits := &s.Drill.Limits
	if limits.NoTeam || s.Asks == 0 {
		t.Run.FloorFault = "not measured"
		return nil
	}
	var all []latency.Exchange
	v, err := s.Drill.Run(ctx, func(ctx context.Context, table *host.Table) (host.Verdict, error) {
		v := host.Verdict{Winner: host.Nobody, Reason: "timed"}
		for range s.Asks {
			_, err := table.AskFor(ctx, 0, contest.AskTeam, limits.Handshake, contest.IsTeam)
			if err != nil {
				return v, err
			}
			all = append(all, s.Drill.Last())
		}
		return v, nil
	})
	switch {
	case err != nil:
		return err
	case v.Foul != nil && len(all) == 0:
		return &check.PlayerError{What: fmt.Sprintf("the player does not answer %s: %s (%s): %s; "+
			"--no-team does not ask", contest.AskTeam, v.Foul.Kind, v.Foul.Reason, v.Foul.Detail)}
	case v.Foul != nil:
		t.Run.FloorFault = fmt.Sprintf("the player answered only %d of %d %s, then: %s",
			len(all), s.Asks, contest.AskTeam, v.Foul.Detail)
	}
	t.Run.Floor = latency.NewFloorOf(t.Run.Wire, all)
	t.Run.Method.Wire = t.Run.Floor.Wire
	if !t.Simulated() { // whose pins are the host's: there is no transport between them
		t.Run.Method.Floor = t.Run.Floor
	}
	return nil
}
