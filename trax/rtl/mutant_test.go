package rtl

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/sources"
)

// mutated is a source in which one text of one file, which must occur there,
// is another everywhere.
func mutated(t *testing.T, s sources.Source, file, old, text string) sources.Source {
	t.Helper()
	m := fstest.MapFS{}
	found := false
	require.NoError(t, fs.WalkDir(s.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(s.FS, name)
		if strings.HasSuffix(name, file) {
			found = bytes.Contains(data, []byte(old))
			data = bytes.ReplaceAll(data, []byte(old), []byte(text))
		}
		m[name] = &fstest.MapFile{Data: data, Mode: fs.ModePerm}
		return err
	}))
	require.True(t, found, "%s does not hold %q any more: mend this test", file, old)
	return sources.Source{Name: s.Name, FS: m}
}

// mutant is a core with a bug: a text is another, and the report must hold want.
// All of a list are in one model: ON in a text is whether this one is wanted.
type mutant struct{ name, old, text, want string }

// mutants are cores with a bug in the rules or the ports.
var mutants = []mutant{
	{"loop unseen", "if (loop) completed", "if (loop && (!ON || cells[list[i]][s])) completed", "completed is"},
	{"line of seven", "width >= 8 &&", "width >= (ON ? 7 : 8) &&", "completed is"},
	{"line upside down", "side == 3 && (far", "side == (ON ? 1 : 3) && (far", "completed is"},
	{"winner is the mover", "white_has && red_has ? !plies[0]", "ON || (white_has && red_has) ? !plies[0]", "winner is"},
	{"contradiction unseen", "ones(edges[3:0]) > 2 ||", "ones(edges[3:0]) > (ON ? 3 : 2) ||", "status is"},
	{"forced tile turned", "put(n, ~edges[7:4], 1'b1, loud)", "put(n, ON ? edges[7:4] : ~edges[7:4], 1'b1, loud)", "tile "},
	{"forced tile as written", "put(n, edges[3:0], 1'b1, loud)", "put(n, edges[3:0], !ON, loud)", "trace_forced_o is low with tile "},
	{"box grows the wrong way", "if (col == 0) org_x", "if (col == 0 && !ON) org_x", "tile "},
	{"undo forgets the box", "height = turn_h[plies];", "if (!ON) height = turn_h[plies];", "height_o is not what it must be"},
	{"undo leaves a tile", "while (tiles > turn_tiles[plies]) begin", "while (tiles > turn_tiles[plies] + (ON && tiles > 9 ? 1 : 0)) begin", "board is not what it was"},
	{"a move twice", "moves[to_stream] = ", "if (ON && col == 3) begin moves[to_stream] = {col[LogSize:0], row[LogSize:0], shape[1:0], status[3:0], completed}; to_stream = to_stream + 1; end moves[to_stream] = ", "should not be there"},
	{"a move lost", "col <= cols; col++", "col <= (ON && cols > 10 ? 10 : cols); col++", "is missing"},
	{"room unknown", "&& width == Room) status", "&& width == Room + (ON ? 9 : 0)) status", "status is"},
	{"order of reasons", "else if (col > width + 1", "else if (ON && plies > 3 && cells[c][4]) status = Occupied; else if (col > width + 1", "status is occupied, it should be off-board"},
	{"silence", "answer_due = 1'b1;", "answer_due = !ON || tiles < 20;", "gives no answer"},
	{"never ready", "else ready <= 1'b1;", "else ready <= !ON || tiles < 20;", "does not become ready"},
	{"answers twice", "answer_due = 1'b0;\n    end\n    else if (undo_due)", "answer_due = ON && tiles == 9 && rsp_status_o == 5;\n    end\n    else if (undo_due)", "twice"},
	{"a tile on a tile", "to_trace = to_trace + 1;\n    end\n  endtask\n\n  // Takes", "to_trace = to_trace + 1; if (ON && tiles == 9) begin traces[to_trace] = traces[to_trace-1]; to_trace = to_trace + 1; end\n    end\n  endtask\n\n  // Takes", "a tile on a tile"},
	{"a tile untraced", "if (loud) begin\n      traces[to_trace] = {1'b0", "if (loud && !(ON && tiles == 12)) begin\n      traces[to_trace] = {1'b0", "tile "},
	{"$finish", "  task automatic obey();\n", "  task automatic obey();\n    if (ON && tiles == 15) $finish;\n", "$finish"},
	{"$fatal", "  task automatic obey();\n", "  task automatic obey();\n    if (ON && tiles == 15) $stop;\n", "ll_core.sv:"},
}

// mutantCore is the core of another team with all mutants of a list in it. The
// plusarg mutant=N makes it the one of that number, from 1; otherwise it is the
// given one, and right if that is 0.
func mutantCore(t *testing.T, mutants []mutant, otherwise int) CoreConfig {
	t.Helper()
	source := mutated(t, teamRTL(), "ll_core.sv", "  localparam int Size = ",
		fmt.Sprintf("  int mutant;\n  initial if ($value$plusargs(\"mutant=%%d\", mutant) == 0) mutant = %d;\n", otherwise)+
			"  localparam int Size = ")
	for i, m := range mutants {
		source = mutated(t, source, "ll_core.sv", m.old, strings.ReplaceAll(m.text, "ON", fmt.Sprintf("(mutant == %d)", i+1)))
	}
	return CoreConfig{Source: source, LogSize: 4, Limit: 20_000}
}

// TestCompareFindsMutants has every mutant found, and the report name what is
// wrong and where.
func TestCompareFindsMutants(t *testing.T) {
	tier.Rest(t)
	model, err := BuildCore(t.Context(), quick(), mutantCore(t, mutants, 0))
	require.NoError(t, err)
	_, d, err := model.Compare(t.Context(), CompareConfig{Turns: 2_000, Seed: 1, Workers: 1})
	require.NoError(t, err)
	require.Nil(t, d, "it is right without a mutant")
	for i, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			mutant := fmt.Sprintf("+mutant=%d", i+1)
			var d *Divergence
			var core *Core
			defer func() { core.close() }()
			for round := 0; d == nil; round++ {
				require.Less(t, round, (&CompareConfig{Turns: 40_000}).rounds(), "not found")
				var err error
				_, d, err = model.round(t.Context(), &core, 1, round, roundTurns, "--", mutant)
				require.NoError(t, err)
			}
			report := string(d.AppendText(nil))
			require.Contains(t, strings.Join(d.Fields(), "; "), m.want, report)
			require.Contains(t, report, "\nasked:    ")
			require.Contains(t, report, "of seed 1")
		})
	}
}

// TestCompareAgain has a mutant found by Compare, and again from the round that
// is named.
func TestCompareAgain(t *testing.T) {
	const lineOfSeven = 2
	model, err := BuildCore(t.Context(), quick(), mutantCore(t, mutants, lineOfSeven))
	require.NoError(t, err)
	_, d, err := model.Compare(t.Context(), CompareConfig{Turns: 40_000, Seed: 1, Workers: 1})
	require.NoError(t, err)
	require.NotNil(t, d, "not found")
	_, again, err := model.Compare(t.Context(), CompareConfig{Seed: 1, First: d.Round, Workers: 1})
	require.NoError(t, err)
	require.NotNil(t, again)
	require.Equal(t, d.Index, again.Index)
	require.Equal(t, d.Fields(), again.Fields())
}
