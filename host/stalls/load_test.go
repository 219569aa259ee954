package stalls

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseLoad(t *testing.T) {
	load, ok := parseLoad("20.93 16.75 15.36 3/297 12345\n")
	require.True(t, ok)
	require.Equal(t, 20.93, load)
	for _, text := range []string{"", "\n", "x 1 2", "-1 2 3"} {
		_, ok := parseLoad(text)
		require.False(t, ok, text)
	}
}
