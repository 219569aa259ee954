package term

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/trax"
)

// escapes are the sequences that colour and place.
var escapes = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

var fancy = terminal.Style{Fancy: true}

func position(t *testing.T, moves string) *trax.Position {
	p := trax.NewPosition()
	for _, move := range strings.Fields(moves) {
		require.NoError(t, p.PlayText(move))
	}
	return p
}

func TestAppendTracks(t *testing.T) {
	got := string(Append(nil, position(t, `@0/ A2\ B1\`), fancy, terminal.Unbounded))
	require.Equal(t, ""+
		"   @ A B C\n"+
		" 0 · · · ·\n"+
		" 1 ·╯╭╮╰ ·\n"+
		" 2 ·╮╰╯╭ ·\n"+
		" 3 · · · ·\n", escapes.ReplaceAllString(got, ""))
	require.Contains(t, got, "48;5;94m", "the loop is marked")
	require.NotContains(t, got, "48;5;236m", "all of it")
}

func TestAppendPlain(t *testing.T) {
	p := position(t, `@0/ A2\`)
	require.Equal(t, string(p.AppendText(nil)), string(Append(nil, p, terminal.Style{}, terminal.Unbounded)))
}

// wide is a board of more than 20 columns: it grows to the right wherever it
// can.
func wide(t *testing.T) *trax.Position {
	p := position(t, "")
	for rng := rand.New(rand.NewPCG(1, 1)); p.Ply() < 300 && !p.Outcome().Over; {
		moves := p.AppendMoves(nil)
		best := moves[rng.IntN(len(moves))]
		for range 60 {
			if m := moves[rng.IntN(len(moves))]; m.Cell.Col > best.Cell.Col {
				best = m
			}
		}
		require.NoError(t, p.Play(best))
	}
	require.Greater(t, p.Width(), 20)
	return p
}

// TestAppendFits wants every board to fit every window.
func TestAppendFits(t *testing.T) {
	p := wide(t)
	for _, room := range []terminal.Size{{Columns: 80, Rows: 24}, {Columns: 20, Rows: 5}, {Columns: 200, Rows: 100}, {Columns: 12, Rows: 4}} {
		for _, style := range []terminal.Style{fancy, {}} {
			text := escapes.ReplaceAllString(string(Append(nil, p, style, room)), "")
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			require.LessOrEqual(t, len(lines), room.Rows)
			for _, line := range lines {
				require.LessOrEqual(t, len([]rune(line)), room.Columns, "%q", line)
			}
		}
	}
}

// TestAppendLarge: a board of thousands of columns and rows is cut, in colours
// and in letters, and says so.
func TestAppendLarge(t *testing.T) {
	p := trax.NewPosition()
	require.NoError(t, p.PlayText("@0/"))
	for i := 1; i < 4000; i++ {
		at := trax.Cell{Col: i/2 + 1, Row: (i+1)/2 + 1}
		require.NoError(t, p.Play(trax.Move{Cell: at, Shape: trax.Slash}))
	}
	for _, style := range []terminal.Style{fancy, {}} {
		got := string(Append(nil, p, style, terminal.Unbounded))
		require.Less(t, len(got), 1<<16)
		require.Regexp(t, `(?m)^\.\.\. .*\b1938 (columns|rows)\b`, got)
	}
}
