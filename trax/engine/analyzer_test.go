package engine

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

func valueOf(t *testing.T, j *Analyzer, p *trax.Position, move string) int {
	t.Helper()
	m, err := trax.ParseMove(move)
	require.NoError(t, err)
	before, ply := p.String(), p.Ply()
	value, err := j.Analyze(t.Context(), p, m, time.Minute)
	require.NoError(t, err)
	require.Equal(t, before, p.String())
	require.Equal(t, ply, p.Ply())
	return value
}

func judge(t *testing.T, depth int) *Analyzer {
	t.Helper()
	j, err := NewAnalyzer(depth, nil)
	require.NoError(t, err)
	require.Equal(t, depth, j.Depth())
	return j
}

// The value of the best move is what minimax without any pruning makes of the
// position, and no other move is worth more.
func TestJudgeIsMinimax(t *testing.T) {
	evaluate := Tracks()
	for _, moves := range [][]string{
		{"@0+", "B1+", "B2+"},
		{"@0/", "A2\\"},
		{"@0+", "A2\\", "A0\\", "A0\\", "B4+"},
	} {
		p := trax.NewPosition()
		for _, m := range moves {
			require.NoError(t, p.PlayText(m))
		}
		for depth := 1; depth <= 3; depth++ {
			j := judge(t, depth)
			for _, m := range p.AppendMoves(nil) {
				require.NoError(t, p.Play(m))
				want := -plainMinimax(p, evaluate, depth-1, 1)
				p.Undo()
				require.Equal(t, want, valueOf(t, j, p, m.String()), "%v, then %s to depth %d", moves, m, depth)
			}
		}
	}
}

// plainMinimax is the score of p for the side to move.
func plainMinimax(p *trax.Position, evaluate Evaluator, depth, ply int) int {
	if p.Outcome().Over {
		return -endScore(p, ply)
	}
	if depth == 0 {
		return clamp(evaluate(p))
	}
	best := -infinite
	for _, m := range p.AppendMoves(nil) {
		if p.Play(m) != nil {
			continue
		}
		best = max(best, -plainMinimax(p, evaluate, depth-1, ply+1))
		p.Undo()
	}
	return best
}

func TestJudgeSeesEnds(t *testing.T) {
	p := trax.NewPosition()
	for _, m := range []string{"@0/", "A2\\"} {
		require.NoError(t, p.PlayText(m))
	}
	// B1\ closes a red loop, and white is to move: lost at once.
	plies, won, ok := DecisivePlies(valueOf(t, judge(t, 2), p, `B1\`))
	require.True(t, ok)
	require.False(t, won)
	require.Equal(t, 1, plies)

	p.Undo()
	require.NoError(t, p.PlayText("B1+"))
	_, _, ok = DecisivePlies(valueOf(t, judge(t, 1), p, "B2+"))
	require.False(t, ok)
}

func TestJudgeRefuses(t *testing.T) {
	_, err := NewAnalyzer(0, nil)
	require.ErrorContains(t, err, "depth 0")
	_, err = NewAnalyzer(65, nil)
	require.ErrorContains(t, err, "depth 65")

	p := trax.NewPosition()
	require.NoError(t, p.PlayText("@0/"))
	var illegal *trax.IllegalError
	_, err = judge(t, 2).Analyze(t.Context(), p, trax.Move{Cell: trax.Cell{Col: 1, Row: 1}, Shape: trax.Plus}, time.Second)
	require.ErrorAs(t, err, &illegal)
	require.Equal(t, 1, p.Ply())

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = judge(t, 4).Analyze(ctx, p, trax.Move{Cell: trax.Cell{Col: 2, Row: 1}, Shape: trax.Plus}, time.Second)
	require.ErrorIs(t, err, ErrNoTime)
	require.Equal(t, 1, p.Ply())
}
