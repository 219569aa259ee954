package trax_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax"
)

// everyEnding plays every legal move: what AppendEndings does at less cost.
func everyEnding(p *trax.Position) (all []trax.EndingMove) {
	for _, m := range p.AppendMoves(nil) {
		if err := p.Play(m); err != nil {
			panic(err)
		}
		if o := p.Outcome(); o.Over {
			all = append(all, trax.EndingMove{Move: m, Completed: o.Completed})
		}
		p.Undo()
	}
	return all
}

func byPlace(a, b trax.EndingMove) int {
	switch {
	case a.Move.Cell.Row != b.Move.Cell.Row:
		return a.Move.Cell.Row - b.Move.Cell.Row
	case a.Move.Cell.Col != b.Move.Cell.Col:
		return a.Move.Cell.Col - b.Move.Cell.Col
	}
	return int(a.Move.Shape) - int(b.Move.Shape)
}

// TestEndings compares AppendEndings and Threats with playing every move, in
// games that avoid their end for as long as they can. LOOPLINE_ENDINGS is a number
// of positions, for more than a sample.
func TestEndings(t *testing.T) {
	tier.NoRace(t)
	rng := rand.New(rand.NewPCG(1, 2))
	positions, met, most := 0, map[trax.Completed]int{}, endingsAsked(t)
	for positions < most {
		p := trax.NewPosition()
		for n := 0; n < 70; n++ {
			moves := p.AppendMoves(nil)
			rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			quiet := slices.IndexFunc(moves, func(m trax.Move) bool {
				require.NoError(t, p.Play(m))
				over := p.Outcome().Over
				p.Undo()
				return !over
			})
			if quiet < 0 {
				break
			}
			require.NoError(t, p.Play(moves[quiet]))
			positions++
			requireEndings(t, p)
			for _, e := range p.Tactics().AppendEndings(nil) {
				met[e.Completed]++
			}
		}
	}
	for _, c := range []trax.Completed{trax.WhiteLoop, trax.WhiteLine, trax.RedLoop, trax.RedLine, trax.WhiteLoop | trax.RedLoop, trax.WhiteLoop | trax.RedLine} {
		require.Positive(t, met[c], "%v", c.Names())
	}
	t.Logf("%d positions, endings %v", positions, met)
}

// requireEndings compares AppendEndings and Threats with playing every move.
func requireEndings(t *testing.T, p *trax.Position) (endings int) {
	t.Helper()
	want, got := everyEnding(p), p.Tactics().AppendEndings(nil)
	slices.SortFunc(want, byPlace)
	slices.SortFunc(got, byPlace)
	require.Equal(t, want, got, "after %d plies:\n%s", p.Ply(), p)
	requireThreats(t, p, want)
	for _, m := range p.AppendMoves(nil) {
		wins := slices.ContainsFunc(want, func(e trax.EndingMove) bool { return e.Move == m && e.Wins(p.Turn()) })
		require.Equal(t, wins, p.Tactics().WinsBy(m), "%s\n%s", m, p)
	}
	return len(want)
}

// TestEndingsOnStrips does as TestEndings on boards at most seven rows high and
// sixty columns wide, on rows of five hundred columns and on boards that are
// stored as large ones are.
func TestEndingsOnStrips(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	row := func(columns int) *trax.Position {
		p := trax.NewPosition()
		require.NoError(t, p.PlayText("@0/"))
		for p.Width() < columns {
			shape := [2]trax.Shape{trax.Slash, trax.Plus}[p.Width()&1]
			require.NoError(t, p.Play(trax.Move{Cell: trax.Cell{Col: p.Width() + 1, Row: 1}, Shape: shape}))
		}
		return p
	}
	for name, c := range map[string]struct {
		columns, rows, plies int
		scattered            bool
	}{
		"seven high, sixty wide": {55, 7, 120, false},
		"five hundred columns":   {500, 6, 30, false},
		"scattered":              {1, 100, 60, true},
	} {
		p, met := row(c.columns), 0
		for tries := 0; tries < c.plies; tries++ {
			if c.scattered && tries%10 == 9 {
				p.Scatter()
			}
			// Near each other, turns come to something.
			moves := slices.DeleteFunc(p.AppendMoves(nil), func(m trax.Move) bool {
				return c.columns == 500 && m.Cell.Col < p.Width()-5
			})
			require.NoError(t, p.Play(moves[rng.IntN(len(moves))]))
			if p.Outcome().Over || p.Height() > c.rows {
				p.Undo()
				continue
			}
			met += requireEndings(t, p)
		}
		require.Positive(t, met, name)
	}
}

func requireThreats(t *testing.T, p *trax.Position, all []trax.EndingMove) {
	t.Helper()
	me := p.Turn()
	threats, win, won := p.Tactics().Threats(nil)
	mine := slices.ContainsFunc(all, func(e trax.EndingMove) bool { return e.Wins(me) })
	require.Equal(t, mine, won, "%s", p)
	if won {
		require.True(t, slices.ContainsFunc(all, func(e trax.EndingMove) bool { return e.Move == win && e.Wins(me) }), "%s\n%s", win, p)
		return
	}
	cells := map[trax.Cell]bool{}
	for _, e := range all {
		cells[e.Move.Cell] = true
	}
	require.Len(t, threats, len(cells))
	for _, e := range threats {
		require.Contains(t, all, e)
	}
}

func endingsAsked(t *testing.T) int {
	text := os.Getenv("LOOPLINE_ENDINGS")
	if text == "" {
		return 4000
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}
