package playertest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// The rules agree with the golden vectors about which moves are legal, and which end the game.
func TestGoldenOpenings(t *testing.T) {
	all := GoldenOpenings()
	require.Greater(t, len(all), 100)
	ends := 0
	for _, o := range all {
		p := trax.NewPosition()
		for _, m := range o.Moves {
			require.NoError(t, p.PlayText(m))
		}
		require.False(t, p.Outcome().Over)
		require.NoError(t, p.PlayText(o.Lead), "%v %s", o.Moves, o.Lead)
		require.Equal(t, o.Answers == 0, p.Outcome().Over, "%v %s", o.Moves, o.Lead)
		if o.Answers == 0 {
			ends++
		}
		g := o.FromStart(Anywhere)
		require.Empty(t, g.Opening)
		require.Equal(t, len(o.Moves)+1, len(g.Script))
		require.Equal(t, o.Color(), g.Color)
	}
	require.Greater(t, ends, 20)
}
