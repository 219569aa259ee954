package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/engine"
)

// swapped returns the position after the same moves with all colours
// exchanged. The first tile is @0+ or @0/ and its colours are given, so the
// model is turned besides: a crossing by a quarter, a curve by a half.
func swapped(t *testing.T, moves []trax.Move, sizes [][2]int) *trax.Position {
	p := trax.NewPosition()
	for i, m := range moves {
		width, height := sizes[i][0], sizes[i][1]
		c := m.Cell
		switch {
		case i == 0:
		case moves[0].Shape == trax.Plus:
			m.Cell = trax.Cell{Col: height + 1 - c.Row, Row: c.Col}
			m.Shape = map[trax.Shape]trax.Shape{'+': '+', '/': '\\', '\\': '/'}[m.Shape]
		default:
			m.Cell = trax.Cell{Col: width + 1 - c.Col, Row: height + 1 - c.Row}
		}
		require.NoError(t, p.Play(m))
	}
	return p
}

func TestTracksIsSymmetricalInColours(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	evaluate := Tracks()
	unequal := 0
	for range 200 {
		p := trax.NewPosition()
		var moves []trax.Move
		var sizes [][2]int
		for range 1 + rng.IntN(30) {
			legal := p.AppendMoves(nil)
			m := legal[rng.IntN(len(legal))]
			sizes = append(sizes, [2]int{p.Width(), p.Height()})
			require.NoError(t, p.Play(m))
			if p.Outcome().Over {
				p.Undo()
				sizes = sizes[:len(sizes)-1]
				break
			}
			moves = append(moves, m)
		}
		value := evaluate(p)
		require.Equal(t, value, -evaluate(swapped(t, moves, sizes)), "\n%s", p)
		if value != 0 {
			unequal++
		}
	}
	require.Greater(t, unequal, 100)
}

func TestTracksPrefersThreatsAndLongLines(t *testing.T) {
	// White's view of a board: two tiles that make a U are a threat, and a
	// longer straight track is worth more than a shorter one.
	value := func(moves string) int {
		p := replay(t, moves)
		v := Tracks()(p)
		if p.Turn() == trax.Red {
			v = -v
		}
		return v
	}
	require.Greater(t, value(`@0/ @1\`), value(`@0/ @1+`)) // white U
	require.Less(t, value(`@0/ B1\`), value(`@0/ B1+`))    // red U
	require.Greater(t, value(`@0+ A0+ A0+ A0+ A0+`), value(`@0+ A0+ A0+`))
}

// TestEvaluatorIsReplaceable lets a bot that wants to be tall play.
func TestEvaluatorIsReplaceable(t *testing.T) {
	tall := func(p *trax.Position) int { return -p.Height() } // after the bot's own move
	p := replay(t, "@0+ B1+")
	for _, o := range []Options{{Evaluate: tall}, {Evaluate: tall, Seed: 8}} {
		m := choose(t, bot(t, "greedy", o), p)
		require.NoError(t, p.Play(m))
		require.Equal(t, 2, p.Height())
		p.Undo()
	}
}

// TestValuesAreClamped gives values beyond all wins: a win is still taken.
func TestValuesAreClamped(t *testing.T) {
	for _, huge := range []int{1 << 40, -1 << 40} {
		o := Options{Depth: 2, Evaluate: func(*trax.Position) int { return huge }}
		p := replay(t, `@0/ A2\`)
		for _, name := range []string{"greedy", "search"} {
			m := choose(t, bot(t, name, o), p)
			require.NoError(t, p.Clone().Play(m))
		}
	}
}
