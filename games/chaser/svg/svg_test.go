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

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/internal/caption"
)

// requireXML wants a document that an XML parser takes.
func requireXML(t *testing.T, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else {
			require.NoError(t, err)
		}
	}
}

// Every position of a game is a whole document, with all its things, also when a
// player is off the map and names hold what XML does not.
func TestPosition(t *testing.T) {
	m := chaser.RandomMap(3)
	g := chaser.New(m, m.Turns)
	for !g.Outcome().Over {
		var b strings.Builder
		require.NoError(t, Position(&b, g, [2]string{"<&>", "\x00"}))
		requireXML(t, b.String())
		require.Contains(t, b.String(), "&lt;&amp;&gt;")
		require.Equal(t, 2, strings.Count(b.String(), `stroke="#ffffff"`))
		g.Play(chaser.Method{Action: chaser.Walk, Direction: chaser.Up})
	}
	var b strings.Builder
	require.NoError(t, Position(&b, g, chaser.Seats))
	requireXML(t, b.String())
	require.Contains(t, b.String(), "stroke-dasharray", "the loser is marked")
	b.Reset()
	require.NoError(t, Position(&b, g, [2]string{"LL", "LL"}))
	require.Contains(t, b.String(), ">COOL LL<")
	require.Contains(t, b.String(), ">HOT LL<")
}

// The items are outermost, and names of 20 Japanese characters end before the turns in the middle.
func TestLongNames(t *testing.T) {
	m := chaser.RandomMap(3)
	g := chaser.New(m, m.Turns)
	var out strings.Builder
	require.NoError(t, Position(&out, g, [2]string{strings.Repeat("札幌工業高校情報技術", 2), strings.Repeat("函館工業高校情報技術", 2)}))
	columns, _ := g.Size()
	width := columns*cell + 2*margin
	row := regexp.MustCompile(`<text x="(\d+)" y="50" font-size="28">(\d+)</text><text x="(\d+)" y="50" font-size="(\d+)">([^<]+)</text>`)
	rows := row.FindAllStringSubmatch(out.String(), -1)
	require.Len(t, rows, 2)
	for player, r := range rows {
		number := func(i int) int { n, _ := strconv.Atoi(r[i]); return n }
		require.Equal(t, [2]int{margin, width - margin}[player], number(1))
		inwards := number(3) - number(1)
		if player == 1 {
			inwards = -inwards
		}
		require.GreaterOrEqual(t, inwards, caption.Width(r[2], 28))
		require.LessOrEqual(t, margin+inwards+caption.Width(r[5], number(4)), (width-turns)/2+1)
		require.Contains(t, r[5], "…")
		require.GreaterOrEqual(t, utf8.RuneCountInString(r[5]), 10)
	}
}
