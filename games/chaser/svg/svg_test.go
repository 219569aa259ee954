package svg

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/chaser"
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
	require.Contains(t, b.String(), ">COOL LL ")
	require.Contains(t, b.String(), ">HOT LL ")
}
