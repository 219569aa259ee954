package sources

import (
	"testing"

	"github.com/stretchr/testify/require"
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
