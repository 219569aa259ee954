package sim

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/internal/netlist"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/tooling"
)

const describedText = `module sub #(parameter int W = 3) (input clk, input [W-1:0] d, output logic [W-1:0] q, inout io);
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

// describedBy has the Verilator of this machine describe a text, as JSON or as XML, if it can.
func describedBy(t *testing.T, asJSON bool) *netlist.Description {
	t.Helper()
	b := simtest.Quick()
	tools, err := b.Toolchain()
	require.NoError(t, err)
	p, err := tools.Program(t.Context(), tools.Verilator)
	require.NoError(t, err)
	option := map[bool]string{true: "--json-only", false: "--xml-only"}[asJSON]
	dir := t.TempDir()
	p.Args, p.Dir, p.Visible = append(p.Args, option, "--version"), dir, append(p.Visible, dir)
	if _, err := tools.Isolation.Output(t.Context(), p); err != nil {
		require.True(t, tooling.IsExit(err) || strings.Contains(err.Error(), "signal"), "%v", err)
		return nil
	}
	key := tooling.Identity(p.Args[0])
	before, known := tooling.Describing.Load(key)
	tooling.Describing.Store(key, asJSON)
	defer func() {
		if known {
			tooling.Describing.Store(key, before)
		} else {
			tooling.Describing.Delete(key)
		}
	}()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "src"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "src", "a.sv"), []byte(describedText), 0o644))
	said, err := tools.Describe(t.Context(), dir, "src", "out", tools.Verilator, "--no-timing", "-fno-dfg", "--top-module", "top", "a.sv")
	require.NoError(t, err, said)
	tree, err := tooling.ReadMadeIn(filepath.Join(dir, "out"), tooling.DescribedFile, tooling.MaxMadeFile)
	require.NoError(t, err)
	details, err := tooling.ReadMadeIn(filepath.Join(dir, "out"), tooling.DetailsFile, tooling.MaxMadeFile)
	require.NoError(t, err)
	require.Equal(t, asJSON, !netlist.IsXML(tree))
	d, err := netlist.ReadDescription(tree, details, false)
	require.NoError(t, err)
	ports, err := netlist.ReadDescription(tree, details, true)
	require.NoError(t, err)
	require.Equal(t, pinout.TopPorts(d), pinout.TopPorts(ports))
	return d
}

// TestDescription reads a design as each form in which this machine's Verilator describes it: the ports, the
// drivers and the faults of its processes are the same in all versions.
func TestDescription(t *testing.T) {
	seen := 0
	for _, asJSON := range []bool{false, true} {
		d := describedBy(t, asJSON)
		if d == nil {
			continue
		}
		seen++
		require.Equal(t, []pinout.Port{
			{Name: "clk", Input: true, Width: 1}, {Name: "rst_n", Input: true, Width: 1}, {Name: "d", Input: true, Width: 3},
			{Name: "q", Width: 3}, {Name: "o", Width: 8}, {Name: "io", Inout: true, Width: 1}, {Name: "p", Width: 2, Dims: 1},
		}, pinout.TopPorts(d), "JSON: %v", asJSON)
		n := netlist.Read(d)
		require.NotNil(t, n.Top)
		require.Empty(t, n.Conflicts())
		var found []string
		for _, f := range n.ProcessFindings() {
			found = append(found, f.Code+" "+strings.Join(strings.Split(f.Text, ":")[:2], ":"))
		}
		require.Equal(t, []string{"LATCH a.sv:27", "FUNCTION a.sv:13"}, found, "JSON: %v", asJSON)
		sub := n.Modules[n.Placed["a.sv:18:16"]]
		require.NotNil(t, sub, "%v", n.Placed)
		require.Equal(t, "sub", sub.Name)
		for _, v := range sub.Vars {
			require.Equal(t, v.Name == "mem", v.Memory, v.Name)
		}
		io := sub.Ports["io"]
		require.True(t, io.Inout)
		require.True(t, n.Floats(&io.Drivers[0], 0))
		w := n.Top.Node
		require.NotNil(t, w)
		require.Len(t, n.Scopes[w].Find("w").Drivers, 1)
		require.Equal(t, "q", n.Scopes[w].Find("w").Drivers[0].Port)
		words, width := n.Array(variableOf(sub, "mem").Dtype)
		require.Equal(t, []int{512, 8}, []int{words, width})
	}
	require.Positive(t, seen)
}

func variableOf(m *netlist.Module, name string) *netlist.Variable {
	for _, v := range m.Vars {
		if v.Name == name {
			return v
		}
	}
	return nil
}
