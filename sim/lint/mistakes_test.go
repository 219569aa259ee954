package lint

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

const subText = "module sub(input [7:0] d, input e, output [7:0] q); assign q = e ? ~d : d; endmodule\n"

// lintMistakes are small boards with one known fault each, and what lint says of it first.
var lintMistakes = []struct{ name, ports, body, want string }{
	{"a constant and a signal drive one output", ", output led", "reg [23:0] n = 0;\nalways @(posedge clk) n <= n + 24'd1;\nassign led = 1'b0;\nassign led = n[23];\nassign tx = rx;",
		"top.v:5:12: several drivers of led: here and at top.v:4:12"},
	{"two constants drive one output", ", output led", "assign led = 1'b0;\nassign led = 1'b1;\nassign tx = rx & clk;",
		"several drivers of led: here and at top.v:"},
	{"two blocks drive one register", ", input en, output reg led", "always @(posedge clk) led <= rx;\nalways @(posedge clk) if (en) led <= 1'b0;\nassign tx = rx;",
		"top.v:3:35: several drivers of led: here and at top.v:2:27"},
	{"a list of signals that leaves one out", ", input a, input b, output reg led", "always @(a) led = a & b;\nassign tx = rx & clk;",
		"top.v:2:1: led follows b too, which the sensitivity list leaves out"},
	{"a latch of an if", ", input en, output reg led", "always @(*) if (en) led = rx;\nassign tx = rx & clk;",
		"top.v:2:25: led is a latch: the block that begins in line 2"},
	{"a latch of a case", ", input [1:0] s, output reg led", "always @(*)\n  case (s)\n    2'd0: led = rx;\n    2'd1: led = ~rx;\n  endcase\nassign tx = rx & clk;",
		"top.v:4:15: led is a latch: the block that begins in line 2"},
	{"a latch of a case of plain numbers", ", input [1:0] s, output reg led", "always @(*) case (s) 0: led = rx; 1: led = ~rx; 2: led = 1'b0; endcase\nassign tx = rx & clk;",
		"top.v:2:29: led is a latch: the block that begins in line 2"},
	{"a latch of a case of numbers with a sign", ", input signed [1:0] s, output reg led", "always @(*) case (s) 0: led = rx; 1: led = ~rx; -1: led = 1'b0; endcase\nassign tx = rx & clk;",
		"top.v:2:29: led is a latch: the block that begins in line 2"},
	{"a latch of a case of a wide selector", ", input [15:0] s, output reg led", "always @(*) case (s) 16'h1234: led = rx; 5: led = ~rx; endcase\nassign tx = rx & clk;",
		"top.v:2:36: led is a latch: the block that begins in line 2"},
	{"a latch of a list of signals", ", input en, output reg led", "always @(en or rx) begin\n  if (en) led = rx;\nend\nassign tx = rx & clk;",
		"top.v:3:15: led is a latch: the block that begins in line 2"},
	{"a memory that is read without a clock", ", input [9:0] a, output [7:0] q", "reg [7:0] board [0:1023];\nalways @(posedge clk) if (rx) board[a] <= {8{rx}};\nassign q = board[a];\nassign tx = rx;",
		"top.v:4:17: board, 1024 x 8 bits, is read without a clock here: no block RAM can, so it becomes 8192 flip-flops"},
	{"a loop without a register", "", "wire a, b;\nassign a = b & rx;\nassign b = a | clk;\nassign tx = a;",
		"outputs of this lead back to its inputs without a register"},
	{"a wire that nothing drives", ", output [7:0] led", "wire [7:0] n;\nassign led = n;\nassign tx = rx & clk;", "top.v:2:12: Signal is not driven: 'n'"},
	{"a misspelt signal", ", output led", "wire ready = clk & rx;\nassign led = redy;\nassign tx = ready;", "top.v:3:14: Can't find definition of variable: 'redy'"},
	{"a port of another width", ", output [7:0] led", "reg [9:0] n = 0;\nalways @(posedge clk) n <= n + 1;\nsub s(.d(n), .e(rx), .q(led));\nassign tx = rx;",
		"top.v:4:8: Input port connection 'd' expects 8 bits on the pin connection, but pin connection's VARREF 'n' generates 10 bits"},
	{"a comparison that is never true", ", output reg led", "reg [3:0] n = 0;\nalways @(posedge clk) begin\n  n <= n + 1;\n  if (n == 16) led <= 1'b1;\nend\ninitial led = 0;\nassign tx = rx;",
		"top.v:5:9: n has 4 bits, at most 15, and never equals 16: give it 5 bits, [4:0]"},
	{"a divider that is too narrow", ", output reg led", "localparam DIV = 12000000 / 9600;\nreg [6:0] n = 0;\nalways @(posedge clk)\n  if (n == DIV - 1) begin n <= 0; led <= ~led; end\n  else n <= n + 7'd1;\ninitial led = 0;\nassign tx = rx;",
		"top.v:5:9: n has 7 bits, at most 127, and never equals DIV - 1 (1249): give it 11 bits, [10:0]"},
	{"a literal with a width, too large", ", output reg led", "reg [6:0] n = 0;\nalways @(posedge clk) begin\n  n <= n + 7'd1;\n  if (n == 8'd200) led <= 1'b1;\nend\ninitial led = 0;\nassign tx = rx;",
		"top.v:5:9: n has 7 bits, at most 127, and never equals 8'd200 (200): give it 8 bits, [7:0]"},
	{"a team code of five letters", ", output reg [15:0] q", "localparam [15:0] TEAM = \"HELLO\";\nalways @(posedge clk) q <= TEAM;\nassign tx = rx;",
		"top.v:2:19: Operator VAR 'TEAM' expects 16 bits on the Initial value, but Initial value's CONST '40'h48454c4c4f' generates 40 bits."},
	{"a wire that a clock sets", ", output led", "always @(posedge clk) led <= rx;\nassign tx = rx;", "led is a wire, which no always block may assign: declare it reg"},
	{"a constant on the left", ", output reg led", "localparam DIV = 200;\nreg [6:0] n = 0;\nalways @(posedge clk) begin\n  n <= n + 7'd1;\n  led <= (DIV != n) & rx;\nend\nassign tx = rx;",
		"top.v:6:15: n has 7 bits, at most 127, and never equals DIV (200)"},
	{"a bit of a counter as a clock", ", output reg led", "reg [3:0] div = 0;\nalways @(posedge clk) div <= div + 4'd1;\nalways @(posedge div[3]) led <= rx;\nassign tx = rx;",
		"top.v:4:1: div clocks this block, and line 3 makes it of logic: its edges come late, and no tool knows when. Clock the block by the board's clock, " +
			"and act in one cycle of many, a clock enable"},
	{"a clock behind a gate", ", input en, output reg led", "wire gated = clk & en;\nalways @(posedge gated) led <= rx;\nassign tx = rx;",
		"top.v:3:1: gated clocks this block, and line 2 makes it of logic"},
	{"a function whose case leaves a value out", ", input [1:0] s, output led", "function pick(input [1:0] a, input b);\n  case (a)\n    2'd0: pick = b;\n    2'd1: pick = ~b;\n    2'd2: pick = 1'b1;\n  endcase\n" +
		"endfunction\nassign led = pick(s, rx);\nassign tx = rx & clk;", "top.v:2:10: function pick has no value in some branches: a case needs a choice for every value, or default"},
	{"= under a clock, read elsewhere", ", output reg led", "reg b;\nalways @(posedge clk) b = rx;\nalways @(posedge clk) led <= b;\nassign tx = led;",
		"top.v:3:25: b is assigned with = under a clock, and read by the block in line 4"},
	{"<= without a clock", ", output reg led", "always @(*) led <= rx & clk;\nassign tx = rx;", "top.v:2:17: Non-blocking assignment '<=' in combinational logic"},
	{"an input left open", ", output [7:0] led", "sub s(.d({8{rx}}), .q(led));\nassign tx = rx & clk;", "top.v:2:5: Instance has missing pin: 'e'"},
	{"a reset of the wrong level", ", input rst, output reg led", "always @(posedge clk or posedge rst) if (!rst) led <= 0; else led <= rx;\nassign tx = rx;",
		"the block waits for rst to go high, and resets while rst is not high"},
	{"a reset of the wrong level, with a constant besides", ", input rst, output reg led", "always @(posedge clk or negedge rst)\n  if (rst == 1'b1) led <= 0;\n  else begin led <= rx; if (led) led <= 1'b1; end\nassign tx = rx;",
		"top.v:3:"},
	{"a reset of the wrong level, in many registers", ", input rst_n, output reg led", "reg q;\nalways @(posedge clk or negedge rst_n)\n  if (rst_n) begin led <= 0; q <= 0; end\n  else begin led <= rx; q <= led; end\nassign tx = q;",
		"the block waits for rst_n to go low, and resets while rst_n is not low"},
	{"a counter that nothing sets", ", output led", "reg [3:0] n;\nalways @(posedge clk) n <= n + 4'd1;\nassign led = n[3];\nassign tx = rx;", "top.v:3:25: n goes on from its own value, and nothing ever sets it"},
}

// TestLintMistakes finds what is wrong with each, first and at its line, and nothing else.
func TestLintMistakes(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	for _, c := range lintMistakes {
		t.Run(c.name, func(t *testing.T) {
			report, err := Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: sourcestest.Files("top.v", simtest.FaultyBoard(c.ports, c.body)+subText), Top: "top"})
			require.NoError(t, err)
			require.Len(t, report.Findings, 1, "%v", report.Findings)
			require.Contains(t, report.Findings[0].Text, c.want)
		})
	}
}

// lintSound are boards that are right, and near to what is not.
var lintSound = []struct{ name, ports, body string }{
	{"a value before the branches", ", input en, input [1:0] s, output reg led, output reg [1:0] k",
		"always @(*) begin\n  led = 1'b0;\n  k = s;\n  if (en) led = rx;\n  case (s) 2'd0: k = 2'd1; 2'd3: begin k = 2'd0; led = 1'b1; end endcase\nend\nassign tx = rx & clk;"},
	{"a case of every value", ", input [1:0] s, output reg led", "always @(*) case (s) 2'd0, 2'd1: led = rx; 2'd2: led = ~rx; 2'b11: led = 1'b0; endcase\nassign tx = rx & clk;"},
	{"a case of plain numbers, of every value", ", input [1:0] s, input signed [1:0] t, output reg led, output reg k",
		"always @(*) case (s) 0, 1: led = rx; 2: led = ~rx; 3: led = 1'b0; 4: led = 1'b1; endcase\nalways @(*) case (t) 0, 1: k = rx; -1: k = ~rx; -2: k = 1'b0; endcase\nassign tx = rx & clk;"},
	{"a case of every value of many bits", ", input [13:0] s, output reg led", "always @(*) casez (s) 14'b1?????????????: led = rx; 14'b01????????????: led = ~rx; 14'b00????????????: led = 1'b0; endcase\nassign tx = rx & clk;"},
	{"a case with wildcards of every value", ", input [2:0] s, output reg [1:0] k", "always @(s) casez (s) 3'b1??: k = 2'd2; 3'b01?: k = 2'd1; 3'b00?: k = 2'd0; endcase\nassign tx = rx & clk;"},
	{"a memory that is read with a clock", ", input [9:0] a, output reg [7:0] q, output reg [7:0] r", "reg [7:0] board [0:1023];\nreg run = 0;\nalways @(posedge clk) begin\n  run <= rx;\n  if (rx) board[a] <= {8{rx}};\n  q <= board[a];\n  if (run) r <= board[~a];\nend\nassign tx = rx;"},
	{"a small memory that is read without one", ", input [3:0] a, output [7:0] q", "reg [7:0] f [0:15];\nalways @(posedge clk) if (rx) f[a] <= {8{rx}};\nassign q = f[a];\nassign tx = rx;"},
	{"a table that is read without one", ", input [8:0] a, output [7:0] q", "reg [7:0] rom [0:511];\ninteger i;\ninitial for (i = 0; i < 512; i = i + 1) rom[i] = i * 7;\nassign q = rom[a];\nassign tx = rx & clk;"},
	{"resets of both levels", ", input rst, input rst_n, output reg a, output reg b, output reg [3:0] c", "always @(posedge clk or posedge rst) if (rst) a <= 0; else a <= rx;\n" +
		"always @(posedge clk or negedge rst_n) if (!rst_n) b <= 1; else b <= rx;\nalways @(posedge clk, negedge rst_n) if (~rst_n) c <= 4'd3; else if (rx) c <= c + 4'd1;\nassign tx = rx;"},
	{"= in a block of its own under a clock", ", output reg [3:0] q", "reg [3:0] t;\ninteger i;\nalways @(posedge clk) begin\n  t = 0;\n  for (i = 0; i < 4; i = i + 1) t = t + {3'd0, rx};\n  q <= t;\nend\nassign tx = rx;"},
	{"registers that begin as they are shifted or set", ", output [3:0] q", "reg [3:0] s, n, m = 0;\nalways @(posedge clk) begin\n  s <= {s[2:0], rx};\n  if (rx) n <= 0; else n <= n + 1;\n  m <= m + 1;\nend\nassign q = s ^ n ^ m;\nassign tx = rx;"},
	{"constants that fit", ", output reg [6:0] q", "parameter CLK = 12000000;\nlocalparam DIV = CLK / 120000, LAST = 8'd127;\nlocalparam [7:0] WIDE = 100;\nreg [6:0] n = 0;\nalways @(posedge clk) begin\n" +
		"  n <= n == (DIV - 1) ? 0 : n + 1;\n  q <= {n == LAST, n != WIDE, 127 == n, n + 7'd1 == 8'd128, n == DIV + 27 && rx, n == CLK / 200000, n == 8'h7f};\nend\nassign tx = rx;"},
	{"clocks that are no logic", ", input clk2, input arst, output reg q, output reg p, output reg o", "wire back = ~clk;\nwire same = clk2;\nreg [1:0] hold = 0;\nalways @(posedge clk or posedge arst) if (arst) hold <= 0; else hold <= {hold[0], 1'b1};\n" +
		"wire rst = ~hold[1];\nalways @(posedge back or posedge rst) if (rst) q <= 0; else q <= rx;\nalways @(posedge same) p <= rx;\nalways @(negedge clk) o <= rx;\nassign tx = rx;"},
	{"functions with a value in every branch", ", input [1:0] s, output [3:0] q", "function one(input [1:0] a, input b);\n  case (a) 0: one = b; 1, 2: one = ~b; default: one = 1; endcase\nendfunction\n" +
		"function two(input [1:0] a);\n  begin two = 0; case (a) 1: two = 1; endcase if (a == 3) two = 1; end\nendfunction\n" +
		"function [1:0] three(input [1:0] a);\n  integer i;\n  for (i = 0; i < 2; i = i + 1) three[i] = a[1 - i];\nendfunction\nassign q = {one(s, rx), two(s), three(s)};\nassign tx = rx & clk;"},
	{"parameters as wide as their values", ", output reg [15:0] q", "localparam [15:0] TEAM = \"LL\";\nlocalparam [7:0] MINUS = -1, ALL = ~0;\nlocalparam [2:0] W = $clog2(8), SUM = 3'd7 + 1;\n" +
		"always @(posedge clk) q <= TEAM ^ {8'd0, MINUS} ^ {8'd0, ALL} ^ {13'd0, W} ^ {13'd0, SUM};\nassign tx = rx;"},
	{"what is wider by a literal alone", ", output reg [7:0] q", "parameter CLK = 12000000;\nlocalparam DIV = CLK / 115200;\nreg [6:0] n = 0;\nalways @(posedge clk) begin\n  n <= n == DIV - 1 ? 0 : n + 1;\n  q <= n * 2;\nend\nassign tx = rx;"},
}

// TestLintSound finds nothing where nothing is wrong.
func TestLintSound(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	for _, c := range lintSound {
		t.Run(c.name, func(t *testing.T) {
			report, err := Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: sourcestest.Files("top.v", simtest.FaultyBoard(c.ports, c.body)), Top: "top"})
			require.NoError(t, err)
			require.Empty(t, report.Findings)
		})
	}
}

// TestWaivers lets findings pass between two comments, and by a file.
func TestWaivers(t *testing.T) {
	tier.NoRace(t)
	text := simtest.FaultyBoard(", output led, output reg a, output reg b", "// loopline lint_off MULTIDRIVEN\nassign led = 1'b0;\n// loopline lint_on MULTIDRIVEN\nassign led = clk;\n"+
		"always @(*) if (rx) a = clk;\nalways @(*) if (rx) b = clk;\nassign tx = rx;")
	texts := func(more ...string) (all []string, waived int) {
		report, err := Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: sourcestest.Files(append([]string{"rtl/top.v", text}, more...)...), Top: "top"})
		require.NoError(t, err)
		for _, f := range report.Findings {
			_, word, _ := strings.Cut(f.Text, ": ")
			word, _, _ = strings.Cut(word, " ")
			all = append(all, word)
		}
		return all, report.Waived
	}
	all, _ := texts()
	require.Equal(t, []string{"several", "a", "b"}, all, "the conflict is found where the waiver does not reach")
	for vlt, want := range map[string][]string{
		"`verilator_config\nlint_off -rule LATCH -file \"*/top.v\" -lines 6\n":         {"several", "b"},
		"`verilator_config\nlint_off -rule LATCH -file \"top.v\" -lines 6-7\n":         {"several"},
		"`verilator_config\nlint_off -rule MULTIDRIVEN -match \"*drivers of le?:*\"\n": {"a", "b"},
		"lint_off -rule latch -file \"other.v\"\nlint_off -rule LATCH -lines x\n":      {"several", "a", "b"},
	} {
		all, waived := texts("lint.vlt", vlt)
		require.Equal(t, want, all, vlt)
		require.GreaterOrEqual(t, waived, 3-len(want), vlt)
	}
}
