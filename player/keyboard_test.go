package player

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKeyboard: a line that is far too long, as one that was pasted, is cut and not the end of
// all typing; the last line may have no end.
func TestKeyboard(t *testing.T) {
	long := strings.Repeat("x", maxTyped)
	for typed, want := range map[string][]string{
		"one\ntwo\r\n\nlast":   {"one", "two", "", "last"},
		long[1:] + "\nafter\n": {long[1:], "after"},
		long + "\nafter\n":     {long + tooLong, "after"},
		strings.Repeat(long, 100) + "xy\nafter\n" + long + "z": {long + tooLong, "after", long + tooLong},
		"": nil,
	} {
		k := NewKeyboard(strings.NewReader(typed))
		for _, line := range want {
			got, err := k.Read(t.Context())
			require.NoError(t, err)
			require.Equal(t, line, got)
		}
		_, err := k.Read(t.Context())
		require.ErrorIs(t, err, io.EOF)
	}
}
