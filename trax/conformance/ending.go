package conformance

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/internal/phrase"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/drill"
)

// Limits of the step about the end of the game.
const (
	endGames = 30
	endPlies = 60
)

// stretchAny is a bound of a stretched board that is none.
const stretchAny = 1 << 20

// endings is the step in which we end games in every way, and come near it.
func (c *Checker) endings(ctx context.Context) (Step, error) {
	if c.unable() {
		return without(noMove), nil
	}
	policies := []drill.Policy{
		drill.Stretching(false, 8), drill.Stretching(true, 8), drill.Stretching(false, stretchAny), drill.Forcing, drill.Anywhere,
	}
	for _, p := range policies[:len(policies):len(policies)] {
		policies = append(policies, drill.Lasting(p))
	}
	rules := append(drill.EndRules(), drill.OnAtColumns, drill.OnAtRows, drill.OnInside)
	met := drill.Tally{}
	for i := 0; i < endGames && !met.Met(rules...); i++ {
		g := &drill.Opponent{
			Color: trax.Color(i / len(policies) % 2), Policy: policies[i%len(policies)],
			End: met.WantEnds, Stop: endPlies, Box: growBox,
		}
		if err := c.play(ctx, g); err != nil {
			return Step{}, err
		}
		if g.Foul != nil {
			return whole(g), nil
		}
		met.Add(g.Seen.Met)
	}
	s := Step{Detail: fmt.Sprintf("we ended %s", phrase.Plural(met[drill.EndForMover]+met[drill.EndForOther]+met[drill.EndForBoth], "game", "games"))}
	if missing := met.Missing(rules...); len(missing) > 0 {
		s.Status = Note
		s.Detail += fmt.Sprintf(" of %d; too few: %s", c.Played, texts(met, missing))
	}
	return s, nil
}
