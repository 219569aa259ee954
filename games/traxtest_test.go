package games

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/player"
)

// TestCheckOfTraxSeatsWhoConnects: a player that does not know -T is checked too,
// so nobody is asked for a team code before it is seated.
func TestCheckOfTraxSeatsWhoConnects(t *testing.T) {
	c := PlayerCheck{Test: &TestSetup{Address: "listen:localhost:10001", Opener: &player.Opener{Handshake: &player.Handshake{Text: "-T"}}}}
	require.NotNil(t, traxCheck(&c).Open)
	require.Nil(t, c.Test.Opener.Handshake)
}
