// Package netlisttest describes a design for tests of what reads descriptions.
package netlisttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim/tooling"
)

// text is a design of two modules, whose top has ports of all kinds.
const text = `module sub #(parameter int W = 3) (input clk, input [W-1:0] d, output logic [W-1:0] q, inout io);
  typedef enum logic [1:0] {A, B, C} st_t;
  st_t st = A;
  logic [7:0] mem [0:511];
  logic [3:0] r; integer i;
  always_ff @(posedge clk) begin
    q <= d + 1; mem[{q,d,q}] <= {d, q, 2'b0};
    case (st) A: st <= B; B, C: st <= A; default: $display("%d \" <&>", r); endcase
    if (d == 3'd2) r[2:1] <= 2'b10; else r <= r - 4'd1;
    for (i = 0; i < 4; i = i + 1) r[i] <= d[0];
  end
  assign io = d[0] ? 1'bz : q[1];
  function automatic [3:0] f(input [3:0] a); if (a[0]) f = ~a; endfunction
  wire [3:0] y = f(r);
endmodule
module top(input clk, input rst_n, input [2:0] d, output [2:0] q, output logic [7:0] o, inout io, output [1:0] p [0:1]);
  wire [2:0] w;
  sub #(.W(3)) u1 (.clk, .d(d), .q(w), .io);
  genvar g;
  generate for (g = 0; g < 2; g = g + 1) begin : gg
    logic [2:0] z;
    sub u (clk, d, z, io);
  end endgenerate
  assign q = w;
  always @(posedge clk or negedge rst_n) if (!rst_n) o <= 0; else o <= o + 8'd1;
  reg m; always @(d or w) begin m = d[0] ^ w[1]; end
  reg n; always @* begin if (d[1]) n = 1; end
endmodule
`

// Described returns how the Verilator of this machine describes a design of two modules, as JSON or as XML: the tree,
// and the details. It is false if this Verilator does not know the form.
func Described(t *testing.T, asJSON bool) (tree, details []byte, ok bool) {
	t.Helper()
	tools := tooling.Toolchain{Isolation: sandbox.New(sandbox.Auto, nil), Compiled: new(tooling.CompiledTools)}
	require.NoError(t, tools.Find())
	option := map[bool]string{true: "--json-only", false: "--xml-only"}[asJSON]
	dir := t.TempDir()
	if _, err := tools.Run(t.Context(), dir, ".", nil, tools.Verilator, option, "--version"); err != nil {
		require.True(t, tooling.IsExit(err) || strings.Contains(err.Error(), "signal"), "%v", err)
		return nil, nil, false
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "src"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "src", "a.sv"), []byte(text), 0o644))
	said, err := tools.DescribeAs(t.Context(), asJSON, dir, "src", "out", tools.Verilator, "--no-timing", "-fno-dfg", "--top-module", "top", "a.sv")
	require.NoError(t, err, said)
	tree, err = tooling.ReadMadeIn(filepath.Join(dir, "out"), tooling.DescribedFile, tooling.MaxMadeFile)
	require.NoError(t, err)
	details, err = tooling.ReadMadeIn(filepath.Join(dir, "out"), tooling.DetailsFile, tooling.MaxMadeFile)
	require.NoError(t, err)
	return tree, details, true
}
