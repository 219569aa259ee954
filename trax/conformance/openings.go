package conformance

import (
	"context"
	"slices"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/playertest"
)

// knowsOpenings finds out, once, whether the player can begin behind an opening. The attempt is no game
// of the check, since the contest's protocol has no such line.
func (c *Checker) knowsOpenings(ctx context.Context) (bool, error) {
	if c.probed || c.unable() {
		return c.opens, nil
	}
	if err := c.harness.Start(ctx); err != nil {
		return false, ctx.Err() // whether it can be opened is another step's
	}
	knows, err := c.harness.KnowsOpenings(ctx)
	if err != nil {
		return false, err
	}
	c.probed, c.opens = true, knows
	return c.opens, nil
}

// leadRounds is how often an opening is played in which the player has to choose the move that is wanted.
const leadRounds = 2

// lead plays the openings for those of the rules that were not met often enough so far. More is told of
// every game, and reports whether to go on though the rules were met; it may be nil. It
// stops at the player's first foul: g is the game with it, nil if there is none.
func (c *Checker) lead(ctx context.Context, rules []playertest.Rule, more func(*playertest.Opponent) bool) (g *playertest.Opponent, err error) {
	goes := true
	for range leadRounds {
		for _, o := range playertest.Openings() {
			if !slices.Contains(rules, o.For) || c.total.Covered(o.For) && !(goes && more != nil) {
				continue
			}
			g := o.Opponent(playertest.Anywhere)
			g.Box = growBox
			if err := c.play(ctx, g); err != nil || g.Foul != nil {
				return g, err
			}
			if more != nil {
				goes = more(g)
			}
		}
	}
	return nil, nil
}

// fillFirst is how many games end with the player's first move, and fillAnswers how many answers are asked for
// in a game that only adds to the counts of moves.
const (
	fillFirst   = 8
	fillAnswers = 4
)

// fill begins games, and goes on behind openings until the rules that every game meets were met often enough.
func (c *Checker) fill(ctx context.Context) (g *playertest.Opponent, err error) {
	for range fillFirst {
		g := &playertest.Opponent{Color: trax.White, Policy: playertest.Anywhere, Stop: 1}
		if err := c.play(ctx, g); err != nil || g.Foul != nil {
			return g, err
		}
	}
	rules := []playertest.Rule{playertest.OwnMove, playertest.ForcedTile, playertest.ForcedThird, playertest.ForcedChain}
	for range leadRounds {
		for _, o := range playertest.Openings() {
			if o.Answers == 0 || c.total.Covered(rules...) {
				continue
			}
			o.Answers = fillAnswers
			g := o.Opponent(playertest.Lasting(playertest.Forcing))
			g.Box = growBox
			if err := c.play(ctx, g); err != nil || g.Foul != nil {
				return g, err
			}
		}
	}
	return nil, nil
}
