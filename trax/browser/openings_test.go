package browser_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/book"
	"github.com/loopline/loopline/trax/browser"
)

// A page finds in a book what the book finds itself, in the position and in its mirror image.
func TestOpenings(t *testing.T) {
	s := browser.NewSession(nil)
	last := func(q browser.Question) browser.Answer {
		_, a := ask(t, s, q)
		return a
	}
	for _, moves := range [][]string{nil, {"@0/"}, {"@0/", `A2\`}, {"@0/", `B1\`}} {
		p := trax.NewPosition()
		for _, m := range moves {
			require.NoError(t, p.PlayText(m))
		}
		a := last(browser.Question{Do: "openings", Moves: moves})
		require.Equal(t, strconv.FormatUint(p.SymmetryKey(), 16), a.From)
		all := book.Classes(p)
		require.Len(t, a.Classes, len(all))
		for i, c := range all {
			require.Equal(t, strconv.FormatUint(c.To, 16), a.Classes[i].To)
			require.Len(t, a.Classes[i].Moves, len(c.Alike))
			for k, m := range c.Alike {
				require.Equal(t, m.String(), a.Classes[i].Moves[k])
			}
		}
	}
	over := last(browser.Question{Do: "openings", Moves: []string{"@0/", `A2\`, `B1\`}})
	require.NotEmpty(t, over.From)
	require.Empty(t, over.Classes)
	require.Equal(t, browser.ErrIllegal, last(browser.Question{Do: "openings", Moves: []string{"Z9/"}}).Error)
}
