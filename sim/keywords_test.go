package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// TestLaterName finds names that are words of SystemVerilog, where nothing else can be meant.
func TestLaterName(t *testing.T) {
	for text, want := range map[string]string{
		"module m(input [1:0] type, output reg x);":           "type",
		"module m(input clk, input do);":                      "do",
		"reg [7:0] a, rand;":                                  "rand",
		"reg logic;":                                          "logic",
		"module interface(input a);":                          "interface",
		"sub s(.clk(c), .import(d));":                         "import",
		"parameter priority = 2;":                             "priority",
		"// reg do;\ninput logic a, input bit [3:0] b;":       "",
		"parameter type T = logic;":                           "",
		"import p::*; typedef enum {A, B} t;":                 "",
		"f(a, null, this); x.unique(); s #(int, bit) u();":    "",
		"do begin a = b; end while (a[1] inside {1});":        "",
		"function void f; function automatic int g(int a);":   "",
		"output logic [3:0] q; always_comb q = 4'(a);":        "",
		"always @(posedge clk) begin : priority q <= rx; end": "priority",
		"always @(posedge clk) begin:bit\nq <= rx; end":       "bit",
		"sub #(.W(3)) context (.a(rx), .b(tx));":              "context",
		"sub type (\n  .a(rx));":                              "type",
		"initial begin : first type(x) y; end":                "",
		"assert property (@(posedge clk) a |-> b);":           "",
		"else assert (a.b);":                                  "",
	} {
		require.Equal(t, want, laterName([]byte(text)), text)
	}
}

// TestOldVerilog builds and lints .v files with such names beside .v files that are SystemVerilog, and says so.
func TestOldVerilog(t *testing.T) {
	tier.NoRace(t)
	old := "module part(input clk, input [1:0] type, input do, output reg interface);\n  reg rand, import;\n" +
		"  always @(posedge clk) begin rand <= do ^ type[0]; import <= rand; interface <= import; end\nendmodule\n"
	top := "module top(input clk, input rx, output tx);\n  part p(clk, {2{rx}}, rx, tx);\nendmodule\n"
	s := files("part.v", old, "top.v", top)
	m, err := quick().BuildBoard(t.Context(), BoardConfig{Source: s, Clock: 1e6})
	require.NoError(t, err)
	require.Equal(t, []string{"part.v is read as Verilog-2005: it names something do, which is a word of SystemVerilog"}, m.Notes())
	report, err := quick().LintBoard(t.Context(), BoardDesign{Source: s, Top: "top"})
	require.NoError(t, err)
	require.Empty(t, report.Findings)
	later := "module top(input clk, input rx, output logic tx);\n  logic q;\n  part p(clk, {2{rx}}, rx, q);\n  always_ff @(posedge clk) tx <= q;\nendmodule\n"
	_, err = quick().BuildBoard(t.Context(), BoardConfig{Source: files("part.v", old, "top.v", later), Clock: 1e6})
	require.NoError(t, err)
	_, err = quick().BuildBoard(t.Context(), BoardConfig{Source: files("part.v", old+"wrong\n", "top.v", top), Clock: 1e6})
	require.ErrorContains(t, err, "part.v:5:") // the lines keep their numbers
}
