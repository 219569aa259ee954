package engine

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// proved looks for a win by attacks of the side to move in p and returns its first move
// and how many plies it takes, 0 where none is found.
func proved(t *testing.T, p *trax.Position, tried int64) (m trax.Move, plies int) {
	s := newSearch(Options{Evaluate: Tracks()})
	s.begin(p, newLimits(t.Context(), nil, time.Hour, 0), false)
	var f pnSearch
	f.begin(&s.tree)
	before := p.String()
	f.search(tried)
	require.Equal(t, before, p.String())
	if !f.proved() {
		return trax.Move{}, 0
	}
	return f.win()
}

// position is that behind moves.
func position(t *testing.T, moves string) *trax.Position {
	p := trax.NewPosition()
	for m := range strings.FieldsSeq(moves) {
		require.NoError(t, p.PlayText(m))
	}
	return p
}

// TestForcesFindDeepWins takes a position of a game whose side to move wins by six attacks
// in a row.
func TestForcesFindDeepWins(t *testing.T) {
	p := position(t, `@0/ A2+ B1\ @1/ A3+ @2+ B0/ A1+ @2+`)
	s := newSearch(Options{Evaluate: Tracks()})
	s.begin(p, newLimits(t.Context(), nil, time.Hour, 0), false)
	require.True(t, s.listRootMoves())
	require.Zero(t, s.pns.findWin(s.rootMoves), "too few moves tried")
	s.tree.nodes = 20_000 * pnsWinShare
	plies := s.pns.findWin(s.rootMoves)
	require.Equal(t, 11, plies)
	require.NoError(t, p.Play(s.rootMoves[0].move))
	for _, a := range p.AppendMoves(nil) {
		require.NoError(t, p.Play(a))
		_, after := proved(t, p, 20_000)
		require.Positive(t, after, "%s, then %s", s.rootMoves[0].move, a)
		require.LessOrEqual(t, after, plies-2)
		p.Undo()
	}
}

// TestForcesVerify takes a position of a game in which one move loses by attacks and
// another does not.
func TestForcesVerify(t *testing.T) {
	p := position(t, `@0/ B1\ C1+ A2+ A3/ @2+ B0\`)
	s := newSearch(Options{Evaluate: Tracks()})
	s.begin(p, newLimits(t.Context(), nil, time.Hour, 0), false)
	require.True(t, s.listRootMoves())
	s.tree.nodes = 20_000 * pnsRefuteShare
	looked := 0
	for i := range s.rootMoves {
		c, plies := &s.rootMoves[i], 0
		switch c.move.String() {
		case `A1\`:
			plies = 8
		case "A2+":
		default:
			continue
		}
		looked++
		before := p.String()
		score := s.pns.refuted(c, 50)
		require.Equal(t, before, p.String())
		if plies == 0 {
			require.Equal(t, 50, score)
			require.False(t, c.ended)
			continue
		}
		require.Equal(t, plies-win, score)
		require.Equal(t, score, s.tree.scoreChild(c, 9, 0, -infinite, infinite), "it counts as lost from then on")
	}
	require.Equal(t, 2, looked)
}
