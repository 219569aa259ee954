package echo

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A line is an echo if it is one of those of the question.
func TestIs(t *testing.T) {
	for _, c := range []struct {
		line, question string
		want           bool
	}{
		{"-T", "-T\n", true},
		{"-T\r", "-T", true},
		{"VX", "-T\n", false},
		{"-", "-T\n", false},
		{"", "-T\n", false},
		{"", "1 2\n\n3", false},
		{"3", "1 2\n3\n4", true},
	} {
		require.Equal(t, c.want, Is(c.line, c.question), "%q after %q", c.line, c.question)
	}
}

// A player is one that only echoes until it sends a line of its own.
func TestHistory(t *testing.T) {
	var h History
	require.False(t, h.Only(), "nothing was asked")
	h.Sent("-T")
	require.False(t, h.Only(), "nothing came")
	h.Heard("-T")
	require.True(t, h.Only())
	h.Sent("0")
	require.False(t, h.Only(), "nothing came since")
	h.Heard("0")
	h.Heard("-T")
	require.True(t, h.Only())
	h.Heard("VX")
	require.False(t, h.Only(), "a line of its own")
	h.Sent("5")
	h.Heard("5")
	require.False(t, h.Only(), "it has sent a line of its own")

	var long History
	long.Sent(strings.Repeat("x", maxBytes+1))
	long.Heard("-T")
	require.False(t, long.Only(), "too much to remember")
	require.Empty(t, long.questions)
}
