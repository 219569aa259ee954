package sim

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
func describedBy(t *testing.T, asJSON bool) *description {
	t.Helper()
	b := quick()
	tools, err := b.toolchain()
	require.NoError(t, err)
	p, err := tools.program(t.Context(), tools.verilator)
	require.NoError(t, err)
	option := map[bool]string{true: "--json-only", false: "--xml-only"}[asJSON]
	dir := t.TempDir()
	p.Args, p.Dir, p.Visible = append(p.Args, option, "--version"), dir, append(p.Visible, dir)
	if _, err := tools.isolation.Output(t.Context(), p); err != nil {
		require.True(t, isExit(err) || strings.Contains(err.Error(), "signal"), "%v", err)
		return nil
	}
	key := identity(p.Args[0])
	before, known := describing.Load(key)
	describing.Store(key, asJSON)
	defer func() {
		if known {
			describing.Store(key, before)
		} else {
			describing.Delete(key)
		}
	}()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "src"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "src", "a.sv"), []byte(describedText), 0o644))
	said, err := tools.describe(t.Context(), dir, "src", "out", tools.verilator, "--no-timing", "-fno-dfg", "--top-module", "top", "a.sv")
	require.NoError(t, err, said)
	tree, err := readMadeIn(filepath.Join(dir, "out"), describedFile, maxMadeFile)
	require.NoError(t, err)
	details, err := readMadeIn(filepath.Join(dir, "out"), detailsFile, maxMadeFile)
	require.NoError(t, err)
	require.Equal(t, asJSON, !isXML(tree))
	d, err := readDescription(tree, details, false)
	require.NoError(t, err)
	ports, err := readDescription(tree, details, true)
	require.NoError(t, err)
	require.Equal(t, d.topPorts(), ports.topPorts())
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
		require.Equal(t, []port{
			{name: "clk", input: true, width: 1}, {name: "rst_n", input: true, width: 1}, {name: "d", input: true, width: 3},
			{name: "q", width: 3}, {name: "o", width: 8}, {name: "io", other: true, width: 1}, {name: "p", width: 2, dims: 1},
		}, d.topPorts(), "JSON: %v", asJSON)
		n := readNetlist(d)
		require.NotNil(t, n.top)
		require.Empty(t, n.conflicts())
		var found []string
		for _, f := range n.processFindings() {
			found = append(found, f.Code+" "+strings.Join(strings.Split(f.Text, ":")[:2], ":"))
		}
		require.Equal(t, []string{"LATCH a.sv:27", "FUNCTION a.sv:13"}, found, "JSON: %v", asJSON)
		sub := n.modules[n.placed["a.sv:18:16"]]
		require.NotNil(t, sub, "%v", n.placed)
		require.Equal(t, "sub", sub.name)
		for _, v := range sub.vars {
			require.Equal(t, v.name == "mem", v.memory, v.name)
		}
		io := sub.ports["io"]
		require.True(t, io.inout)
		require.True(t, n.floats(&io.drivers[0], 0))
		w := n.top.node
		require.NotNil(t, w)
		require.Len(t, n.scopes[w].find("w").drivers, 1)
		require.Equal(t, "q", n.scopes[w].find("w").drivers[0].port)
		words, width := n.array(variableOf(sub, "mem").dtype)
		require.Equal(t, []int{512, 8}, []int{words, width})
	}
	require.Positive(t, seen)
}

func variableOf(m *netModule, name string) *variable {
	for _, v := range m.vars {
		if v.name == name {
			return v
		}
	}
	return nil
}

// TestEmptyDescription takes nothing for a description.
func TestEmptyDescription(t *testing.T) {
	for _, tree := range []string{
		"", "<verilator_xml/>", "<verilator_xml><netlist>", "{}", `{"type":"NETLIST"`, "[]", "null", "Killed",
		`{"type":"NETLIST","modulesp":[{"type":"MODULE","name":"m","level":1}]}`,
		strings.Repeat(`{"type":"A","a":[`, 20_000),
	} {
		_, err := readDescription([]byte(tree), []byte(`{"files":{"a":{"filename":"a.sv"}}}`), false)
		require.ErrorContains(t, err, "read Verilator's description: ", tree[:min(len(tree), 80)])
	}
}

// TestNewerCodes lints a board, and its modules, whose comments are for a newer Verilator than this one.
func TestNewerCodes(t *testing.T) {
	s := files("top.v", "module top(input clk, input rx, output tx);\n  /* verilator lint_off WIDTHTRUNC, NOTYETKNOWN */ // verilator lint_off SOMENEWCODE\n"+
		"  assign tx = rx & clk;\n  // verilator lint_on NOTYETKNOWN\nendmodule\n")
	report, err := quick().LintBoard(t.Context(), BoardDesign{Source: s, Top: "top"})
	require.NoError(t, err)
	require.Empty(t, report.Findings)
	report, err = quick().Lint(t.Context(), s, false)
	require.NoError(t, err)
	require.Empty(t, report.Findings)
}

// TestReportIsNoFinding: newer versions end with a report of what they did.
func TestReportIsNoFinding(t *testing.T) {
	require.Empty(t, findingsOf("verilator", "- V e r i l a t i o n   R e p o r t: Verilator 5.032 2025-01-01 rev (Debian 5.032-1)\n"+
		"- Verilator: Built from 0.032 MB sources in 3 modules, into 0.000 MB in 0 C++ files needing 0.000 MB\n"+
		"- Verilator: Walltime 0.024 s (elab=0.006, cvt=0.001, bld=0.000); cpu 0.012 s on 1 threads; allocated 19.238 MB\n"))
}
