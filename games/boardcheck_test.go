package games

import (
	"fmt"
	"io/fs"
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/chaser/rtl"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/sources"
)

// faultyBoards are boards of CHaser that students may make: the reference board
// with another text, in which ON says whether this fault is switched on, and the
// steps of a check that are not ok then.
var faultyBoards = []struct {
	name, file, old, text string
	want                  map[string]string // of those steps that must be so
	silent                bool              // a short limit will do
}{
	{"no name", "ll_chaser_player.sv", "      sending_q <= 1'b1;\n      again_q <= 1'b0;\n", "      sending_q <= !ON;\n      again_q <= 1'b0;\n",
		map[string]string{"gives its name when it connects": check.Failed}, true},
	{"capital letters", "ll_chaser_player.sv", `{"gr", 16'd0}`, `{ON ? "GR" : "gr", 16'd0}`,
		map[string]string{"answers @ with gr": check.Failed}, false},
	{"directions of another game", "ll_chaser_player.sv", `direction_char = "d";`, `direction_char = ON ? "b" : "d";`,
		map[string]string{"plays a method: w, l, s or p and u, r, l or d": check.Failed}, false},
	{"no #", "ll_chaser_player.sv", `{"#", 24'd0}`, `{ON ? "." : "#", 24'd0}`,
		map[string]string{"ends its turn with #": check.Failed}, false},
	{"LF alone", "ll_line_tx.sv", "eol_i && !return_sent_q;", "eol_i && !return_sent_q && !ON;", map[string]string{
		"ends its lines with CR LF and echoes nothing":          check.Note,
		"keeps to strict reading: CR LF, and nothing beside it": check.Note,
	}, false},
	{"walks into blocks", "ll_chaser_chooser.sv", "sides[2*i+:2] == Floor && safe[i];", "(sides[2*i+:2] == Floor || (ON && sides[2*i+:2] == Block)) && safe[i];",
		map[string]string{"does not lose by its own step": check.Note}, false},
	{"mirrored", "ll_chaser_chooser.sv", "assign sides = ", "assign sides = ON ? {window_i[15:14], window_i[11:10], window_i[7:6], window_i[3:2]} : ",
		map[string]string{"does not lose by its own step": check.Note}, false},
	{"deaf at times", "ll_chaser_player.sv", "if (!sending_q && ask) begin", "if (!sending_q && ask && !(ON && noise == 5'd7)) begin",
		map[string]string{"answers in time": check.Failed}, true},
	{"plays on behind the end", "ll_chaser_player.sv", "if (state_q == StAround && !over) begin", "if (state_q == StAround && (!over || ON)) begin",
		map[string]string{"stops at an answer that begins with 0": check.Note}, false},
	{"talks", "ll_chaser_player.sv", "        again_q <= over;\n", "        again_q <= over || ON;\n",
		map[string]string{"keeps to strict reading: CR LF, and nothing beside it": check.Note}, false},
}

// faultySource is the reference board with all the faults in it. The argument
// +fault= switches the one of that number on, from 1.
func faultySource(t *testing.T) sources.Source {
	t.Helper()
	files := fstest.MapFS{}
	require.NoError(t, fs.WalkDir(hdl.RTL, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(hdl.RTL, name)
		text := string(data)
		for i, f := range faultyBoards {
			if f.file != path.Base(name) {
				continue
			}
			require.Equal(t, 1, strings.Count(text, f.old), "%s: %s is stale", f.file, f.name)
			text = strings.Replace(text, f.old, strings.ReplaceAll(f.text, "ON", fmt.Sprintf("(fault_q == %d)", i+1)), 1)
		}
		if text != string(data) {
			text = strings.Replace(text, "\n);\n", "\n);\n  int fault_q;\n"+
				"  initial if ($value$plusargs(\"fault=%d\", fault_q) == 0) fault_q = 0;\n", 1)
		}
		files[name] = &fstest.MapFile{Data: []byte(text)}
		return err
	}))
	return sources.Source{Name: "faulty", FS: files}
}

// TestFaultyBoards: each fault of a board of CHaser shows in its own step, and a
// board without one passes.
func TestFaultyBoards(t *testing.T) {
	tier.NoRace(t)
	if testing.Short() {
		t.Skip("builds a model")
	}
	if _, err := exec.LookPath("verilator"); err != nil {
		t.Skip("verilator is missing: scripts/setup")
	}
	g, err := ByName("chaser")
	require.NoError(t, err)
	source := faultySource(t)
	checked := func(t *testing.T, fault int, limit time.Duration) map[string]check.Step {
		endings := &check.LineEndings{}
		return stepsOf(t, &g, "sim:faulty?clk=1.8432MHz", limit, &player.Opener{
			Bot: func(spec string) (player.LocalPlayer, error) {
				return g.NewBot(spec, descriptor.BotOptions{Team: "LL", Notify: func(string) {}})
			},
			Design: func(a sim.Address) (sim.BoardConfig, error) {
				a.Board.Plusargs = []string{fmt.Sprintf("+fault=%d", fault)}
				return rtl.ReferenceBoard(a.Board, source), nil
			},
		}, endings)
	}
	for name, s := range checked(t, 0, patient) { // and the model is built
		require.Contains(t, []string{check.OK, check.Skipped}, s.Status, "%s: %+v", name, s)
	}
	for i, f := range faultyBoards {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			limit := patient
			if f.silent {
				limit = time.Second
			}
			found := checked(t, i+1, limit)
			for _, step := range slices.Sorted(maps.Keys(f.want)) {
				require.Equal(t, f.want[step], found[step].Status, "%s: %+v", step, found)
			}
		})
	}
}
