package sim

import (
	"encoding/binary"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// waveTimes are the times between which a waveform is, by its header.
func waveTimes(t *testing.T, name string) (from, to uint64) {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Greater(t, len(text), 25)
	require.True(t, isFST(string(text)))
	return binary.BigEndian.Uint64(text[9:]), binary.BigEndian.Uint64(text[17:])
}

// TestRestartWave has the waveform of a board hold what came between it was
// begun anew and kept.
func TestRestartWave(t *testing.T) {
	t.Chdir(t.TempDir())
	b := start(t, BoardConfig{Source: sourcestest.Files("echo.v", simtest.EchoBoard), Wave: "board.fst", Pins: pinout.Pins{Reset: "none"}})
	run := func() (now uint64) {
		_, _, err := b.Run([]byte("U"), 5000, 0)
		require.NoError(t, err)
		return b.Now()
	}
	begin := run()
	require.NoError(t, b.RestartWave())
	end := run()
	require.NoError(t, b.KeepWave())
	run()
	require.NoError(t, b.RestartWave(), "of no waveform any more")
	run()
	require.NoError(t, b.Close())
	from, to := waveTimes(t, "board.fst")
	const cycle = 83334 // picoseconds at 12 MHz
	require.GreaterOrEqual(t, from, begin*cycle)
	require.Greater(t, to, from)
	require.LessOrEqual(t, to, (end+100)*cycle)
}
