package simtest

// FaultyBoard is a board with a body, and a module beside it.
func FaultyBoard(ports, body string) string {
	return "module top(input clk, input rx, output tx" + ports + ");\n" + body + "\nendmodule\n"
}
