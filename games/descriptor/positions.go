package descriptor

import (
	"context"
	"errors"
	"io"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/report"
	"github.com/loopline/loopline/internal/say"
)

// PositionTest is a test of a player in single positions.
type PositionTest struct {
	*TestSetup
	Drill Drill
	Count int               // positions
	Tick  func(reached int) // told of each; may be nil
}

// Tell tells how many positions were reached.
func (t *PositionTest) Tell(reached int) {
	if t.Tick != nil {
		t.Tick(reached)
	}
}

// ComparePositions brings a player to positions, and compares what it answers with what the rules allow and with
// what a bot would play. What was reached stays also with an error; that of a player that fails is a
// *check.PlayerError.
func (g *Descriptor) ComparePositions(ctx context.Context, t *PositionTest, p *report.Positions) error {
	p.Wanted = t.Count
	if g.Positions != nil {
		return g.Positions(ctx, t, p)
	}
	return g.playPositions(ctx, t, p)
}

// matchesWithoutMove limits the matches in a row in which a player makes no move.
const matchesWithoutMove = 3

// playPositions takes the positions of matches with our bots. The referee judges by the rules: a move that they
// forbid is a foul, which ends the match or is recorded.
func (g *Descriptor) playPositions(ctx context.Context, t *PositionTest, p *report.Positions) error {
	r := &compare.Report{Out: io.Discard, JSON: true, Seats: g.Seats, Bot: g.Bots[0]}
	play := tester{TestSetup: t.TestSetup, game: g}
	defer play.close()
	idle := 0
	for n := 0; p.Reached < t.Count && idle < matchesWithoutMove; n++ {
		before, mine := p.Reached, n%g.MinSeats
		var events []record.Event
		err := play.play(ctx, n, func(_ int, c host.Player) host.Player { return c }, func(e record.Event) {
			events = append(events, e)
			g.judged(&e, mine, p)
			t.Tell(p.Reached)
		})
		r.Only = mine
		if g.NewSuggester != nil && err == nil {
			err = g.compare(ctx, r, events)
			p.Bot, p.Compared = r.Bot, r.Moves()
			p.Same, p.Loss = r.Same()
		}
		foul, is := errors.AsType[*check.PlayerError](err)
		if err != nil && !is {
			return err
		}
		if idle++; p.Reached > before && !is {
			idle = 0
		}
		if is && idle == matchesWithoutMove {
			return foul
		}
	}
	if p.Reached < t.Count {
		return &check.PlayerError{What: say.Word("the player made no move")}
	}
	return nil
}

// judged counts an answer of the player's, and a foul of its.
func (g *Descriptor) judged(e *record.Event, seat int, p *report.Positions) {
	switch {
	case e.Seat == seat && e.Type == record.EventAnswer && e.Question != "":
		p.Reached++
		p.Played++
		p.Right++
	case (e.Type == record.EventFouled || e.Type == record.EventVerdict) && e.Foul != nil && e.Foul.Seat == seat:
		f := host.FoulOf(e.Foul)
		if f.Kind != host.Illegal && f.Kind != host.Protocol || p.Right == 0 {
			return // no answer that was counted
		}
		p.Right--
		p.AddWrong(report.Wrong{Expected: "an answer that the rules allow", Got: string(f.Bytes), Why: f.Reason + ": " + f.Detail})
	}
}
