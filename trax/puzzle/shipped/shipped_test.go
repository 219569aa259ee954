package shipped_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/puzzle"
	"github.com/loopline/loopline/trax/puzzle/shipped"
)

// There are enough puzzles, no position twice, of every theme and most grades; of every 25th the
// answer alone wins in so many turns.
func TestPuzzles(t *testing.T) {
	all := shipped.All()
	require.GreaterOrEqual(t, len(all), 500)
	seen, themes, grades := map[string]bool{}, map[string]int{}, map[int]int{}
	for i, z := range all {
		p := trax.NewPosition()
		for _, m := range z.Moves {
			require.NoError(t, p.PlayText(m))
		}
		board := p.Turn().String() + p.String()
		require.False(t, seen[board], "%s", z)
		seen[board] = true
		themes[z.Theme]++
		grades[z.Grade]++
		require.Contains(t, puzzle.Themes(), z.Theme)
		if i > 0 {
			require.GreaterOrEqual(t, z.Grade, all[i-1].Grade)
		}
		if z.Turns == 3 || i%25 != 0 && testing.Short() {
			continue
		}
		s, err := puzzle.Solve(t.Context(), p, z.Turns)
		require.NoError(t, err)
		require.Equal(t, z.Turns, s.Turns, "%s", z)
		require.Len(t, s.Answers, 1, "%s", z)
		require.Equal(t, z.Answer, s.Answers[0].String())
	}
	for _, theme := range puzzle.Themes() {
		require.GreaterOrEqual(t, themes[theme], 5, theme)
	}
	require.GreaterOrEqual(t, len(grades), 8, "%v", grades)
	t.Log(themes, grades)
}

func TestParse(t *testing.T) {
	line := `attack 1 3 C2/ @0/ A2+`
	list, err := shipped.Parse("# a comment\n\n" + line + "\n")
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, line, list[0].String())
	for text, want := range map[string]string{
		"\nattack 1 3 C2/\n":     `line 2: "attack 1 3 C2/\n" is no puzzle`,
		"attack x 3 C2/ @0/\n":   `line 1: turns "x"`,
		"attack 1 11 C2/ @0/\n":  `line 1: grade "11"`,
		"attack 1 3.5 C2/ @0/\n": `line 1: grade "3.5"`,
	} {
		_, err := shipped.Parse(text)
		require.ErrorContains(t, err, want)
	}
	_, err = shipped.Parse(strings.Repeat(line+"\n", 3))
	require.NoError(t, err)
}
