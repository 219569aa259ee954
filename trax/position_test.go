package trax_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	. "github.com/loopline/loopline/trax"
)

// replay plays moves separated by spaces.
func replay(t testing.TB, moves string) *Position {
	p := NewPosition()
	for m := range strings.FieldsSeq(moves) {
		require.NoError(t, p.PlayText(m), "%s in %s", m, moves)
	}
	return p
}

// equal compares everything that p and n both know.
func equal(t testing.TB, n *naive, p *Position, history []Move) {
	require.Equal(t, n.rows(), p.Rows(), "%v", history)
	require.Equal(t, n.ply, p.Ply())
	require.Equal(t, n.forced, p.Forced(), "%v", history)
	require.Equal(t, len(n.tiles), p.Tiles())
	o := p.Outcome()
	require.Equal(t, n.over, o.Over, "%v", history)
	if o.Over {
		require.Equal(t, n.winner, o.Winner.String(), "%v", history)
		require.Equal(t, n.completed, o.Completed.Names(), "%v", history)
	}
}

// TestAgainstNaive plays random games on both implementations, compares all
// they say after every ply, and takes everything back at the end. Half of them
// are stored as large boards are from some ply on.
func TestAgainstNaive(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	rng := rand.New(rand.NewPCG(1, 2))
	contradictions := 0
	for game := range 300 {
		p, n := NewPosition(), newNaive()
		var history []Move
		var boards []string
		for !n.over && n.ply < 36 {
			got := p.AppendMoves(nil)
			if rng.IntN(8) == 0 {
				legal, forcedIllegal := n.moves()
				require.Equal(t, legal, got, "%v", history)
				require.Equal(t, forcedIllegal, p.AppendForcedIllegal(nil), "%v", history)
				contradictions += len(forcedIllegal)
			}
			boards = append(boards, p.String())
			m := got[rng.IntN(len(got))]
			if game%2 == 0 && n.ply == game/4%30 {
				p.Scatter()
			}
			history = append(history, m)
			require.Empty(t, n.play(m))
			require.NoError(t, p.Play(m), "%v", history)
			equal(t, n, p, history)
		}
		for i := len(boards) - 1; i >= 0; i-- {
			require.True(t, p.Undo())
			require.Equal(t, boards[i], p.String(), "%v", history)
			require.Equal(t, history[i], moveThat(t, p, history[i]))
		}
		require.False(t, p.Undo())
	}
	require.Positive(t, contradictions)
}

// moveThat plays m again and takes it back: undo has restored all of it.
func moveThat(t *testing.T, p *Position, m Move) Move {
	before := p.String()
	tracks := p.AppendTracks(nil)
	require.NoError(t, p.Play(m))
	require.True(t, p.Undo())
	require.Equal(t, before, p.String())
	require.Equal(t, tracks, p.AppendTracks(nil))
	return m
}

// TestReasonsAgainstNaive tries every notation in and around the box, and
// some beyond, on random positions.
func TestReasonsAgainstNaive(t *testing.T) {
	tier.Slow(t)
	rng := rand.New(rand.NewPCG(3, 4))
	seen := map[Reason]int{}
	for range 60 {
		p, n := NewPosition(), newNaive()
		for plies := rng.IntN(30); plies > 0 && !n.over; plies-- {
			legal := p.AppendMoves(nil)
			m := legal[rng.IntN(len(legal))]
			require.NoError(t, p.Play(m))
			require.Empty(t, n.play(m))
		}
		for row := range p.Height() + 4 {
			for col := range p.Width() + 4 {
				for _, s := range []Shape{Plus, Slash, Backslash} {
					m := Move{Cell{col, row}, s}
					want := tryNaive(n, m)
					got := tryPosition(t, p, m)
					require.Equal(t, want, got, "%s on\n%s", m, p)
					seen[got]++
				}
			}
		}
	}
	for _, r := range []Reason{"", FirstMove, OffBoard, Occupied, Isolated, Colour, GameOver} {
		require.Positive(t, seen[r], "%q never met", r)
	}
}

func tryNaive(n *naive, m Move) Reason {
	c := &naive{tiles: map[point]byte{}, ply: n.ply, over: n.over}
	for p, t := range n.tiles {
		c.tiles[p] = t
	}
	return c.play(m)
}

func tryPosition(t *testing.T, p *Position, m Move) Reason {
	before := p.String()
	err := p.Play(m)
	if err == nil {
		p.Undo()
		require.Equal(t, before, p.String())
		return ""
	}
	var illegal *IllegalError
	require.ErrorAs(t, err, &illegal)
	require.Equal(t, before, p.String())
	require.Equal(t, m.String(), illegal.Move)
	require.NotEmpty(t, illegal.Detail)
	return illegal.Reason
}

// TestMovesAreNeverFew: nobody ever has one legal move, or none. Above the leftmost and
// the rightmost tile of the top row lie cells that see one edge; a tile there whose edge
// towards the rest of the row differs from what its neighbour sees forces nothing. So it
// is at all four sides. The empty board alone has fewer than eight moves: two.
func TestMovesAreNeverFew(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	require.Len(t, NewPosition().AppendMoves(nil), 2)
	fewest := 1 << 20
	for game := range 60 {
		p := NewPosition()
		for p.Ply() < 40 {
			moves := p.AppendMoves(nil)
			m := moves[rng.IntN(len(moves))]
			if game%3 == 0 && p.Ply() > 0 { // a row of slashes, whose chains are long
				m = Move{Cell{p.Width() + 1, 1}, Slash}
			}
			if p.Play(m) != nil || p.Outcome().Over {
				break
			}
			fewest = min(fewest, len(p.AppendMoves(nil)))
			require.GreaterOrEqual(t, fewest, 8, "\n%s", p)
		}
	}
	t.Logf("at least %d moves in each of the positions met", fewest)
}

// TestReset: a position that has been reset plays as a new one does, whatever
// was on it.
func TestReset(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 15))
	p := NewPosition()
	for range 300 {
		p.Reset()
		require.Zero(t, p.Ply()+p.Tiles()+p.Width()+p.Height())
		fresh := NewPosition()
		for plies := 2 + rng.IntN(40); plies > 0 && !fresh.Outcome().Over; plies-- {
			legal := fresh.AppendMoves(nil)
			require.Equal(t, legal, p.AppendMoves(nil))
			m := legal[rng.IntN(len(legal))]
			require.NoError(t, p.Play(m))
			require.NoError(t, fresh.Play(m))
			require.Equal(t, fresh.String(), p.String())
			require.Equal(t, fresh.Outcome(), p.Outcome())
			require.Equal(t, fresh.AppendTracks(nil), p.AppendTracks(nil))
			if rng.IntN(4) == 0 {
				p.Undo()
				require.NoError(t, p.Play(m))
			}
		}
	}
}
