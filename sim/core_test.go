package sim

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// testCore builds the core in a directory, for a board of 2^logSize.
func testCore(t *testing.T, dir string, logSize int) *CoreModel {
	t.Helper()
	src, err := DirSource(dir)
	require.NoError(t, err)
	m, err := (&Builder{}).BuildCore(t.Context(), CoreConfig{Source: src, LogSize: logSize})
	require.NoError(t, err)
	return m
}

// TestCompare has both cores, ours and the one written as a program, agree
// with the rules.
func TestCompare(t *testing.T) {
	for _, dir := range []string{"testdata/team", "../hdl/rtl"} {
		for _, logSize := range []int{4, 5} {
			m := testCore(t, dir, logSize)
			tally, d, err := m.Compare(t.Context(), CompareConfig{Turns: 20_000, Seed: 1})
			require.NoError(t, err)
			if d != nil {
				t.Fatalf("%s", d.AppendText(nil))
			}
			require.GreaterOrEqual(t, tally.Turns, 20_000)
		}
	}
}
