package searchmodel

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tableOf writes a table whose weights say where they are.
func tableOf(weight func(colour, side, column, row int) int) string {
	var b strings.Builder
	b.WriteString("# a comment\n")
	for colour, own := range tableColours {
		for side, enters := range tableSides {
			fmt.Fprintf(&b, "\n%s %s # of a table\n", own, enters)
			for row := range 8 {
				fmt.Fprintf(&b, "%d:", row)
				for column := -8; column < 8; column++ {
					fmt.Fprintf(&b, " %d", weight(colour, side, column, row))
				}
				b.WriteString("\n")
			}
		}
	}
	return b.String()
}

// TestReadWeights: a weight is where its track is looked up, and an error names the line.
func TestReadWeights(t *testing.T) {
	weight := func(colour, side, column, row int) int { return colour*64 + side*16 + column - row - 40 }
	text := tableOf(weight)
	w, err := ReadWeights(strings.NewReader(text))
	require.NoError(t, err)
	for colour := range 2 {
		for side := range 4 {
			for column := -8; column < 8; column++ {
				for row := range 8 {
					track := Track{Own: colour == 0, Side: side, Columns: column, Rows: row}
					require.Equal(t, int8(weight(colour, side, column, row)), w[track.Index()], track)
				}
			}
		}
	}
	for _, c := range []struct{ from, to, says string }{
		{"own right", "own middle", "line 3: want the name of a table"},
		{"own top", "own right", "line 13: the table own right is there twice"},
		{"0: -48 ", "0: ", "line 4: want 0: and 16 weights"},
		{"0: -48 ", "1: -48 ", "line 4: want 0: and 16 weights"},
		{"0: -48 ", "0: 128 ", "line 4: a weight is a whole number from -128 to 127"},
		{"0: -48 ", "0: secret ", "line 4: a weight is a whole number"},
		{text[strings.Index(text, "other bottom"):], "", "it ends in table 7 of 8"},
		{"7: " + text[strings.LastIndex(text, "7:")+3:], "", "it ends in table 8 of 8"},
		{text, "", "it ends in table 1 of 8"},
	} {
		_, err := ReadWeights(strings.NewReader(strings.Replace(text, c.from, c.to, 1)))
		require.ErrorContains(t, err, c.says)
		require.NotContains(t, err.Error(), "secret")
	}
}
