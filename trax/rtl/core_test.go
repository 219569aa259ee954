package rtl

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

// ourRTL is the reference design.
func ourRTL() sources.Source { return sources.Source{Name: "hdl", FS: hdl.RTL} }

// teamRTL is the design of another team.
func teamRTL() sources.Source {
	return sources.Source{Name: "team", FS: os.DirFS("../../sim/testdata/team")}
}

// quick makes models that are run for a moment.
func quick() *model.Builder { return &model.Builder{Quick: true} }

// testCore builds the core in a directory, for a board of 2^logSize.
func testCore(t *testing.T, dir string, logSize int) *CoreModel {
	t.Helper()
	src, err := sources.DirSource(dir)
	require.NoError(t, err)
	m, err := BuildCore(t.Context(), &model.Builder{}, CoreConfig{Source: src, LogSize: logSize})
	require.NoError(t, err)
	return m
}

// TestCompare has both cores, ours and the one written as a program, agree
// with the rules.
func TestCompare(t *testing.T) {
	for _, dir := range []string{"../../sim/testdata/team", "../../hdl/rtl"} {
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

// TestCompareInThreads has two cores asked at once.
func TestCompareInThreads(t *testing.T) {
	tally, d, err := testCore(t, "../../sim/testdata/team", 4).Compare(t.Context(), CompareConfig{Turns: 4_000, Seed: 1, Workers: 2})
	require.NoError(t, err)
	require.Nil(t, d)
	require.GreaterOrEqual(t, tally.Turns, 4_000)
}

// TestPowerUp: a core that is switched on again is as one that was just started:
// its answers take the same clock cycles, and what is random in it is the same.
func TestPowerUp(t *testing.T) {
	random := mutated(t, teamRTL(), "ll_core.sv", "assign red_o = plies[0];",
		"logic [3:0] woke; assign red_o = plies[0] ^ (woke == 4'd9 && tiles > 3);")
	m, err := BuildCore(t.Context(), quick(), CoreConfig{Source: random, LogSize: 4, Limit: 20_000})
	require.NoError(t, err)
	again := func(core **Core, round int) (RunStats, bool) {
		tally, d, err := m.round(t.Context(), core, 1, round, 300)
		require.NoError(t, err)
		return tally, d != nil
	}
	var kept *Core
	defer func() { kept.close() }()
	differ := 0
	for round := range 40 {
		var fresh *Core
		want, wrong := again(&fresh, round)
		fresh.close()
		got, wrongToo := again(&kept, round)
		require.Equal(t, want, got, "round %d", round)
		require.Equal(t, wrong, wrongToo, "round %d", round)
		if wrong {
			differ++
		}
	}
	require.Positive(t, differ)
	require.Less(t, differ, 20)
}

// BenchmarkCompare measures turns in lock-step, on all processors.
func BenchmarkCompare(b *testing.B) {
	m, err := BuildCore(b.Context(), &model.Builder{}, CoreConfig{Source: ourRTL()})
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

// TestNoSuchPort has a core that lacks a port.
func TestNoSuchPort(t *testing.T) {
	_, err := BuildCore(t.Context(), quick(), CoreConfig{Source: mutated(t, teamRTL(), "ll_core.sv", "trace_undo_o", "trace_gone_o")})
	var build *finding.BuildError
	require.ErrorAs(t, err, &build)
	require.ErrorContains(t, err, "it has no port trace_undo_o")
	require.ErrorContains(t, err, "docs/rtl-interface.md")
}
