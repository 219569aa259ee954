package sim

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// faultyBoard is a board with a body, and a module beside it.
func faultyBoard(ports, body string) string {
	return "module top(input clk, input rx, output tx" + ports + ");\n" + body + "\nendmodule\n"
}

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
			report, err := quick().LintBoard(t.Context(), BoardDesign{Source: files("top.v", faultyBoard(c.ports, c.body)+subText), Top: "top"})
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
			report, err := quick().LintBoard(t.Context(), BoardDesign{Source: files("top.v", faultyBoard(c.ports, c.body)), Top: "top"})
			require.NoError(t, err)
			require.Empty(t, report.Findings)
		})
	}
}

// TestLintForeign reads boards as others write them: with packages that one file includes and others
// import, interfaces, two clocks, FIFOs, memories with two ports, PLLs, pins of both directions.
func TestLintForeign(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	for _, c := range []struct {
		name, options, team string
		unused              []string
	}{
		{"sv", "?top=top&clk=1843200&param.CLK_HZ=1843200", "SV", []string{"tb/tb_top.sv"}},
		{"verilog", "?top=top&clk=1843200&rst=BTN", "BV", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := ParseAddress(c.name + c.options)
			require.NoError(t, err)
			a.Board.Source = Source{c.name, os.DirFS("testdata/foreign/" + c.name)}
			report, err := quick().LintBoard(t.Context(), a.Board.Design())
			require.NoError(t, err)
			for _, f := range report.Findings { // these tools do not know all of SystemVerilog
				require.Contains(t, []string{"iverilog STOPPED", "yosys STOPPED"}, f.By(), f.Text)
			}
			require.NotEmpty(t, report.Remarks)
			require.ElementsMatch(t, c.unused, report.Unused)
			answer(t, newPlayer(t, start(t, a.Board)), "-T", c.team)
		})
	}
}

// TestWaivers lets findings pass between two comments, and by a file.
func TestWaivers(t *testing.T) {
	tier.NoRace(t)
	text := faultyBoard(", output led, output reg a, output reg b", "// loopline lint_off MULTIDRIVEN\nassign led = 1'b0;\n// loopline lint_on MULTIDRIVEN\nassign led = clk;\n"+
		"always @(*) if (rx) a = clk;\nalways @(*) if (rx) b = clk;\nassign tx = rx;")
	texts := func(more ...string) (all []string, waived int) {
		report, err := quick().LintBoard(t.Context(), BoardDesign{Source: files(append([]string{"rtl/top.v", text}, more...)...), Top: "top"})
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

// vhdlMistakes are changes to a board in VHDL, and what is said of each.
var vhdlMistakes = []struct {
	name     string
	from, to string // in the body
	says     []string
}{
	{"a misspelt entity", "entity work.counter", "entity work.countr", []string{"board/u.vhd:26:", `"countr"`, "counter is there: is it misspelt?"}},
	{"a package that is not used", "use work.codes.all;\nentity u", "entity u", []string{"board/u.vhd:", "Package codes declares letter_t: write use work.codes.all;"}},
	{"a library that is not named", "library ieee;\nuse ieee.std_logic_1164.all;\nuse ieee.numeric_std.all;\nentity counter", "entity counter",
		[]string{"board/u.vhd:6:", "Write library ieee; use ieee.std_logic_1164.all; before the entity"}},
	{"numeric_std that is not used", "use ieee.std_logic_1164.all;\nuse ieee.numeric_std.all;\nentity counter", "use ieee.std_logic_1164.all;\nentity counter",
		[]string{`no declaration for "unsigned"`, "Write use ieee.numeric_std.all;"}},
	{"a generic that is not there", "WIDTH => 4", "BITS => 4", []string{`no declaration for "bits"`, "Entity counter has no bits; it has WIDTH, clk, q."}},
	{"arithmetic of a std_logic_vector", "sum <= data;", "sum <= data + 1;", []string{`board/u.vhd:28:15: no function declarations for operator "+"`, "A std_logic_vector has no arithmetic"}},
	{"a wait for a time", "sum <= data;", "process begin wait for 10 ns; sum <= data; end process;", []string{"board/u.vhd:28:", "Hardware cannot wait for a time"}},
	{"two drivers", "sum <= data;", "sum <= data;\n  sum <= (others => rx);", []string{`multiple assignments for "sum"`, "sum is assigned in lines 28, 29 of u.vhd"}},
	{"a latch", "tx <= sum(0) when rx = '1' else q1;", "process (all) begin if rx = '1' then tx <= q1; end if; end process;", []string{"latch infered for net \"tx\"", "Give the signal a value in every branch", "tx is assigned in lines 30 of u.vhd"}},
	{"other lengths", "sum <= data;", "sum <= data & rx;", []string{"board/u.vhd:28:", "got 9, expect 8", "as many bits"}},
	{"a value out of range", "n <= 5;", "n <= 9;", []string{"board/u.vhd:29:", "does not fit the range"}},
	{"== of C", "when rx = '1'", "when rx == '1'", []string{"board/u.vhd:30:", "VHDL compares with ="}},
	{":= for a signal", "    if rising_edge(clk) then q1 <= rx;", "    if rising_edge(clk) then q1 := rx;", []string{"board/u.vhd:32:", "A signal is assigned with <="}},
	{"a semicolon missing", "n <= 5;", "n <= 5", []string{"board/u.vhd:", "has no semicolon behind it"}},
	{"a semicolon missing behind a name", "sum <= data;", "sum <= data", []string{"board/u.vhd:", "has no semicolon behind it"}},
	{"a bit in double quotes", "when rx = '1'", "when rx = \"1\"", []string{"board/u.vhd:30:", "in single quotes"}},
	{"and beside or", "when rx = '1'", "when rx = '1' and clk = '1' or q1 = '1'", []string{"board/u.vhd:30:", "write parentheses"}},
	{"to for downto", "sum <= data;", "sum <= data(0 to 7);", []string{"board/u.vhd:28:", "is cut with downto"}},
	{"a number for a vector", "sum <= data;", "sum <= 0;", []string{"board/u.vhd:28:", "(others => '0')"}},
	{"a case without others", "sum <= data;", "process (all) begin case data is when x\"00\" => sum <= data; when x\"01\" => sum <= x\"00\"; end case; end process;",
		[]string{"board/u.vhd:28:", "write when others =>"}},
	{"an input left out", "port map (clk => clk, q => open)", "port map (q => open)", []string{"board/u.vhd:26:", "gives each input of the entity"}},
	{"else if", "if rising_edge(clk) then q1 <= rx; end if;", "if rx = '1' then q1 <= '0'; else if rising_edge(clk) then q1 <= rx; end if;",
		[]string{"board/u.vhd:", "Line 32 has else if", "write elsif"}},
	{"a semicolon missing beside an else if that has its end", "if rising_edge(clk) then q1 <= rx; end if;",
		"if rx = '1' then q1 <= '0'; else if rising_edge(clk) then q1 <= rx end if; end if;", []string{"board/u.vhd:32:", "has no semicolon behind it"}},
	{"a word of VHDL as a name", "signal q1 : std_logic;", "signal q1, next : std_logic;", []string{"board/u.vhd:23:", "next is a word of VHDL", "such as my_next"}},
	{"a word of VHDL as a state", "signal q1 : std_logic;", "signal q1 : std_logic; type s_t is (IDLE, NEXT);", []string{"board/u.vhd:23:", "next is a word of VHDL"}},
	{"a string that is too short", "sum <= data;", "sum <= \"101\";", []string{"board/u.vhd:28:", "as many characters as the vector has bits"}},
	{"an index that is no integer", "tx <= sum(0) when", "tx <= sum(data) when", []string{"board/u.vhd:30:", "to_integer(unsigned(x)) of a std_logic_vector"}},
	{"a comparison for a std_logic", "n <= 5;", "n <= 5;\n  tx <= rx = '1' or q1 = '0';", []string{"board/u.vhd:30:", "a comparison and a boolean are no std_logic"}},
	{"a bit in double quotes, assigned", "tx <= sum(0) when rx = '1' else q1;", "tx <= \"1\" when rx = '1' else q1;", []string{"board/u.vhd:30:", "A bit is in single quotes"}},
	{"a misspelt signal", "n <= 5;", "summ <= data;", []string{"board/u.vhd:29:", "The file declares no summ; sum is there: is it misspelt?"}},
	{"= for a signal", "sum <= data;", "sum = data;", []string{"board/u.vhd:28:", "A signal is assigned with <="}},
	{"a comment of Verilog", "n <= 5;", "// five\n  n <= 5;", []string{"board/u.vhd:29:", "A comment of VHDL begins with --"}},
	{"an end if missing before an else if", "    if rising_edge(clk) then q1 <= rx; end if;\n  end process;", "    if rising_edge(clk) then q1 <= rx;\n  end process;\n" +
		"  process (all) begin\n    if rx = '1' then n <= 1; else if clk = '1' then n <= 2; else n <= 3; end if; end if;\n  end process;",
		[]string{"board/u.vhd:33:", "An if before this place has no end: write end if;"}},
	{"an end process missing", "    if rising_edge(clk) then q1 <= rx; end if;\n  end process;", "    if rising_edge(clk) then q1 <= rx; end if;\n  n2 : entity work.counter port map (clk => clk, q => open);",
		[]string{"board/u.vhd:33:", "has no end: write end process;"}},
	{"an end architecture missing", "  end process;\nend;\n", "  end process;\n", []string{"The file ends before its entity, architecture or package does"}},
	{"a number for a std_logic_vector, compared", "tx <= sum(0) when rx = '1'", "tx <= sum(0) when sum = 0", []string{"board/u.vhd:30:", "A std_logic_vector has no arithmetic"}},
	{"vectors in order that are no numbers", "tx <= sum(0) when rx = '1'", "tx <= sum(0) when sum <= data", []string{"board/u.vhd:30:", "unsigned(a) <= unsigned(b)"}},
	{"a generic without a value", "entity u is port", "entity u is generic (baud : positive); port", []string{"board/u.vhd:19:", "generic baud of entity u", "param.baud=VALUE"}},
	{"a vector as a condition", "if rising_edge(clk) then q1", "if sum then q1", []string{"board/u.vhd:32:", "An if takes a comparison"}},
	{"a vendor's clock buffer", "library ieee;\nuse ieee.std_logic_1164.all;\nuse work.codes.all;\nentity u",
		"library unisim;\nuse unisim.vcomponents.all;\nlibrary ieee;\nuse ieee.std_logic_1164.all;\nuse work.codes.all;\nentity u",
		[]string{`cannot find resource library "unisim"`}},
}

const soundVHDL = `library ieee;
use ieee.std_logic_1164.all;
package codes is
  subtype letter_t is std_logic_vector(7 downto 0);
end package;
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity counter is generic (WIDTH : positive := 4); port (clk : in std_logic; q : out unsigned(WIDTH - 1 downto 0)); end;
architecture a of counter is
  signal n : unsigned(WIDTH - 1 downto 0) := (others => '0');
begin
  process (clk) begin if rising_edge(clk) then n <= n + 1; end if; end process;
  q <= n;
end;
library ieee;
use ieee.std_logic_1164.all;
use work.codes.all;
entity u is port (clk, rx : in std_logic; tx : out std_logic); end;
architecture a of u is
  signal data, sum : letter_t;
  signal n : integer range 0 to 7;
  signal q1 : std_logic;
begin
  -- what is done
  c : entity work.counter generic map (WIDTH => 4) port map (clk => clk, q => open);
  data <= (others => rx);
  sum <= data;
  n <= 5;
  tx <= sum(0) when rx = '1' else q1;
  process (clk) begin
    if rising_edge(clk) then q1 <= rx; end if;
  end process;
end;
`

// TestVHDLMistakes names each at its line, with what to do.
func TestVHDLMistakes(t *testing.T) {
	tier.NoRace(t)
	needGHDL(t)
	report, err := quick().LintBoard(t.Context(), BoardDesign{Source: files("u.vhd", soundVHDL), Top: "u"})
	require.NoError(t, err)
	require.Empty(t, report.Findings)
	major := ghdlMajor(t)
	for _, c := range vhdlMistakes {
		t.Run(c.name, func(t *testing.T) {
			require.Contains(t, soundVHDL, c.from)
			_, err := quick().BuildBoard(t.Context(), BoardConfig{Source: files("u.vhd", strings.Replace(soundVHDL, c.from, c.to, 1)), Top: "u", Clock: 1e6})
			if since := acceptedSince[c.name]; since > 0 && major >= since {
				require.NoError(t, err)
				return
			}
			for _, s := range c.says {
				require.ErrorContains(t, err, s)
			}
		})
	}
}

// acceptedSince are mistakes of which GHDL makes hardware since a major version.
var acceptedSince = map[string]int{"vectors in order that are no numbers": 5}

// ghdlMajor returns the major version of the installed GHDL.
func ghdlMajor(t *testing.T) int {
	t.Helper()
	said, err := exec.Command("ghdl", "--version").Output()
	require.NoError(t, err)
	m := regexp.MustCompile(`\AGHDL (\d+)\.`).FindSubmatch(said)
	require.NotNil(t, m, "%s", said)
	major, err := strconv.Atoi(string(m[1]))
	require.NoError(t, err)
	return major
}

// TestVHDLUnreached: lint names the files that the top entity does not need: it finds nothing in them.
func TestVHDLUnreached(t *testing.T) {
	tier.NoRace(t)
	needGHDL(t)
	const core = "library ieee;\nuse ieee.std_logic_1164.all;\nuse work.%s.all;\nentity %s is port (clk : in std_logic; q : out std_logic); end;\n" +
		"architecture a of %[2]s is\nbegin\n  q <= clk;\nend;\n"
	c := BoardConfig{Source: files("u.vhd", soundVHDL, "core.vhd", fmt.Sprintf(core, "words", "core"), "words.vhd", "package words is constant N : integer := 1; end package;\n",
		"leaf.vhd", fmt.Sprintf(core, "codes", "leaf")), Top: "u"}
	report, err := quick().LintBoard(t.Context(), c.Design())
	require.NoError(t, err)
	require.Equal(t, []string{"core.vhd", "leaf.vhd", "words.vhd"}, report.Unused)
	c.Source = files("u.vhd", strings.Replace(soundVHDL, "  n <= 5;", "  n <= 5;\n  l : entity work.core port map (clk => clk, q => open);", 1),
		"core.vhd", fmt.Sprintf(core, "words", "core"), "words.vhd", "package words is constant N : integer := 1; end package;\n", "leaf.vhd", fmt.Sprintf(core, "codes", "leaf"))
	report, err = quick().LintBoard(t.Context(), c.Design())
	require.NoError(t, err)
	require.Equal(t, []string{"leaf.vhd"}, report.Unused)
}

// TestVHDLLatch: GHDL 2.0 drops a latch of a signal that is no port, and says nothing; GHDL 5 refuses it.
func TestVHDLLatch(t *testing.T) {
	tier.NoRace(t)
	needGHDL(t)
	text := strings.Replace(soundVHDL, "sum <= data;", "process (all) begin if clk = '1' then sum <= data; end if; end process;", 1)
	report, err := quick().LintBoard(t.Context(), BoardDesign{Source: files("u.vhd", text), Top: "u"})
	require.NoError(t, err)
	said := report.Findings[0].Text + report.Remedy
	require.Regexp(t, `board/u\.vhd:28: sum is a latch, which GHDL drops|latch infered for net "sum".*sum is assigned in lines 28 of u\.vhd`, said)
}

// TestVHDLVendorClocks: what is said to save in place of a vendor's library builds.
func TestVHDLVendorClocks(t *testing.T) {
	tier.NoRace(t)
	needGHDL(t)
	top := "library unisim;\nuse unisim.vcomponents.all;\n" + pinsVHDL + "architecture a of u is\n  signal c, d, f, l : std_logic;\nbegin\n" +
		"  m : MMCME2_BASE generic map (CLKIN1_PERIOD => 10.0, BANDWIDTH => \"OPTIMIZED\", DIVCLK_DIVIDE => 1, STARTUP_WAIT => FALSE)\n" +
		"    port map (CLKIN1 => clk, CLKFBIN => f, CLKFBOUT => f, CLKOUT0 => c, LOCKED => l, RST => '0', PWRDWN => '0');\n" +
		"  b : BUFG port map (I => c, O => d);\n  process (d) begin if rising_edge(d) then tx <= rx and l; end if; end process;\nend;\n"
	c := BoardConfig{Clock: 1e6, Source: files("u.vhd", top), Top: "u"}
	_, err := quick().BuildBoard(t.Context(), c)
	var failed *BuildError
	require.ErrorAs(t, err, &failed)
	_, text, ok := strings.Cut(failed.Remedy, "beside the VHDL:\n\n")
	require.True(t, ok, failed.Remedy)
	vhdl, rest, _ := strings.Cut(text, "and this as ll_clocks.v")
	_, verilog, _ := strings.Cut(rest, "\n\n")
	c.Source = files("u.vhd", top, "unisim/vcomponents.vhd", vhdl, "ll_clocks.v", verilog)
	m, err := quick().BuildBoard(t.Context(), c)
	require.NoError(t, err)
	require.Empty(t, m.Warnings())
}

// TestSynopsys reads packages that are not IEEE's, and says so.
func TestSynopsys(t *testing.T) {
	tier.NoRace(t)
	needGHDL(t)
	text := strings.Replace(pinsVHDL, "entity", "use ieee.std_logic_unsigned.all;\nuse ieee.std_logic_arith.all;\nentity", 1) +
		"architecture a of u is\n  signal n : std_logic_vector(3 downto 0) := \"0000\";\nbegin\n" +
		"  process (clk) begin if rising_edge(clk) then n <= n + 1; end if; end process;\n  tx <= rx when conv_integer(n) < 20 else '0';\nend;\n"
	m, err := quick().BuildBoard(t.Context(), BoardConfig{Clock: 1e6, Source: files("u.vhd", text), Top: "u"})
	if err != nil && strings.Contains(err.Error(), "not found in library \"ieee\"") {
		require.ErrorContains(t, err, "This GHDL comes without the packages of Synopsys, such as std_logic_unsigned, ")
		return
	}
	require.NoError(t, err)
	require.Equal(t, []string{"the VHDL uses std_logic_arith, std_logic_unsigned of Synopsys, which GHDL takes with -fsynopsys alone; " +
		"ieee.numeric_std is the standard's"}, m.Notes())
}

// TestPackages compiles a package that one file includes and others import, whichever stands first.
func TestPackages(t *testing.T) {
	pkg := "`ifndef P\n`define P\npackage p; localparam N = 2; endpackage\n`endif\n"
	own := "module own(input x, output y); assign y = x ^ p::N[0]; endmodule\n"
	for _, c := range []struct {
		name  string
		files []string
		want  []string
	}{
		{"included and imported", []string{"p.sv", pkg, "a.sv", "`include \"p.sv\"\n" + own, "top.sv", "module top import p::*; (input x); own o(x, x); endmodule\n"}, []string{"a.sv", "p.sv", "top.sv"}},
		{"included by all", []string{"p.sv", pkg, "a.sv", "`include \"p.sv\"\n" + own, "top.sv", "`include \"p.sv\"\nmodule top import p::*; (input x); own o(x, x); endmodule\n"}, []string{"a.sv", "top.sv"}},
		{"included by way of another", []string{"p.sv", pkg, "q.svh", "`include \"p.sv\"\n", "top.sv", "`include \"q.svh\"\nmodule top import p::*; (input x); endmodule\n"}, []string{"top.sv"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			read, err := files(c.files...).read()
			require.NoError(t, err)
			var compiled []string
			for _, name := range newHierarchy(read).needed("top") {
				if isHDL(name) {
					compiled = append(compiled, path.Base(name))
				}
			}
			require.ElementsMatch(t, c.want, compiled)
			if len(c.want) == 3 {
				require.Equal(t, "p.sv", compiled[0])
			}
		})
	}
}
