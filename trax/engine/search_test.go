package engine

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// randomMoves plays up to plies random moves on p, none that ends the game,
// and returns how many it found.
func randomMoves(rng *rand.Rand, p *trax.Position, plies int) int {
	for n := range plies {
		moves := p.AppendMoves(nil)
		_ = p.Play(moves[rng.IntN(len(moves))])
		if p.Outcome().Over {
			p.Undo()
			return n
		}
	}
	return plies
}

// fromScratch returns the key of all tiles on p, cell by cell.
func fromScratch(l *zobristLevel, p *trax.Position) (key uint64) {
	for row := 1; row <= p.Height(); row++ {
		for col := 1; col <= p.Width(); col++ {
			c := trax.Cell{Col: col, Row: row}
			if t := p.At(c); t != trax.Empty {
				key ^= l.tileHash(c, t)
			}
		}
	}
	if p.Turn() == trax.Red {
		key ^= sideKey
	}
	return key
}

// TestKeyUnderPlayAndUndo walks at random up and down and compares the key
// kept with the one computed anew.
func TestKeyUnderPlayAndUndo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		p := trax.NewPosition()
		randomMoves(rng, p, rng.IntN(12))
		var f zobrist
		f.setRoot(p)
		root := *f.top()
		for range 60 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 || len(f.levels) > 1 && rng.IntN(3) == 0 {
				require.True(t, p.Undo())
				f.pop()
			} else {
				m := moves[rng.IntN(len(moves))]
				require.NoError(t, p.Play(m))
				f.push(p, m)
			}
			require.Equal(t, fromScratch(f.top(), p), f.top().posKey, "\n%s", p)
			if len(f.levels) == 1 {
				require.Equal(t, root, *f.top())
			}
		}
	}
}

// TestKeysTellBoardsApart maps every board that two plies can reach below a
// few roots to one key and every key to one board.
func TestKeysTellBoardsApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	transposed := 0
	for range 10 {
		p := trax.NewPosition()
		randomMoves(rng, p, 2+rng.IntN(6))
		var f zobrist
		f.setRoot(p)
		boards := map[uint64]string{}
		var walk func(depth int)
		walk = func(depth int) {
			l := f.top()
			board := fmt.Sprint(p.Turn(), l.col, l.row, "\n", p)
			if before, seen := boards[l.posKey]; seen {
				require.Equal(t, before, board)
				transposed++
			}
			boards[l.posKey] = board
			if depth == 0 {
				return
			}
			for _, m := range p.AppendMoves(nil) {
				require.NoError(t, p.Play(m))
				f.push(p, m)
				walk(depth - 1)
				f.pop()
				p.Undo()
			}
		}
		walk(2)
		unique := map[string]bool{}
		for _, b := range boards {
			unique[b] = true
		}
		require.Len(t, unique, len(boards))
	}
	require.Positive(t, transposed)
}

// plain returns the score of p to a depth by looking at everything.
func plain(p *trax.Position, evaluate Evaluator, depth, ply int) int {
	if depth == 0 {
		return clamp(evaluate(p))
	}
	best := -infinite
	for _, m := range p.AppendMoves(nil) {
		_ = p.Play(m)
		if p.Outcome().Over {
			best = max(best, endScore(p, ply+1))
		} else {
			best = max(best, -plain(p, evaluate, depth-1, ply+1))
		}
		p.Undo()
	}
	return best
}

// TestScoreIsMinimax compares the search, with its table and without, with
// looking at everything.
func TestScoreIsMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	ended := 0
	for i := range 40 {
		p := trax.NewPosition()
		randomMoves(rng, p, rng.IntN(9))
		depth := 2
		if p.Ply() < 4 || i%8 == 0 {
			depth = 3
		}
		with := newSearch1(Options{Depth: depth, Seed: uint64(i), Evaluate: Tracks()})
		without := newSearch1(Options{Depth: depth, Seed: uint64(i), Evaluate: Tracks()})
		without.tree.tt = nil
		a, err := with.iterate(t.Context(), p, time.Hour)
		require.NoError(t, err)
		b, err := without.iterate(t.Context(), p, time.Hour)
		require.NoError(t, err)
		require.Equal(t, plain(p, Tracks(), a.depth, 0), a.score, "\n%s", p)
		require.Equal(t, b.score, a.score)
		require.Equal(t, b.move, a.move)
		require.LessOrEqual(t, a.nodes, b.nodes)
		if isDecisive(a.score) {
			ended++
		}
	}
	require.Positive(t, ended)
}

// TestDeepTableChangesNothing goes deep enough for transpositions.
func TestDeepTableChangesNothing(t *testing.T) {
	for _, moves := range []string{"@0+", "@0/ B1+", "@0+ B1+ B2+ C1/ A0/"} {
		p := trax.NewPosition()
		for m := range strings.FieldsSeq(moves) {
			require.NoError(t, p.PlayText(m))
		}
		with := newSearch1(Options{Depth: 4, Evaluate: Tracks()})
		without := newSearch1(Options{Depth: 4, Evaluate: Tracks()})
		without.tree.tt = nil
		a, err := with.iterate(t.Context(), p, time.Hour)
		require.NoError(t, err)
		b, err := without.iterate(t.Context(), p, time.Hour)
		require.NoError(t, err)
		a.nodes, b.nodes = min(a.nodes, b.nodes), max(a.nodes, b.nodes)
		require.Less(t, a.nodes, b.nodes, moves)
		a.nodes = b.nodes
		require.Equal(t, b, a)
	}
}

func TestNodesAreBounded(t *testing.T) {
	p := trax.NewPosition()
	require.NoError(t, p.PlayText("@0+"))
	for _, nodes := range []int64{1, 10, 1000} {
		s := newSearch1(Options{Nodes: nodes, Evaluate: Tracks()})
		r, err := s.iterate(t.Context(), p, time.Hour)
		require.NoError(t, err)
		require.LessOrEqual(t, r.nodes, nodes)
		require.NoError(t, p.Clone().Play(r.move))
	}
}

func TestBenchIsFixed(t *testing.T) {
	n := Bench()
	require.Positive(t, n)
	require.Equal(t, n, Bench())
}

func TestShiftedWins(t *testing.T) {
	for _, score := range []int{0, 77, -MaxValue, MaxValue, win - 5, 5 - win} {
		require.Equal(t, score, scoreFromTT(scoreToTT(score, 3), 3))
	}
	require.Equal(t, win-2, scoreToTT(win-5, 3))
	require.Equal(t, 2-win, scoreToTT(5-win, 3))
}

func TestPickKeepsTheOrderOfEquals(t *testing.T) {
	list := []candidate{{moveKey: 1, orderScore: 2}, {moveKey: 2, orderScore: 5}, {moveKey: 3, orderScore: 5}, {moveKey: 4, orderScore: 2}}
	var tags []uint64
	keys := appendKeys(nil, list)
	for i := range list {
		tags = append(tags, list[selectBest(keys[i:])].moveKey)
	}
	require.Equal(t, []uint64{2, 3, 1, 4}, tags)
}

// TestSearchDoesNotAllocate searches again with memory that has grown.
func TestSearchDoesNotAllocate(t *testing.T) {
	p := trax.NewPosition()
	for _, m := range []string{"@0+", "B1+", "B2+", "C1/", "A0/"} {
		require.NoError(t, p.PlayText(m))
	}
	s := newSearch1(Options{Depth: 3, Evaluate: Tracks()})
	var nodes int64
	allocs := testing.AllocsPerRun(3, func() {
		r, err := s.iterate(t.Context(), p, time.Hour)
		require.NoError(t, err)
		nodes = r.nodes
	})
	require.Greater(t, nodes, int64(1000))
	require.Less(t, allocs, 50.0)
}

func BenchmarkSearch(b *testing.B) {
	var nodes int64
	for b.Loop() {
		nodes += Bench()
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
