package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/hdl"
)

// BenchmarkBoard measures the clock cycles a second of the reference board
// while it thinks.
func BenchmarkBoard(b *testing.B) {
	a, err := ParseAddress(Reference)
	require.NoError(b, err)
	a.Board.Source = Source{"hdl", hdl.RTL}
	m, err := (&Builder{}).BuildBoard(b.Context(), a.Board)
	require.NoError(b, err)
	board, err := m.Start(b.Context())
	require.NoError(b, err)
	defer board.Close()
	const cycles = 1 << 20
	for b.Loop() {
		_, _, err := board.Run([]byte("-W\n@1/\n"), cycles, 0)
		require.NoError(b, err)
	}
	b.ReportMetric(cycles*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mcycles/s")
}

// BenchmarkCompare measures turns in lock-step, on all processors.
func BenchmarkCompare(b *testing.B) {
	m, err := (&Builder{}).BuildCore(b.Context(), CoreConfig{Source: Source{"hdl", hdl.RTL}})
	require.NoError(b, err)
	turns := 0
	for b.Loop() {
		tally, d, err := m.Compare(b.Context(), CompareConfig{Turns: 100_000, Seed: 1})
		require.NoError(b, err)
		require.Nil(b, d)
		turns += tally.Turns
	}
	b.ReportMetric(float64(turns)/b.Elapsed().Seconds(), "turns/s")
}
