package ports

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
)

// The greeting proposes commands for a board that can be played with, sends others to
// doctor, and holds the five things always.
func TestGreeting(t *testing.T) {
	two := twoPorts()
	require.True(t, builtIn(devices.Port{Device: "/dev/ttyS0"}))
	require.False(t, builtIn(two[0]))
	require.False(t, builtIn(devices.Port{Device: "/dev/cu.usbserial-1"}))
	for want, found := range map[string][]devices.Port{
		"loopline check " + humanize.ShellQuote(two[0].Address()) + "\n": two,
		"cannot be opened now: loopline doctor says why":                 two[1:],
		"No board is plugged in.":                                        nil,
	} {
		text := greeting(found, say.English)
		require.Contains(t, text, want)
		require.Equal(t, 5, strings.Count(strings.SplitAfter(text, "\n\n")[1], "\n  ")+1)
		for _, line := range strings.Split(text, "\n") {
			require.Equal(t, strings.TrimRight(line, " "), line)
		}
	}
}
