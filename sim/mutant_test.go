package sim

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// mutated is a source in which one text of one file, which must occur there,
// is another everywhere.
func mutated(t *testing.T, s Source, file, old, text string) Source {
	t.Helper()
	m := fstest.MapFS{}
	read, err := s.read()
	require.NoError(t, err)
	found := false
	for _, f := range read {
		data := string(f.text)
		if strings.HasSuffix(f.name, file) {
			found = strings.Contains(data, old)
			data = strings.ReplaceAll(data, old, text)
		}
		m[f.name] = &fstest.MapFile{Data: []byte(data), Mode: fs.ModePerm}
	}
	require.True(t, found, "%s does not hold %q any more: mend this test", file, old)
	return Source{s.Name, m}
}

// mutants of a core, each with what the report must say of it.
var mutants = []struct{ name, old, text, want string }{
	{"loop unseen", "if (loop) completed", "if (loop && cells[list[i]][s]) completed", "completed is"},
	{"line of seven", "width >= 8 &&", "width >= 7 &&", "completed is"},
	{"line upside down", "side == 3 && (far", "side == 1 && (far", "completed is"},
	{"winner is the mover", "white_has && red_has ? !plies[0] : red_has", "!plies[0]", "winner is"},
	{"contradiction unseen", "ones(edges[3:0]) > 2 ||", "ones(edges[3:0]) > 3 ||", "status is"},
	{"forced tile turned", "put(n, ~edges[7:4], 1'b1, loud)", "put(n, edges[7:4], 1'b1, loud)", "tile "},
	{"box grows the wrong way", "if (col == 0) org_x = wrap(org_x - 1);", "", "tile "},
	{"undo forgets the box", "height = turn_h[plies];", "", "width, height, tiles"},
	{"undo leaves a tile", "while (tiles > turn_tiles[plies]) begin", "while (tiles > turn_tiles[plies] + (tiles > 9 ? 1 : 0)) begin", "board is not what it was"},
	{"a move twice", "moves[to_stream] = ", "if (col == 3) begin moves[to_stream] = {col[LogSize:0], row[LogSize:0], shape[1:0], status[3:0], completed}; to_stream = to_stream + 1; end moves[to_stream] = ", "should not be there"},
	{"a move lost", "col <= cols; col++", "col <= (cols > 10 ? 10 : cols); col++", "is missing"},
	{"room unknown", "&& width == Room) status", "&& width == Room + 9) status", "status is"},
	{"order of reasons", "else if (col > width + 1", "else if (plies > 3 && cells[c][4]) status = Occupied; else if (col > width + 1", "status is occupied, it should be off-board"},
	{"silence", "answer_due = 1'b1;", "answer_due = tiles < 20;", "gives no answer"},
	{"never ready", "else ready <= 1'b1;", "else ready <= tiles < 20;", "does not become ready"},
	{"answers twice", "answer_due = 1'b0;\n    end\n    else if (undo_due)", "answer_due = tiles == 9 && rsp_status_o == 5;\n    end\n    else if (undo_due)", "twice"},
	{"a tile on a tile", "to_trace = to_trace + 1;\n    end\n  endtask", "to_trace = to_trace + 1; if (tiles == 9) begin traces[to_trace] = traces[to_trace-1]; to_trace = to_trace + 1; end\n    end\n  endtask", "a tile on a tile"},
	{"a tile untraced", "if (loud) begin\n      traces[to_trace] = {1'b0", "if (loud && tiles != 12) begin\n      traces[to_trace] = {1'b0", "tile "},
	{"$finish", "to_trace = 0;\n    traced = 0;\n    to_stream = 0;\n    streamed = 0;\n    status", "if (tiles == 15) $finish; to_trace = 0;\n    traced = 0;\n    to_stream = 0;\n    streamed = 0;\n    status", "$finish"},
	{"$fatal", "to_trace = 0;\n    traced = 0;\n    to_stream = 0;\n    streamed = 0;\n    status", "if (tiles == 15) $stop; to_trace = 0;\n    traced = 0;\n    to_stream = 0;\n    streamed = 0;\n    status", "ll_core.sv:"},
}

// TestCompareFindsMutants has every mutant found, and the report name what is
// wrong and where.
func TestCompareFindsMutants(t *testing.T) {
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			c := CoreConfig{Source: mutated(t, teamRTL(), "ll_core.sv", m.old, m.text), LogSize: 4, Limit: 20_000}
			model, err := quick().BuildCore(t.Context(), c)
			require.NoError(t, err)
			_, d, err := model.Compare(t.Context(), CompareConfig{Turns: 40_000, Seed: 1, Workers: 1})
			require.NoError(t, err)
			require.NotNil(t, d, "not found")
			report := string(d.AppendText(nil))
			require.Contains(t, strings.Join(d.Fields(), "; "), m.want, report)
			require.Contains(t, report, "\nasked:    ")
			require.Contains(t, report, "of seed 1")

			// The same again, from the round that is named.
			_, again, err := model.Compare(t.Context(), CompareConfig{Seed: 1, First: d.Round, Workers: 1})
			require.NoError(t, err)
			require.NotNil(t, again)
			require.Equal(t, d.Index, again.Index)
			require.Equal(t, d.Fields(), again.Fields())
		})
	}
}
