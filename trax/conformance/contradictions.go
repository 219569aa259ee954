package conformance

import (
	"context"
	"math"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/playertest"
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

// contradictionStep is that step in progress.
type contradictionStep struct {
	seen   playertest.Coverage
	habits playertest.MoveHabits
	soon   int // how many of the last games were over too soon, one after the other
}

// order is the player's habit that still has to be tried.
func (f *contradictionStep) order() (playertest.ScanOrder, bool) {
	order, is := f.habits.Order()
	return order, is && f.seen.FirstForbidden[order] < forbiddenFirst
}

func (f *contradictionStep) done(games int) bool {
	if games >= forbiddenTries && f.seen.Positions == 0 {
		return true
	}
	_, habit := f.order()
	return f.seen.Picks >= forbiddenPicks && f.seen.Baits >= forbiddenLures && !habit
}

func (f *contradictionStep) policy(game int) playertest.Policy {
	policy := playertest.Forbidding()
	order, habit := f.order()
	switch {
	case game%2 == 1 && f.seen.Baits < forbiddenLures:
		policy = playertest.Baiting()
	case game > 4 && habit:
		policy = playertest.ForbidFirstInScan(order)
	}
	switch {
	case f.soon > 1 && game%4 >= 2:
		return playertest.Surviving(policy)
	case f.soon > 1 || game%6 == 5:
		return playertest.Lasting(policy)
	}
	return policy
}

// add takes in a game.
func (f *contradictionStep) add(g *playertest.Opponent) {
	f.habits.Add(g.Coverage.Habits)
	if f.soon++; g.Ply() >= earlyEnd {
		f.soon = 0
	}
	f.seen.Positions += g.Coverage.Positions
	f.seen.Moves += g.Coverage.Moves
	f.seen.Picks += g.Coverage.Picks
	f.seen.Baits += g.Coverage.Baits
	for o, n := range g.Coverage.FirstForbidden {
		f.seen.FirstForbidden[o] += n
	}
}

// forbidden is the step in which the player has many moves that fit, and that
// forced play forbids.
func (c *Checker) forbidden(ctx context.Context) (Step, error) {
	if c.unable() {
		return skipped(noMove), nil
	}
	f := contradictionStep{habits: c.habits}
	opens, err := c.knowsOpenings(ctx)
	if err != nil {
		return Step{}, err
	}
	if opens {
		if g, err := c.lead(ctx, []playertest.Rule{playertest.Forbidden}, func(g *playertest.Opponent) bool {
			f.add(g)
			return f.seen.Picks < forbiddenPicks || f.seen.Baits < forbiddenLures
		}); err != nil || g != nil {
			return wholeGameOf(g), err
		}
	}
	for i := 0; i < forbiddenGames && !opens && !f.done(i); i++ {
		g := &playertest.Opponent{Color: trax.Color(i / 2 % 2), Policy: f.policy(i), Stop: forbiddenPlies, Box: growBox}
		if err := c.play(ctx, g); err != nil {
			return Step{}, err
		}
		if g.Foul != nil {
			return wholeGame(g), nil
		}
		f.add(g)
	}
	return f.step(c.Played), nil
}

// step is the outcome after some games.
func (f *contradictionStep) step(games int) Step {
	s := Step{Detail: say.Format("met %s with %s", say.Plural(f.seen.Positions, "%d position", "%d positions"),
		say.Plural(f.seen.Moves, "%d forbidden move", "%d forbidden moves"))}
	if f.seen.Picks < forbiddenPicks {
		s.Status = Note
		s.Detail = say.Format("%s in %d games: too few; a player that ignores contradictions and chooses by chance "+
			"shows it here with %.0f %%", s.Detail, games, 100*(1-math.Exp(-f.seen.Picks)))
	}
	if f.seen.Baits < forbiddenLures {
		s.Status = Note
		s.Detail = say.Format("%s; a forbidden move looked like a win in %s: too few for a player that takes wins",
			s.Detail, say.Plural(f.seen.Baits, "%d position", "%d positions"))
	}
	if order, is := f.order(); is {
		s.Status = Note
		s.Detail = say.Format("%s; it takes the first move that it finds, and that was forbidden in %s",
			s.Detail, say.Plural(f.seen.FirstForbidden[order], "%d position", "%d positions"))
	}
	return s
}
