package conformance

import (
	"context"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/playertest"
)

// Limits of a step whose opponent drives the board somewhere.
const (
	growTries = 14  // games; a player that ends them early is not brought there at the first
	growPlies = 160 // of a game
	growBox   = 30  // columns or rows to which we grow the board: many players have room for 32
)

// boardGrowthStep is such a step. It is reached when its rules were met as often as need
// be, in one colour and then the other, with one policy and then the next.
type boardGrowthStep struct {
	policies []playertest.Policy
	rules    []playertest.Rule
	also     []playertest.Rule                  // that openings lead to in this step, without which it is ok
	detail   func(playertest.Coverage) say.Text // of the coverage of a game
}

func (c *Checker) leftAndUp(ctx context.Context) (Step, error) {
	return c.boardGrowth(ctx, boardGrowthStep{
		policies: []playertest.Policy{playertest.LeftAndUp, playertest.Lasting(playertest.LeftAndUp)},
		rules:    []playertest.Rule{playertest.ReadLeft, playertest.ReadTop, playertest.WriteLeft, playertest.WriteTop},
		detail: func(s playertest.Coverage) say.Text {
			return say.Format("it grew so %s",
				say.Plural(s.Rules[playertest.ReadLeft]+s.Rules[playertest.ReadTop], "%d time", "%d times"))
		},
	})
}

func (c *Checker) beyondZ(ctx context.Context) (Step, error) {
	return c.boardGrowth(ctx, boardGrowthStep{
		policies: []playertest.Policy{playertest.Rightwards, playertest.Lasting(playertest.Rightwards)},
		rules:    []playertest.Rule{playertest.ReadTwoLetters, playertest.WriteTwoLetters},
		also:     []playertest.Rule{playertest.ReadTwoDigits, playertest.WriteTwoDigits},
		detail:   func(s playertest.Coverage) say.Text { return say.Plural(s.Width, "%d column", "%d columns") },
	})
}

func (c *Checker) longChains(ctx context.Context) (Step, error) {
	ladder := playertest.Laddering()
	return c.boardGrowth(ctx, boardGrowthStep{
		policies: []playertest.Policy{ladder, ladder, ladder, playertest.Lasting(playertest.Forcing)},
		rules:    []playertest.Rule{playertest.ForcedThird, playertest.ForcedChain, playertest.LongChain, playertest.LongerChain},
		detail: func(s playertest.Coverage) say.Text {
			return say.Format("at most %s in a turn", say.Plural(s.Forced, "%d forced tile", "%d forced tiles"))
		},
	})
}

func (c *Checker) boardGrowth(ctx context.Context, w boardGrowthStep) (Step, error) {
	if c.unable() {
		return skipped(noMove), nil
	}
	var best playertest.Coverage
	met := playertest.RuleCounts{}
	add := func(g *playertest.Opponent) bool {
		met.Add(g.Coverage.Rules)
		best = best.Larger(g.Coverage)
		return false
	}
	opens, err := c.knowsOpenings(ctx)
	if err != nil {
		return Step{}, err
	}
	if opens {
		met.Add(c.total)
		if g, err := c.lead(ctx, append(w.rules, w.also...), add); err != nil || g != nil {
			return wholeGameOf(g), err
		}
	}
	for i := 0; i < growTries && !opens; i++ {
		g := &playertest.Opponent{
			Color: trax.Color(i / 2 % 2), Policy: w.policies[i%len(w.policies)], Stop: growPlies, Box: growBox,
		}
		if err := c.play(ctx, g); err != nil {
			return Step{}, err
		}
		if g.Foul != nil {
			return wholeGame(g), nil
		}
		add(g)
		if met.Covered(w.rules...) {
			break
		}
	}
	best.Rules = met
	s := Step{Detail: w.detail(best)}
	if missing := met.Holes(w.rules...); len(missing) == len(w.rules) {
		s.Status, s.Detail = Skipped, say.Format("not reached in %d games: %s", c.Played, s.Detail)
	} else if len(missing) > 0 {
		s.Status, s.Detail = Note, say.Format("%s; too few in %d games: %s", s.Detail, c.Played, texts(met, missing))
	}
	return s, nil
}
