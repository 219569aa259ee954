package searchmodel

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// position plays random turns, fewer than most, none of which ends the game.
func position(t *testing.T, rng *rand.Rand, most int) *trax.Position {
	t.Helper()
	p := trax.NewPosition()
	for range rng.IntN(most) {
		legal := p.AppendMoves(nil)
		require.NoError(t, p.Play(legal[rng.IntN(len(legal))]))
		if p.Outcome().Over {
			p.Undo()
			break
		}
	}
	return p
}

// shapes are the shapes by their numbers.
var shapes = [...]trax.Shape{trax.Plus, trax.Slash, trax.Backslash}

// TestCore has the model of the core answer every tile of positions as the rules
// do, and leave its board as it was.
func TestCore(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var c turnModel
	for range 60 {
		p := position(t, rng, 70)
		c.set(p, p.AppendTiles(nil))
		before := c
		for row := 0; row <= p.Height()+1; row++ {
			for col := 0; col <= p.Width()+1; col++ {
				for number, shape := range shapes {
					m := trax.Move{Cell: trax.Cell{Col: col, Row: row}, Shape: shape}
					a := c.play(c.square(col, row), uint8(number), true)
					err := p.Play(m)
					require.Equal(t, err == nil, a.status == statusOK, "%v of\n%v", m, p)
					if err != nil {
						continue
					}
					completed := p.Outcome().Completed
					p.Undo()
					require.Equal(t, uint8(completed), a.completed, "%v of\n%v", m, p)
				}
			}
		}
		require.Equal(t, before.words, c.words)
		require.Equal(t, before.occupied, c.occupied)
	}
}

// TestUndo: what was played and taken back leaves nothing.
func TestUndo(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	var c turnModel
	p := trax.NewPosition()
	c.set(p, nil)
	var states []turnModel
	for range 40 {
		legal := p.AppendMoves(nil)
		m := legal[rng.IntN(len(legal))]
		before := c
		number := uint8(0)
		for shapes[number] != m.Shape {
			number++
		}
		require.NoError(t, p.Play(m))
		if p.Outcome().Over {
			p.Undo()
			continue
		}
		require.Equal(t, uint8(statusOK), c.play(c.square(m.Cell.Col, m.Cell.Row), number, false).status)
		states = append(states, before)
	}
	require.Greater(t, len(states), 20)
	for i := len(states) - 1; i >= 0; i-- {
		c.undo()
		was := states[i]
		require.Equal(t, was.words, c.words)
		require.Equal(t, was.occupied, c.occupied)
		require.Equal(t, [...]uint16{was.left, was.right, was.top, was.bottom}, [...]uint16{c.left, c.right, c.top, c.bottom})
		require.Equal(t, was.red, c.red)
	}
}

// TestChoose: the move is legal, wins at once where one does, follows from the
// position and the limits, and no limit is passed by more than a node.
func TestChoose(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	one, other := New(), New()
	wins := 0
	for range 60 {
		p := position(t, rng, 40)
		text := p.String()
		l := Limits{Cycles: 20_000}
		r, ok := one.Choose(p, l)
		require.True(t, ok)
		require.Equal(t, text, p.String())
		_, _ = other.Choose(position(t, rng, 20), l)
		again, _ := other.Choose(p, l)
		require.Equal(t, r, again)
		require.Less(t, r.Cycles, 20_000+15_000)
		by, _ := one.Choose(p, Limits{Nodes: 20})
		require.LessOrEqual(t, by.Nodes, 20)

		_, _, won := p.Tactics().Threats(nil)
		require.Equal(t, won, r.Value == winValue-1)
		mover := p.Turn()
		require.NoError(t, p.Play(r.Move))
		if won {
			wins++
			require.True(t, p.Outcome().Over)
			require.Equal(t, mover, p.Outcome().Winner)
		}
	}
	require.Greater(t, wins, 10)
}

// TestSilent: there is no answer where the game is over or has outgrown the board.
func TestSilent(t *testing.T) {
	p := trax.NewPosition()
	for range maxSize + 1 {
		legal := p.AppendMoves(nil)
		m := legal[len(legal)-1]
		for _, m = range legal {
			if m.Cell.Col == p.Width()+1 && m.Shape == trax.Plus {
				break
			}
		}
		require.NoError(t, p.Play(m))
		if p.Outcome().Over {
			break
		}
	}
	_, ok := New().Choose(p, Limits{Depth: 1})
	require.False(t, ok)
}

// TestStop ends a search that has no other limit.
func TestStop(t *testing.T) {
	asked := 0
	r, ok := New().Choose(trax.NewPosition(), Limits{Stop: func() bool { asked++; return asked > 3 }})
	require.True(t, ok)
	require.Equal(t, 4*stopEvery, r.Nodes)
}
