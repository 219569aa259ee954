package termsafe

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "芽室": 4, "a芽": 3} {
		require.Equal(t, want, Width(text), text)
		require.Equal(t, want+2, Width(Pad(text, want+2)), text)
		require.Equal(t, text, Pad(text, want-1))
	}
	require.Equal(t, "芽", Cut("芽室", 3))
	require.Equal(t, "芽室", Cut("芽室", 4))
	require.Empty(t, Cut("芽室", 1))
}
