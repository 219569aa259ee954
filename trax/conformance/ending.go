package conformance

import (
	"context"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/playertest"
)

// Limits of the step about the end of the game.
const (
	endGames = 30
	endPlies = 60
)

// stretchAny is an unbounded side of a stretched board.
const stretchAny = 1 << 20

// endings is the step in which we end games in every way, and come near it.
func (c *Checker) endings(ctx context.Context) (Step, error) {
	if c.unable() {
		return skipped(noMove), nil
	}
	policies := []playertest.Policy{
		playertest.Stretching(false, 8), playertest.Stretching(true, 8), playertest.Stretching(false, stretchAny), playertest.Forcing, playertest.Anywhere,
	}
	for _, p := range policies[:len(policies):len(policies)] {
		policies = append(policies, playertest.Lasting(p))
	}
	rules := append(playertest.EndRules(), playertest.OnAtColumns, playertest.OnAtRows, playertest.OnInside)
	met := playertest.RuleCounts{}
	opens, err := c.knowsOpenings(ctx)
	if err != nil {
		return Step{}, err
	}
	if opens {
		g, err := c.lead(ctx, rules, nil)
		if err == nil && g == nil {
			g, err = c.fill(ctx)
		}
		if err != nil || g != nil {
			return wholeGameOf(g), err
		}
		met.Add(c.total)
	}
	for i := 0; i < endGames && !opens && !met.Covered(rules...); i++ {
		g := &playertest.Opponent{
			Color: trax.Color(i / len(policies) % 2), Policy: policies[i%len(policies)],
			End: met.WantEnds, Stop: endPlies, Box: growBox,
		}
		if err := c.play(ctx, g); err != nil {
			return Step{}, err
		}
		if g.Foul != nil {
			return wholeGame(g), nil
		}
		met.Add(g.Coverage.Rules)
	}
	ended := say.Plural(met[playertest.EndForMover]+met[playertest.EndForOther]+met[playertest.EndForBoth], "%d game", "%d games")
	s := Step{Detail: say.Format("we ended %s", ended)}
	if missing := met.Holes(rules...); len(missing) > 0 {
		s.Status = Note
		s.Detail = say.Format("we ended %s of %d; too few: %s", ended, c.Played, texts(met, missing))
	}
	return s, nil
}
