package trax_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// TestApproaches counts how well MayThreaten guesses the moves that threaten a loop.
// It leaves the position as it was.
func TestApproaches(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	var guessed, hit, missed, others, nearby int
	for range 40 {
		p := trax.NewPosition()
		near, attacks := p.Tactics().MayThreaten(trax.Move{Shape: trax.Plus})
		require.False(t, near || attacks)
		for p.Ply() < 16 {
			moves := p.AppendMoves(nil)
			require.NoError(t, p.Play(moves[rng.IntN(len(moves))]))
			if p.Outcome().Over {
				break
			}
			if len(p.Tactics().AppendEndings(nil)) > 0 {
				continue
			}
			before := p.String()
			for _, m := range p.AppendMoves(nil) {
				near, attacks := p.Tactics().MayThreaten(m)
				require.True(t, near || !attacks)
				switch threatens := threatensLoop(t, p, m); {
				case attacks && threatens:
					hit++
				case attacks:
					guessed++
				case threatens:
					missed++
				case near:
					nearby++
				default:
					others++
				}
			}
			require.Equal(t, before, p.String())
		}
	}
	t.Logf("threats guessed %d, missed %d; guessed for nothing %d, near %d, others %d", hit, missed, guessed, nearby, others)
	require.Greater(t, hit, 5*missed)
	require.Greater(t, hit, 5*guessed)
	require.Greater(t, others, nearby)
}

// threatensLoop reports whether after m its side could win by a loop, were it to move.
func threatensLoop(t *testing.T, p *trax.Position, m trax.Move) bool {
	me := p.Turn()
	require.NoError(t, p.Play(m))
	defer p.Undo()
	for _, e := range p.Tactics().AppendEndings(nil) {
		if e.Wins(me) && (e.Completed.Has(trax.WhiteLoop) || e.Completed.Has(trax.RedLoop)) {
			return true
		}
	}
	return false
}

// TestApproached counts how many of the turns that threaten to win Approached guesses,
// and how many others.
func TestApproached(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	var guessed, hit, missed, others int
	for range 12 {
		p := trax.NewPosition()
		require.False(t, p.Tactics().LastMayThreaten())
		for p.Ply() < 24 {
			moves := p.AppendMoves(nil)
			_ = p.Play(moves[rng.IntN(len(moves))])
			if p.Outcome().Over || len(p.Tactics().AppendEndings(nil)) > 0 && rng.IntN(10) > 0 {
				p.Undo()
				continue
			}
			for _, m := range p.AppendMoves(nil) {
				require.NoError(t, p.Play(m))
				if !p.Outcome().Over {
					switch threatens, approached := threatensNew(p), p.Tactics().LastMayThreaten(); {
					case approached && threatens:
						hit++
					case approached:
						guessed++
					case threatens:
						missed++
					default:
						others++
					}
				}
				p.Undo()
			}
		}
	}
	t.Logf("threats guessed %d, missed %d; guessed for nothing %d, others %d", hit, missed, guessed, others)
	require.Greater(t, hit, 20*missed)
	require.Greater(t, others, 4*guessed)
}

// threatensNew reports whether the side that has just moved would win at once by a turn
// by which it would not have won before.
func threatensNew(p *trax.Position) bool {
	me := p.Turn().Other()
	after := wins(p, me)
	q := p.Clone()
	q.Undo()
	before := wins(q, me)
	for m := range after {
		if !before[m] {
			return true
		}
	}
	return false
}

// wins are the turns by which a color wins at once, by their place from the first tile.
func wins(p *trax.Position, color trax.Color) map[trax.Move]bool {
	found, first := map[trax.Move]bool{}, p.First()
	for _, e := range p.Tactics().AppendEndings(nil) {
		if m := e.Move; e.Wins(color) {
			m.Cell.Col, m.Cell.Row = m.Cell.Col-first.Col, m.Cell.Row-first.Row
			found[m] = true
		}
	}
	return found
}

// TestSpanned compares, for cells of boxes of many sizes and around them, whether a line
// may join them with the sides of the box that each lies on.
func TestSpanned(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	spanned := 0
	for range 30 {
		p := trax.NewPosition()
		for p.Ply() < 40 && !p.Outcome().Over {
			moves := p.AppendMoves(nil)
			require.NoError(t, p.Play(moves[rng.IntN(len(moves))]))
			a, b := anyCell(rng, p), anyCell(rng, p)
			columns := p.Width() >= 7 && touches(a.Col, b.Col, p.Width())
			rows := p.Height() >= 7 && touches(a.Row, b.Row, p.Height())
			require.Equal(t, columns || rows, p.Spanned(a, b), "%s %s\n%s", a, b, p)
			if columns || rows {
				spanned++
			}
		}
	}
	require.Greater(t, spanned, 30)
}

// anyCell returns a cell on the rim of the box of p, or beyond it.
func anyCell(rng *rand.Rand, p *trax.Position) trax.Cell {
	c := trax.Cell{Col: rng.IntN(p.Width() + 2), Row: rng.IntN(p.Height() + 2)}
	if rng.IntN(2) == 0 {
		c.Col = []int{0, 1, 2, p.Width() - 1, p.Width(), p.Width() + 1}[rng.IntN(6)]
	} else {
		c.Row = []int{0, 1, 2, p.Height() - 1, p.Height(), p.Height() + 1}[rng.IntN(6)]
	}
	return c
}

// touches reports whether one of two places is the first or lies before it, and the other is
// the last or lies behind it.
func touches(a, b, last int) bool {
	return a <= 1 && b >= last || b <= 1 && a >= last
}
