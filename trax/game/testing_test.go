package game

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/player"
)

// TestCheckOfTraxSeatsWhoConnects: a player that does not know -T is checked too,
// so nobody is asked for a team code before it is seated.
func TestCheckOfTraxSeatsWhoConnects(t *testing.T) {
	c := descriptor.PlayerCheck{Test: &descriptor.TestSetup{Address: "listen:localhost:10001", Opener: &player.Opener{Handshake: &player.Handshake{Text: "-T"}}}}
	require.NotNil(t, checkConfig(&c).Open)
	require.Nil(t, c.Test.Opener.Handshake)
}

// TestMovesAreNoFormulas: a file of answer times has moves of Trax as they are, and what a spreadsheet would calculate with a mark.
func TestMovesAreNoFormulas(t *testing.T) {
	g := Descriptor()
	timer, err := g.NewTimer(t.Context(), &descriptor.Timing{TestSetup: &descriptor.TestSetup{Address: "bot", Opener: &player.Opener{}}})
	require.NoError(t, err)
	for answer, plain := range map[string]bool{"@0+": true, "@12\\": true, "@0/": true, "@SUM(A1)": false, "=1": false, "@0+1": false} {
		require.Equal(t, plain, timer.Run.Plain(answer), answer)
	}
}
