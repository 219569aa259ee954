package svg

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/battle2048"
)

// A position is a whole document with a number on each tile, however large.
func TestPosition(t *testing.T) {
	g := &battle2048.Position{}
	for i := range g.Boards[0] {
		g.Boards[0][i] = uint8(i * 2)
	}
	var b strings.Builder
	left := battle2048.Left
	require.NoError(t, Position(&b, g, &Move{Seat: 1, Slide: &left, Cells: []battle2048.Cell{7}}, [2]string{"<Ann>", "サッポロ高校プログラミング部"}))
	for _, want := range []string{
		">4<", ">65536<", ">281474976710656<", ">&lt;Ann&gt;<", ">サッポロ高校<",
		`rotate(270 204 204)`,                            // the second's board was slid to the left
		`<rect x="167" y="87" width="74" height="74" rx`, // row 2, column 3 of the first's board
	} {
		require.Contains(t, b.String(), want)
	}
	require.Less(t, strings.Index(b.String(), `<rect x="167" y="87"`), strings.Index(b.String(), ">サッポロ高校<"))
	require.Greater(t, strings.Index(b.String(), "rotate(270"), strings.Index(b.String(), ">サッポロ高校<"))
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
}
