package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/starter"
)

// TestCycleTimes says what a clock cycle of boards takes of processor time, and how far that
// is from the bound: the table at model.DefaultCycleTime. CYCLES says how many are run; each
// board is asked all the while. No board may be nearer than a factor of five.
func TestCycleTimes(t *testing.T) {
	cycles := uint64(0)
	if _, err := fmt.Sscan(os.Getenv("CYCLES"), &cycles); err != nil {
		t.Skip("CYCLES says how many clock cycles")
	}
	builder := &model.Builder{Isolation: sandbox.New(sandbox.None, nil)} // the processes are then ours
	for _, d := range cycleDesigns(t) {
		t.Run(d.name, func(t *testing.T) {
			a, err := sim.ParseAddress(d.address)
			require.NoError(t, err)
			a.Board.Source, err = sources.DirSource(a.Dir)
			require.NoError(t, err)
			m, err := sim.BuildBoard(t.Context(), builder, a.Board)
			require.NoError(t, err)
			used := func(cycles uint64) time.Duration {
				before := childTime()
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
				defer cancel()
				b, err := m.Start(ctx)
				require.NoError(t, err)
				for _, text := range strings.SplitAfter(d.lines, "\n") {
					if _, _, err = b.Run([]byte(text), cycles/uint64(strings.Count(d.lines, "\n")+1), 0); err != nil {
						break
					}
				}
				require.NoError(t, err)
				require.NoError(t, b.Close())
				return childTime() - before
			}
			each := (used(2*cycles) - used(cycles)) / time.Duration(max(1, cycles/1000))
			t.Logf("| %s | %.3f µs | %.0f |", d.name, float64(each.Nanoseconds())/1e6, float64(model.DefaultCycleTime)*1000/float64(each))
			require.Less(t, 5*each, 1000*model.DefaultCycleTime)
		})
	}
}

// childTime is the processor time of the processes that this one has started and that have
// ended.
func childTime() time.Duration {
	var u unix.Rusage
	_ = unix.Getrusage(unix.RUSAGE_CHILDREN, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// cycleDesign is a board, and what it is asked.
type cycleDesign struct{ name, address, lines string }

// cycleDesigns are the boards of the repository.
func cycleDesigns(t *testing.T) (all []cycleDesign) {
	t.Helper()
	const trax, chaser = "-T\n-W\n@1/\n", "-T\n"
	battle2048 := "1 100000 0 0\n" + strings.Repeat("0 1 2 3 4\n", 10)
	dpt := "turn 1 9 3 3 1 1\ntime 5000 0\npoints 0 0 0 0\nown 0 0\nother 2 2\ndid 0 0 0 1\nother-did 0 0 0 1\n" +
		strings.Repeat("0 0 0\n", 3) + "100\n000\n002\n?\n"
	kakomimasu := "kakomimasu 3 3 2 1 30 0 1000 1000\n" + strings.Repeat("1 2 3\n", 3) + "name\n"
	root := filepath.Join("..", "..", "..")
	rtl := filepath.Join(root, "hdl", "rtl")
	all = []cycleDesign{
		{"ll_board", rtl + "?top=ll_board", trax},
		{"ll_board of 128×128", rtl + "?top=ll_board&param.LogSize=7", trax},
		{"ll_board_search", rtl + "?top=ll_board_search", trax},
		{"ll_board_search of 32×32", rtl + "?top=ll_board_search&param.LogSize=5", trax},
		{"ll_chaser_board", rtl + "?top=ll_chaser_board", chaser},
		{"ll_battle2048_board", rtl + "?top=ll_battle2048_board", battle2048},
		{"ll_dpt_board", rtl + "?top=ll_dpt_board", dpt},
		{"ll_kakomimasu_board", rtl + "?top=ll_kakomimasu_board", kakomimasu},
		{"sim/testdata/students/basys", root + "/sim/testdata/students/basys?clk=1.8432MHz&top=main&rst=btnC", trax},
		{"sim/testdata/students/de10", root + "/sim/testdata/students/de10?top=pins&clk=1.8432MHz", trax},
		{"sim/testdata/students/icestick", root + "/sim/testdata/students/icestick?clk=1.8432MHz", trax},
		{"sim/testdata/students/sv", root + "/sim/testdata/students/sv?clk=2e6&param.CLK_HZ=2000000", trax},
		{"sim/testdata/students/vhdl", root + "/sim/testdata/students/vhdl?clk=1.8432MHz", trax},
		{"sim/testdata/team", root + "/sim/testdata/team?clk=1.8432MHz&clock=osc", trax},
	}
	for _, lang := range []string{"", "vhdl"} {
		dir := filepath.Join(t.TempDir(), "mine")
		_, err := starter.Project{Kind: "board", Board: "icebreaker", Language: lang}.Write(dir)
		require.NoError(t, err)
		all = append(all, cycleDesign{
			"loopline new board " + lang, dir + "/rtl?top=top&clk=12e6&clock=clk&rst=!btn_n&rx=rx&tx=tx", trax,
		})
	}
	return all
}
