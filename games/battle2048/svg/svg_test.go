package svg

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/internal/caption"
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
		">4<", ">65536<", ">281474976710656<", ">&lt;Ann&gt;<", ">サッポロ高校プログラミング部<",
		`rotate(270 204 204)`,                            // the second's board was slid to the left
		`<rect x="167" y="87" width="74" height="74" rx`, // row 2, column 3 of the first's board
	} {
		require.Contains(t, b.String(), want)
	}
	require.Less(t, strings.Index(b.String(), `<rect x="167" y="87"`), strings.Index(b.String(), ">サッポロ高校プログラミング部<"))
	require.Greater(t, strings.Index(b.String(), "rotate(270"), strings.Index(b.String(), ">サッポロ高校プログラミング部<"))
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
}

// Names of 20 Japanese characters end before the scores.
func TestLongNames(t *testing.T) {
	g := battle2048.Position{Scores: [2]int64{123456, 7654321}}
	var out strings.Builder
	name := strings.Repeat("札幌工業高校情報技術", 2)
	require.NoError(t, Position(&out, &g, nil, [2]string{name, name}))
	row := regexp.MustCompile(`<text x="0" y="-20" font-size="(\d+)"[^>]*>([^<]+)</text>\s+<text x="(\d+)" y="-20" font-size="32"[^>]*text-anchor="end"[^>]*>(\d+)</text>`)
	rows := row.FindAllStringSubmatch(out.String(), -1)
	require.Len(t, rows, 2)
	for _, r := range rows {
		number := func(i int) int { n, _ := strconv.Atoi(r[i]); return n }
		require.LessOrEqual(t, caption.Width(r[2], number(1)), number(3)-caption.Width(r[4], 32))
		require.Contains(t, r[2], "…")
		require.GreaterOrEqual(t, utf8.RuneCountInString(r[2]), 10)
	}
}
