package main

import (
	"fmt"
	"strings"
)

// frameTop is the name of the module that appendFrame writes.
const frameTop = "frame"

// appendFrame appends a module around a design that leaves four pins of it:
// all inputs come from the flip-flops of one shift register and all outputs go
// to flip-flops, which a second chain folds together. So a block with more
// ports than a chip has pins can be placed, and the paths from its inputs and
// to its outputs count in its clock rate as they would inside a larger design.
func appendFrame(dst []byte, d design, ports []port) []byte {
	inputs, outputs := 0, 0
	var joins []string
	for _, p := range ports {
		switch {
		case p.name == "clk_i":
			joins = append(joins, ".clk_i(clk_i)")
		case p.input:
			joins = append(joins, fmt.Sprintf(".%s(in_q[%d +: %d])", p.name, inputs, p.width))
			inputs += p.width
		default:
			joins = append(joins, fmt.Sprintf(".%s(out[%d +: %d])", p.name, outputs, p.width))
			outputs += p.width
		}
	}
	var parameters []string
	for _, name := range sortedKeys(d.Parameters) {
		parameters = append(parameters, fmt.Sprintf(".%s(%s)", name, d.Parameters[name]))
	}
	return fmt.Appendf(dst, `module %s (input logic clk_i, input logic in_i, output logic out_o);
  logic [%d:0] in_q;
  logic [%d:0] out, out_q, fold_q;
  always_ff @(posedge clk_i) begin
    in_q <= {in_q, in_i};
    out_q <= out;
    fold_q <= {fold_q, 1'b0} ^ out_q;
  end
  assign out_o = fold_q[%[3]d];
  %s #(%s) dut (%s);
endmodule
`, frameTop, inputs-1, outputs-1, d.Top, strings.Join(parameters, ", "), strings.Join(joins, ", "))
}
