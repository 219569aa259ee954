package vhdl

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/sources"
)

// TestEscapedNames: names of VHDL that are words of Verilog are escaped in what GHDL writes, and nothing else is.
func TestEscapedNames(t *testing.T) {
	for line, want := range map[string]string{
		"  assign input = reg; // (signal)":       `  assign \input  = \reg ; // (signal)`,
		"  (input  byte,":                         `  (input  \byte ,`,
		"  always @(posedge clk)":                 "  always @(posedge clk)",
		"  always @(posedge clk or posedge n1_o)": "  always @(posedge clk or posedge n1_o)",
		"    reg <= n1;":                          `    \reg  <= n1;`,
		"    initial = n1;":                       `    \initial  = n1;`,
		"  initial":                               "  initial",
		"endmodule":                               "endmodule",
		"  reg [1:0] do;":                         `  reg [1:0] \do ;`,
		"    .output(q_o)":                        `    .\output (q_o)`,
	} {
		require.Equal(t, want, escapeNames(line))
	}
}

// TestUsageOfNoUTF8: the name of a missing module may be any bytes.
func TestUsageOfNoUTF8(t *testing.T) {
	top := []sources.File{{Name: "top.v", Text: []byte("module top; endmodule\n")}}
	require.Empty(t, usageOf(sources.NewHierarchy(top), "x\xbd\xbe").ports)
}
