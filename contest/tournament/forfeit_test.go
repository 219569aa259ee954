package tournament

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
)

// A game that is lost by absence is a fault of whoever was not there.
func TestForfeitIsAFault(t *testing.T) {
	g := &Game{State: Settled, Seats: []int{0, 1}}
	(&Match{Entrants: []int{0, 1}, Stage: &Stage{}}).forfeit(g, []int{1}, Forfeited)
	require.EqualValues(t, 1, g.Value(config.Faults, 1))
	require.EqualValues(t, 0, g.Value(config.Faults, 0))
}
