package svg

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/kakomimasu"
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
