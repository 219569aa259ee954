package svg

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/internal/caption"
)

// A position with everything is a whole document, also when a name holds what XML
// does not.
func TestPosition(t *testing.T) {
	b := kakomimasu.RandomField(3)
	b.Players = 4
	p := kakomimasu.New(b)
	tiles := []byte(p.Tiles())
	copy(tiles, "AaBbCcDd")
	require.NoError(t, p.SetTiles(string(tiles)))
	for player := range 4 {
		require.NoError(t, p.SetAgent(player, 0, kakomimasu.Cell{X: player, Y: 2}))
	}
	var out strings.Builder
	require.NoError(t, Position(&out, p, []string{"<&>", "\x00", "third", "fourth"}))
	for d := xml.NewDecoder(strings.NewReader(out.String())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
	}
	require.Contains(t, out.String(), "&lt;&amp;&gt;")
	require.Equal(t, 4, strings.Count(out.String(), `font-size="15"`), "agents")
	require.Equal(t, 1, strings.Count(out.String(), `url(#area3)`))
}

// Names of 20 Japanese characters end before the points, which end before the edge.
func TestLongNames(t *testing.T) {
	for _, side := range []int{8, 24} {
		b := kakomimasu.RandomField(3)
		b.Width, b.Height, b.Players = side, side, 2
		b.Points = slices.Repeat([]int{16}, side*side)
		p := kakomimasu.New(b)
		require.NoError(t, p.SetTiles(strings.Repeat("A", side*side)))
		var out strings.Builder
		require.NoError(t, Position(&out, p, slices.Repeat([]string{strings.Repeat("札幌工業高校情報技術", 2)}, 2)))
		width := max(side*cell, 480) + 2*margin
		row := regexp.MustCompile(`<text x="64" y="\d+" font-size="(\d+)" fill="#1a1a1a">([^<]+)</text>\s+<text x="(\d+)" [^>]*text-anchor="end"[^>]*>(\d+)</text>\s+<text x="(\d+)" [^>]*>([^<]+)</text>`)
		rows := row.FindAllStringSubmatch(out.String(), -1)
		require.Len(t, rows, 2)
		for _, r := range rows {
			number := func(i int) int { n, _ := strconv.Atoi(r[i]); return n }
			require.LessOrEqual(t, 64+caption.Width(r[2], number(1)), number(3)-caption.Width(r[4], 28))
			require.LessOrEqual(t, number(3), number(5))
			require.LessOrEqual(t, number(5)+caption.Width(r[6], 20), width)
			require.Equal(t, side == 8, strings.HasSuffix(r[2], "…"), r[2])
			require.GreaterOrEqual(t, utf8.RuneCountInString(r[2]), 9)
		}
	}
}
