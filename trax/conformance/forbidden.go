package conformance

import (
	"context"
	"fmt"
	"math"

	"github.com/loopline/loopline/internal/phrase"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/drill"
)

// Limits of the step about forbidden moves. A player that chooses by chance
// among the moves that fit plays one of them with a probability of 1 - exp(-p)
// at least, where p is how many it would play on average. One that takes wins
// plays one that looks like a win, and one that takes the first move that fits
// plays one where that is forbidden.
const (
	forbiddenGames = 24
	forbiddenTries = 12 // games after which a player that has met no such position ends every one too soon
	forbiddenPlies = 100
	forbiddenPicks = 4.6 // 99 %
	forbiddenFirst = 3   // positions
	forbiddenLures = 3   // positions
	earlyEnd       = 16  // plies before which a game is over too soon
)

// forbiddenStep is that step in progress.
type forbiddenStep struct {
	seen   drill.Seen
	habits drill.Habits
	soon   int // how many of the last games were over too soon, one after the other
}

// order is the player's habit that still has to be tried.
func (f *forbiddenStep) order() (drill.Order, bool) {
	order, is := f.habits.Order()
	return order, is && f.seen.FirstForbidden[order] < forbiddenFirst
}

func (f *forbiddenStep) done(games int) bool {
	if games >= forbiddenTries && f.seen.Positions == 0 {
		return true
	}
	_, habit := f.order()
	return f.seen.Picks >= forbiddenPicks && f.seen.Lures >= forbiddenLures && !habit
}

// policy is that of the next game.
func (f *forbiddenStep) policy(game int) drill.Policy {
	policy := drill.Forbidding()
	order, habit := f.order()
	switch {
	case game%2 == 1 && f.seen.Lures < forbiddenLures:
		policy = drill.Luring()
	case game > 4 && habit:
		policy = drill.ForbiddingFirst(order)
	}
	switch {
	case f.soon > 1 && game%4 >= 2:
		return drill.Surviving(policy)
	case f.soon > 1 || game%6 == 5:
		return drill.Lasting(policy)
	}
	return policy
}

// add takes in a game.
func (f *forbiddenStep) add(g *drill.Opponent) {
	f.habits.Add(g.Seen.Habits)
	if f.soon++; g.Ply() >= earlyEnd {
		f.soon = 0
	}
	f.seen.Positions += g.Seen.Positions
	f.seen.Moves += g.Seen.Moves
	f.seen.Picks += g.Seen.Picks
	f.seen.Lures += g.Seen.Lures
	for o, n := range g.Seen.FirstForbidden {
		f.seen.FirstForbidden[o] += n
	}
}

// forbidden is the step in which the player has many moves that fit, and that
// forced play forbids.
func (c *Checker) forbidden(ctx context.Context) (Step, error) {
	if c.unable() {
		return without(noMove), nil
	}
	f := forbiddenStep{habits: c.habits}
	for i := 0; i < forbiddenGames && !f.done(i); i++ {
		g := &drill.Opponent{Color: trax.Color(i / 2 % 2), Policy: f.policy(i), Stop: forbiddenPlies, Box: growBox}
		if err := c.play(ctx, g); err != nil {
			return Step{}, err
		}
		if g.Foul != nil {
			return whole(g), nil
		}
		f.add(g)
	}
	return f.step(c.Played), nil
}

// step is the outcome after some games.
func (f *forbiddenStep) step(games int) Step {
	s := Step{Detail: fmt.Sprintf("met %s with %s", phrase.Plural(f.seen.Positions, "position", "positions"),
		phrase.Plural(f.seen.Moves, "forbidden move", "forbidden moves"))}
	if f.seen.Picks < forbiddenPicks {
		s.Status = Note
		s.Detail += fmt.Sprintf(" in %d games: too few; a player that ignores contradictions and chooses by chance "+
			"shows it here with %.0f %%", games, 100*(1-math.Exp(-f.seen.Picks)))
	}
	if f.seen.Lures < forbiddenLures {
		s.Status = Note
		s.Detail += fmt.Sprintf("; a forbidden move looked like a win in %s: too few for a player that takes wins",
			phrase.Plural(f.seen.Lures, "position", "positions"))
	}
	if order, is := f.order(); is {
		s.Status = Note
		s.Detail += fmt.Sprintf("; it takes the first move that it finds, and that was forbidden in %s",
			phrase.Plural(f.seen.FirstForbidden[order], "position", "positions"))
	}
	return s
}
