package series

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
)

// TestVanishingAgentLosesASeries: a player whose agent is lost loses from the second
// time on, at whichever seat it sits; a network that both have lost counts for nobody.
func TestVanishingAgentLosesASeries(t *testing.T) {
	var said []string
	s := &Series{Players: []string{"x", "y"}, Games: 4, lost: make([]int, 2), Say: func(text string) { said = append(said, text) }}
	void := func(lost ...int) *host.Verdict {
		return &host.Verdict{Winner: host.NoWinner, Void: true, Reason: host.ReasonLost, Lost: lost, Detail: "killed"}
	}
	for i, c := range []struct {
		number int
		v      *host.Verdict
		winner int
	}{
		{0, void(1), host.NoWinner}, // y is at seat 1
		{0, void(0, 1), host.NoWinner},
		{0, void(0), host.NoWinner}, // x, for the first time
		{1, void(0), 1},             // y is at seat 0
		{2, void(1), 0},
		{1, void(), host.NoWinner},
	} {
		require.Equal(t, c.winner != host.NoWinner, s.forfeits(c.number, "game", c.v), i)
		require.Equal(t, c.winner, c.v.Winner, i)
		require.Equal(t, c.winner == host.NoWinner, c.v.Void, i)
	}
	require.Equal(t, []string{
		"game is void, and counts as lost by y, whose agent was lost before: killed",
		"game is void, and counts as lost by y, whose agent was lost before: killed",
	}, said)
	s.Games = 1
	require.False(t, s.forfeits(0, "game", void(1)), "a game alone is void")
}
