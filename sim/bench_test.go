package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

// BenchmarkBoard measures the clock cycles a second of the reference board
// while it thinks.
func BenchmarkBoard(b *testing.B) {
	a, err := ParseAddress(Reference)
	require.NoError(b, err)
	a.Board.Source, a.Board.Top = sources.Source{Name: "hdl", FS: hdl.RTL}, "ll_board"
	m, err := BuildBoard(b.Context(), (&model.Builder{}), a.Board)
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
