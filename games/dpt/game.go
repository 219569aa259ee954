package dpt

import "slices"

// Game is a game in play: a position, and what changes by itself. It is used by
// one goroutine at a time.
type Game struct {
	*Position
	rules Rules
	turn  int
}

// New is a game by rules, which were checked.
func New(r Rules) *Game {
	r = r.Filled()
	return &Game{Position: NewPosition(r.Field, r.Swap), rules: r}
}

// Rules returns the rules of the game, with the defaults filled in.
func (g *Game) Rules() Rules { return g.rules }

// Turn is the number of turns that were played.
func (g *Game) Turn() int { return g.turn }

// Over reports whether the last turn was played.
func (g *Game) Over() bool { return g.turn >= g.rules.Turns }

// Play plays a turn, then changes the values if they change now; see
// [Position.Play].
func (g *Game) Play(actions [2][]Action) [2][]ActionStatus {
	applied := g.Position.Play(actions)
	g.turn++
	switch {
	case g.rules.Redraw == Always, g.rules.Redraw == Between && !g.Over():
		g.rules.values(g.values, g.turn)
	}
	return applied
}

// Field is the position as a field, so that a game could begin with it.
func (g *Game) Field() *Field {
	f := *g.rules.Field
	f.Values = slices.Clone(g.values)
	f.Tiles = make([]uint8, len(g.values))
	for i := range f.Tiles {
		f.Tiles[i] = g.Tile(Point{i % f.Width, i / f.Width})
	}
	for team := range f.Agents {
		f.Agents[team] = slices.Clone(g.agents[team])
	}
	return &f
}
