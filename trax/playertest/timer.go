package playertest

import (
	"context"
	"fmt"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax/referee"
)

// Timing is a player that is drilled to be timed: a latency.Subject.
type Timing struct {
	Harness *Harness
	Suite   []TestCase
	Asks    int                                                          // team codes that measure the transport's floor; 0 measures none
	Clocks  func(host.Player) (count int64, took time.Duration, ok bool) // of its last answer
}

var _ latency.Subject = (*Timing)(nil)

// NewTimer returns a timer for a player behind a wire, over the given number of games.
func (s *Timing) NewTimer(wire latency.UARTLine, games int) *latency.Timer {
	return &latency.Timer{Subject: s, Games: games, Run: latency.Run{
		Address: s.Harness.Address, Limit: s.Harness.Limits.Move, Wire: wire,
		Probe: referee.AskTeam, Across: "tiles", AcrossWords: "tiles on the board",
	}}
}

// Open implements latency.Subject.
func (s *Timing) Open(ctx context.Context) error { return s.Harness.Start(ctx) }

// Close implements latency.Subject.
func (s *Timing) Close() { s.Harness.Close() }

// Cycles implements latency.Subject.
func (s *Timing) Cycles() (count int64, took time.Duration, ok bool) {
	return s.Clocks(s.Harness.Player())
}

// Play implements latency.Subject.
func (s *Timing) Play(ctx context.Context, n int, t *latency.Timer) (strayed bool, err error) {
	g := s.Harness.Game(n, s.Suite)
	leave := g.StopWhen
	g.StopWhen = func() bool { return leave() || t.Enough() }
	g.OnAnswer = func(string, host.Answer) { t.Take(g.TestCase.Group, s.Harness.Last(), labels(g)) }
	if err = s.Harness.Play(ctx, g.Opponent); err == nil && g.Foul != nil {
		err = &check.PlayerError{What: say.Raw(g.FoulText())}
	}
	return g.LeftScript, err
}

func labels(g *Game) []latency.Label {
	p := g.Position
	return []latency.Label{
		{Name: "game", Value: g.Number}, {Name: "part", Value: g.TestCase.Name},
		{Name: "seat", Value: g.Color.String()}, {Name: "ply", Value: p.Ply() + 1},
		{Name: "tiles", Value: p.Tiles()}, {Name: "legal", Value: len(p.AppendMoves(nil))},
		{Name: "width", Value: p.Width()}, {Name: "height", Value: p.Height()},
	}
}

// Floor implements latency.Subject: it asks the player for its team code again and
// again. A player that answers it only now and then has a floor of those answers.
func (s *Timing) Floor(ctx context.Context, t *latency.Timer) error {
	limits := &s.Harness.Limits
	if limits.NoTeam || s.Asks == 0 {
		t.Run.FloorFault = "not measured"
		return nil
	}
	var all []latency.Exchange
	v, err := s.Harness.Run(ctx, func(ctx context.Context, table *host.Session) (host.Verdict, error) {
		v := host.Verdict{Winner: host.NoWinner, Reason: "timed"}
		for range s.Asks {
			_, err := table.AskFor(ctx, 0, referee.AskTeam, limits.Handshake, referee.IsTeam)
			if err != nil {
				return v, err
			}
			all = append(all, s.Harness.Last())
		}
		return v, nil
	})
	switch {
	case err != nil:
		return err
	case v.Foul != nil && len(all) == 0:
		return &check.PlayerError{What: say.Raw(fmt.Sprintf("the player does not answer %s: %s; --no-team does not ask",
			referee.AskTeam, check.FoulText(v.Foul, v.Foul.Said())))}
	case v.Foul != nil:
		t.Run.FloorFault = fmt.Sprintf("the player answered only %d of %d %s, then: %s",
			len(all), s.Asks, referee.AskTeam, v.Foul.Detail)
	}
	t.Run.Floor = latency.NewFloorOf(t.Run.Wire, all)
	t.Run.Estimator.Wire = t.Run.Floor.Wire
	if !t.Simulated() { // whose pins are the host's: there is no transport between them
		t.Run.Estimator.Floor = t.Run.Floor
	}
	return nil
}
