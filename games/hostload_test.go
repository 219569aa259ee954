package games

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host/stalls"
)

func TestBusyHost(t *testing.T) {
	text := descriptor.BusyHost(0.5, 2)
	require.True(t, text.IsZero())
	text = descriptor.BusyHost(2, 2)
	require.True(t, text.IsZero())
	require.Contains(t, descriptor.BusyHost(7.06, 2).String(), "a load of 7.1 on 2 processors")
}

// TestRefereeReport: a limit is too short for a machine whose timers come late by more than a tenth of it.
func TestRefereeReport(t *testing.T) {
	trax, err := ByName("trax")
	require.NoError(t, err)
	for _, c := range []struct {
		rare, move time.Duration
		want       string
	}{
		{100 * time.Microsecond, time.Second, "this contest's limit of 1.00 s: can be refereed"},
		{10 * time.Millisecond, 100 * time.Millisecond, "this contest's limit of 100.0 ms: can be refereed"},
		{10001 * time.Microsecond, 100 * time.Millisecond, "this contest's limit of 100.0 ms: too short for this machine"},
	} {
		lines := trax.RefereeReport(descriptor.Settings{Move: c.move}, stalls.Lateness{Beats: 100, Rare: c.rare, Worst: c.rare}, All())
		require.Contains(t, lines[len(lines)-1].String(), c.want)
		for _, g := range All() {
			require.Positive(t, g.MoveLimit(descriptor.Settings{}), g.Name)
			if c.rare < time.Millisecond {
				require.Contains(t, lines[1].String(), g.Name)
			}
		}
	}
	lines := trax.RefereeReport(descriptor.Settings{}, stalls.Lateness{Rare: time.Hour, Worst: time.Hour}, All())
	require.Contains(t, lines[1].String(), "at their own limits, none")
	require.Contains(t, lines[2].String(), "it cannot referee ")
}
