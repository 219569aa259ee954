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
	g := &battle2048.Game{}
	for i := range g.Boards[0] {
		g.Boards[0][i] = uint8(i * 2)
	}
	var b strings.Builder
	require.NoError(t, Position(&b, g))
	for _, want := range []string{">4<", ">65536<", ">281474976710656<", ">first<", ">second<"} {
		require.Contains(t, b.String(), want)
	}
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
}
