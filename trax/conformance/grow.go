package conformance

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/internal/phrase"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/drill"
)

// Limits of a step whose opponent drives the board somewhere.
const (
	growTries = 14  // games; a player that ends them early is not brought there at the first
	growPlies = 160 // of a game
	growBox   = 30  // columns or rows to which we grow the board: many players have room for 32
)

// grow is such a step. It is reached when its rules were met as often as need
// be, in one colour and then the other, with one policy and then the next.
type grow struct {
	policies []drill.Policy
	rules    []drill.Rule
	detail   func(drill.Seen) string // of what was reached in a game
}

func (c *Checker) leftAndUp(ctx context.Context) (Step, error) {
	return c.grow(ctx, grow{
		policies: []drill.Policy{drill.LeftAndUp, drill.Lasting(drill.LeftAndUp)},
		rules:    []drill.Rule{drill.ReadLeft, drill.ReadTop, drill.WriteLeft, drill.WriteTop},
		detail: func(s drill.Seen) string {
			return fmt.Sprintf("it grew so %s",
				phrase.Plural(s.Met[drill.ReadLeft]+s.Met[drill.ReadTop], "time", "times"))
		},
	})
}

func (c *Checker) beyondZ(ctx context.Context) (Step, error) {
	return c.grow(ctx, grow{
		policies: []drill.Policy{drill.Rightwards, drill.Lasting(drill.Rightwards)},
		rules:    []drill.Rule{drill.ReadTwoLetters, drill.WriteTwoLetters},
		detail:   func(s drill.Seen) string { return phrase.Plural(s.Width, "column", "columns") },
	})
}

func (c *Checker) longChains(ctx context.Context) (Step, error) {
	ladder := drill.Laddering()
	return c.grow(ctx, grow{
		policies: []drill.Policy{ladder, ladder, ladder, drill.Lasting(drill.Forcing)},
		rules:    []drill.Rule{drill.ForcedThird, drill.ForcedChain, drill.LongChain, drill.LongerChain},
		detail: func(s drill.Seen) string {
			return fmt.Sprintf("at most %s in a turn", phrase.Plural(s.Forced, "forced tile", "forced tiles"))
		},
	})
}

func (c *Checker) grow(ctx context.Context, w grow) (Step, error) {
	if c.unable() {
		return without(noMove), nil
	}
	var best drill.Seen
	met := drill.Tally{}
	for i := range growTries {
		g := &drill.Opponent{
			Color: trax.Color(i / 2 % 2), Policy: w.policies[i%len(w.policies)], Stop: growPlies, Box: growBox,
		}
		if err := c.play(ctx, g); err != nil {
			return Step{}, err
		}
		if g.Foul != nil {
			return whole(g), nil
		}
		met.Add(g.Seen.Met)
		best = best.Larger(g.Seen)
		if met.Met(w.rules...) {
			break
		}
	}
	best.Met = met
	s := Step{Detail: w.detail(best)}
	if missing := met.Missing(w.rules...); len(missing) == len(w.rules) {
		s.Status, s.Detail = Skipped, fmt.Sprintf("not reached in %d games: %s", growTries, s.Detail)
	} else if len(missing) > 0 {
		s.Status, s.Detail = Note, fmt.Sprintf("%s; too few in %d games: %s", s.Detail, c.Played, texts(met, missing))
	}
	return s, nil
}
