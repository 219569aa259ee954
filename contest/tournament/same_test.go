package tournament

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestForgedNetworkShare: a decision that names another agent, or says another share, is
// found; one of a day before there were such names is none.
func TestForgedNetworkShare(t *testing.T) {
	share := NetworkShare{Entrant: "E2", Answers: 8, Exceeding: 8, Excess: 1, Trip: 2}
	derived := &Decision{Network: []NetworkShare{share}}
	require.NoError(t, (&Decision{Network: []NetworkShare{share}}).same(derived))
	require.NoError(t, (&Decision{}).same(derived))
	other := share
	other.Entrant = "E1"
	require.ErrorContains(t, (&Decision{Network: []NetworkShare{other}}).same(derived), "network: the decision says [E1: ")
	other = share
	other.Excess = 5
	require.ErrorContains(t, (&Decision{Network: []NetworkShare{other}}).same(derived), "network: ")
	require.ErrorContains(t, (&Decision{Network: []NetworkShare{share}}).same(&Decision{}), "network: ")
}
