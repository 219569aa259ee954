//go:build cgo && linux

package bindings

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// proofs say which check of "loopline prove" is about a fault, and after which moves; the faults without one are not
// in its reach, and its report names what it does not look at.
var proofs = map[string]struct {
	check, opening string
	more           []string
}{
	"an isolated tile is of a wrong colour":         {check: "status", opening: `@0/ A0\`},
	"any first move is legal":                       {check: "status"},
	"a game never ends":                             {check: "status", opening: `@0/ A2\ B1\`},
	"forced play refuses nothing":                   {check: "status", opening: `@0/ B1+ @1+ C2/ C3\ C4\ B4\ A4\ @4\ @4/ F2/`},
	"the board is never full":                       {check: "status", opening: `@0/ B1+ @1+ C2/ C3\ C4\ B4\ A4\ @4\ @4/ F2/`},
	"a refused turn passes the move on":             {check: "refused", opening: `@0/ B1+ @1+ C2/ C3\ C4\ B4\ A4\ @4\ @4/ F2/`},
	"UNDO forgets that the game goes on":            {check: "undo", opening: `@0/ A0\`},
	"a text that is no move is played":              {check: "status", opening: `@0/ A0\`},
	"no loops":                                      {check: "completed", opening: `@0/ A0\`},
	"no lines":                                      {check: "completed", opening: "@0+ B1+ C1+ D1+ E1+ F1+ G1+", more: []string{"--size", "16"}},
	"the shape is read when the command has passed": {check: "tile", opening: `@0/ A0\`},
}

// notAsked are the faults of which "sim vectors" says that its vectors do not ask.
var notAsked = map[string]string{
	"GEN doesn't say what moves complete":              "not asked by vectors: which moves GEN says complete",
	"the next command is taken while the core is busy": "commands while the core is busy",
}

// TestFaultMatrix plants each fault alone and shows it to every tool: the benches of four languages, "sim compare",
// the golden vectors, and the check of "prove" that is about it. The sound core is refused by none.
func TestFaultMatrix(t *testing.T) {
	tier.Long(t)
	dpi := verilatorBench(t)
	columns := []string{"SystemVerilog", "Verilog", "VHDL", "Python", "compare", "vectors", "prove"}
	benches := []bench{dpi, icarusBench(t), vhdlBench(t, dpi), pythonOnVerilator(t)}
	loopline := filepath.Join(made, "loopline")
	tool(t, ".", "go", "build", "-o", loopline, "../cmd/loopline")
	golden, err := filepath.Abs("../vectors/golden")
	require.NoError(t, err)
	const turns = 20_000
	row := func(t *testing.T, number int, what string) {
		want := 0
		if number > 0 {
			want = 3
		}
		core := filepath.Join(t.TempDir(), "rtl")
		require.NoError(t, plant(core, number))
		cells := make([]string, 0, len(columns))
		for i, run := range benches {
			out, code := run(turns, number)
			require.Equal(t, min(want, 1), code, "%s, %s: %s", what, columns[i], out)
			cells = append(cells, says(code))
		}
		compare, code := output(t, made, loopline, "sim", "compare", "--core", core, "-n", fmt.Sprint(turns), "--no-wave")
		require.Equal(t, want, code, "%s, compare: %s", what, compare)
		cells = append(cells, says(code))
		found, left := 0, ""
		for _, file := range []string{"turn.jsonl", "moves.jsonl"} {
			vectors, code := output(t, made, loopline, "sim", "vectors", filepath.Join(golden, file), "--core", core)
			require.Contains(t, []int{0, want}, code, "%s, vectors: %s", what, vectors)
			found = max(found, code)
			left += vectors
		}
		if words := notAsked[what]; words != "" {
			require.Contains(t, left, words)
			require.Zero(t, found, "%s: golden vectors show it", what)
			cells = append(cells, "not asked: passes")
		} else {
			require.Equal(t, want, found, "%s: no golden vector shows it", what)
			cells = append(cells, says(found))
		}
		p, reach := proofs[what]
		if !reach {
			p.check, p.opening = "completed", `@0/ A0\`
			want = 0
		}
		proof, code := output(t, made, loopline, append([]string{"prove", "--core", core, "--check", p.check, "--opening", p.opening,
			"--wave", filepath.Join(t.TempDir(), "prove.vcd")}, p.more...)...)
		if code != want {
			t.Errorf("%s, prove: status %d: %s", what, code, proof)
		}
		switch {
		case reach:
			cells = append(cells, p.check+", "+says(code))
		case number == 0:
			cells = append(cells, says(code))
		default:
			require.Regexp(t, "nothing was shown of: |GEN and commands offered while the core is busy are left to sim compare", proof, what)
			cells = append(cells, "not in reach: "+says(code))
		}
		t.Logf("%-50s | %s", what, strings.Join(cells, " | "))
	}
	known := map[string]bool{}
	for _, f := range faults {
		known[f.what] = true
	}
	for what := range proofs {
		require.True(t, known[what], "no fault is %q", what)
	}
	t.Logf("%-50s | %s", "fault", strings.Join(columns, " | "))
	t.Run("none", func(t *testing.T) { row(t, 0, "none") })
	for i, f := range faults {
		t.Run(f.what, func(t *testing.T) { row(t, i+1, f.what) })
	}
}

func says(code int) string {
	switch code {
	case 0:
		return "passes"
	case 1, 3:
		return "found"
	}
	return fmt.Sprint("ended with ", code)
}
