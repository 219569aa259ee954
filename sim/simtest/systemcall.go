package simtest

// Asking is a board that sends nothing and holds an item of Verilog.
func Asking(item string) string {
	return "module board (input clk, input rx, output tx);\n  assign tx = 1'b1;\n" + item + "\nendmodule\n"
}
