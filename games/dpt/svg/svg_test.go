package svg

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/dpt"
)

// Every position is a whole document with all its things.
func TestPosition(t *testing.T) {
	g := dpt.New(dpt.Rules{Seed: 3, Width: 9, Height: 8})
	ring := []dpt.Action{{Type: dpt.Move, DX: 1, DY: 1}, {Type: dpt.Move, DX: 1, DY: -1}, {Type: dpt.Move, DX: 1, DY: 1},
		{Type: dpt.Move, DX: -1, DY: 1}}
	for i := 0; ; i++ {
		var b strings.Builder
		require.NoError(t, Position(&b, g))
		for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
		}
		require.Equal(t, 1, strings.Count(b.String(), "<circle "))
		require.Equal(t, 72, strings.Count(b.String(), `</text>`)-7, "a value a cell, and 7 texts more")
		if i == len(ring) {
			require.Contains(t, b.String(), "url(#area0)", "the ring is closed")
			return
		}
		require.NotContains(t, b.String(), "url(#area0)")
		g.Play([2][]dpt.Action{{ring[i]}, nil})
	}
}
