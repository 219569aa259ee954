package prove

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/loopline/loopline/sim/lint"
)

// inputs names the inputs of checks.sv except the clock.
func inputs() []string { return []string{"op_i", "col_i", "row_i", "shape_i"} }

// readWitness reads the inputs of each cycle from a counterexample of ABC and the map of its
// model's inputs.
func readWitness(witness, names string) ([]map[string]uint64, error) {
	type bit struct {
		name string
		at   uint
	}
	bits := make(map[int]bit)
	for line := range strings.Lines(names) {
		words := strings.Fields(line)
		if len(words) != 4 || words[0] != "input" {
			continue
		}
		input, _ := strconv.Atoi(words[1])
		at, err := strconv.ParseUint(words[2], 10, 6)
		if err != nil {
			return nil, fmt.Errorf("yosys names bit %s of %s, which is none", words[2], words[3])
		}
		bits[input] = bit{words[3], uint(at)}
	}
	var cycles []map[string]uint64
	begun := false // the first line is the state
	for line := range strings.Lines(witness) {
		line = strings.TrimSpace(line)
		if line == "" || strings.Trim(line, "01x") != "" {
			continue
		}
		if !begun {
			begun = true
			continue
		}
		values := make(map[string]uint64)
		for i, value := range line {
			if b, ok := bits[i]; ok && value == '1' {
				values[b.name] |= 1 << b.at
			}
		}
		cycles = append(cycles, values)
	}
	if len(cycles) == 0 {
		return nil, fmt.Errorf("the counterexample of yosys-abc has no cycle")
	}
	return cycles, nil
}

// replayModule gives the inputs of a counterexample to the core, from its reset on.
func (r *run) replayModule(cycles []map[string]uint64) []byte {
	b := fmt.Appendf(nil, `module ll_prove_replay (
    input logic clk_i
);
  logic [15:0] age_q = 0;
  always_ff @(posedge clk_i) age_q <= age_q + 1;
  logic [2:0] op;
  logic [%d:0] col, row;
  logic [1:0] shape;
  always_comb begin
    op = 0;
    col = 0;
    row = 0;
    shape = 0;
    case (age_q)
`, r.config.LogSize)
	for i, values := range cycles {
		b = fmt.Appendf(b, "      %d: begin\n", r.start()-unsettled+i)
		for _, name := range inputs() {
			b = fmt.Appendf(b, "        %s = %d;\n", strings.TrimSuffix(name, "_i"), values[name])
		}
		b = append(b, "      end\n"...)
	}
	b = append(b, "      default: ;\n    endcase\n  end\n  "+top+" #(\n"...)
	names, values := r.parameters()
	for i, name := range names {
		if i > 0 {
			b = append(b, ",\n"...)
		}
		b = fmt.Appendf(b, "      .%s(%d)", name, values[i])
	}
	return append(b, `
  ) checks (
      .clk_i(clk_i),
      .op_i(op),
      .col_i(col),
      .row_i(row),
      .shape_i(shape)
  );
endmodule
`...)
}

// replay simulates the counterexample that was found, from the reset to a cycle of the search and
// some more, and returns the waveform.
func (r *run) replay(ctx context.Context, w *lint.Workspace, cycle, more int) ([]byte, error) {
	witness, err := w.Get(r.name, "found.aiw", mostBytes)
	if err != nil {
		return nil, err
	}
	names, err := w.Get(r.name, "found.aim", mostBytes)
	if err != nil {
		return nil, err
	}
	cycles, err := readWitness(string(witness), string(names))
	if err != nil {
		return nil, err
	}
	if err := w.Put(r.name, "replay.sv", r.replayModule(cycles)); err != nil {
		return nil, err
	}
	script := strings.TrimSpace(r.frontEnd(w, lint.Root)) + " replay.sv\nhierarchy -check -top ll_prove_replay\nproc -norom\nchformal -remove\ndelete t:$print\n" +
		fmt.Sprintf("sim -q -clock clk_i -n %d -vcd found.vcd ll_prove_replay\n", r.start()-unsettled+cycle+1+more)
	if err := r.yosys(ctx, w, "replay", script); err != nil {
		return nil, err
	}
	return w.Get(r.name, "found.vcd", mostBytes)
}
