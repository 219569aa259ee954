package vectors

import (
	"math/rand/v2"

	"github.com/loopline/loopline/trax"
)

// policy is a way to choose moves that leads where random play does not.
type policy struct {
	name string
	// plies bounds a game on a board of 32 columns and rows.
	plies int
	// avoid: moves that end the game are not played unless no other is
	// found.
	avoid bool
	// tries is the number of random moves compared, 1 or more.
	tries int
	// value scores a move just played; the generator prefers higher scores.
	value func(before trax.Move, g *game) int
}

// policies is the order in which directed generation takes turns. Short games
// come first, so that vectors are short where they can be.
var policies = []policy{
	{name: "random", plies: 60, tries: 1},
	{name: "avoiding", plies: 60, avoid: true, tries: 1},
	{name: "dense", plies: 220, avoid: true, tries: 6, value: small},
	{name: "right", plies: 120, avoid: true, tries: 24, value: toward(1, 0)},
	{name: "left", plies: 120, avoid: true, tries: 24, value: toward(-1, 0)},
	{name: "down", plies: 120, avoid: true, tries: 24, value: toward(0, 1)},
	{name: "up", plies: 120, avoid: true, tries: 24, value: toward(0, -1)},
	{name: "corner", plies: 160, avoid: true, tries: 32, value: toward(-1, -1)},
	{name: "wide", plies: 120, avoid: true, tries: 12, value: large},
	{name: "loose", plies: 160, avoid: true, tries: 8, value: fewForced},
	{name: "long", plies: 260, avoid: true, tries: 1},
}

// policyOf is the policy for a round: each in turn twice, then mostly the cheap
// ones, which find in the end what is merely rare.
func policyOf(round int) *policy {
	const cheap = 3
	n := len(policies)
	if round < 2*n || round/n%4 == 0 {
		return &policies[round%n]
	}
	return &policies[round%cheap]
}

func small(_ trax.Move, g *game) int { return -g.pos.Width() - g.pos.Height() }

func large(_ trax.Move, g *game) int { return g.pos.Width() + g.pos.Height() }

func fewForced(_ trax.Move, g *game) int { return -g.pos.Forced() }

// toward likes what grows the box into a direction.
func toward(right, down int) func(trax.Move, *game) int {
	return func(_ trax.Move, g *game) int {
		across := g.pos.Width() - 1 - 2*g.left
		updown := g.pos.Height() - 1 - 2*g.above
		value := 0
		if right != 0 {
			value += right * across
		}
		if down != 0 {
			value += down * updown
		}
		return value
	}
}

// step plays one move on g by the policy. It returns false when the game is at
// its end: over, too long, or without a move that the board has room for.
func (p *policy) step(g *game, rng *rand.Rand, moves []trax.Move) bool {
	// A larger board takes longer to fill.
	plies := p.plies * max(1, (g.board.Columns+g.board.Rows)/64)
	if g.over() || g.pos.Ply() >= plies || len(moves) == 0 {
		return false
	}
	best, found, top := trax.Move{}, false, 0
	for try := 0; try < max(p.tries, 12); try++ {
		m := moves[rng.IntN(len(moves))]
		if _, full := g.full(m.Cell); full || !g.play(m) {
			continue
		}
		value := 0
		if p.value != nil {
			value = p.value(m, g)
		}
		if p.avoid && g.over() {
			value = -1 << 20
		}
		g.undo()
		if !found || value > top {
			best, found, top = m, true, value
		}
		if try+1 >= p.tries && found && top > -1<<20 {
			break
		}
	}
	return found && g.play(best)
}
