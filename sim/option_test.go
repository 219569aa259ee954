package sim

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWithOption changes one option of an address and leaves the others.
func TestWithOption(t *testing.T) {
	require.Equal(t, "reference?seed=3", WithOption("reference", "seed", "3"))
	require.Equal(t, "d?top=a&skew=0.02&rx=b", WithOption("d?top=a&skew=-0.1&rx=b", "skew", "0.02"))
	require.Equal(t, "d?skew=1&skew=2", WithOption("d?skew=1&skew=2", "seed", "1"), "it is refused as it is")
	require.Equal(t, "d?top=a", WithoutOption("d?wave=x.fst&top=a", "wave"))
	require.Equal(t, "d", WithoutOption("d?wave=x.fst", "wave"))
	a, err := ParseAddress(WithOption("d?seed=9&clk=1e6", "seed", "4"))
	require.NoError(t, err)
	require.EqualValues(t, 4, a.Board.Seed)
	require.EqualValues(t, 1e6, a.Board.Clock)
}
