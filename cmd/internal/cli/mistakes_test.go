package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/starter"
)

// mistake is one change of a project of "loopline new", and what a command says of it.
type mistake struct {
	name    string
	edits   []string // file, from and to, by turns; an empty from is the whole file
	options string   // of the board's address, more or other ones
	command string   // behind the address; or one with ADDR in it
	says    []string // patterns, on lines of their own
}

// step checks a board in one step, with a handshake that is soon over.
func step(n string) string { return "sim check ADDR --handshake 100ms --step " + n }

const lintMine = "sim lint ADDR"

// inVerilog are mistakes in the starter's board.
var inVerilog = []mistake{
	{"the bit rate of another clock", []string{"board.v", "(CLOCK_HZ + BAUD / 2) / BAUD", "104"}, "", step("2"),
		[]string{`it answers at 17723 baud: its bits last 104 clock cycles where 16 are right \(clk / baud = 1843200 / 115200\)`}},
	{"9600 baud", []string{"board.v", "/ BAUD;", "/ 9600;"}, "", step("2"), []string{`it answers at 9309 baud: its bits last 198 clock cycles where 16`}},
	{"9600 baud, in JSON", []string{"board.v", "/ BAUD;", "/ 9600;"}, "", step("2") + " --json",
		[]string{`"notices":\["[^]]*it answers at 9309 baud: its bits last 198 clock cycles`}},
	{"9600 baud, at GitHub", []string{"board.v", "/ BAUD;", "/ 9600;"}, "", step("2") + " --github",
		[]string{`::error title=.*noticed.*it answers at 9309 baud: its bits last 198 clock cycles`}},
	{"a bit a cycle too long, sent", []string{"uart_tx.v", "BIT - 16'd1", "BIT"}, "", step("2"),
		[]string{`it reads what it is asked, and answers at 108424 baud: the bits that it sends last 17 clock cycles where 16`}},
	{"a bit a cycle too long, read", []string{"uart_rx.v", "count <= BIT - 16'd1;", "count <= BIT;"}, "", step("2"),
		[]string{`it answers when it is asked at 1[01][0-9]+ baud: the bits that it reads last some`}},
	{"the middle of the bit is missed", []string{"uart_rx.v", "BIT + BIT / 16'd2 - 16'd1", "BIT - 16'd1"}, "", step("14"),
		[]string{`it answers at its own bit rate, and not where ours is -2 % off \(skew=-0.02\): does it sample each bit in its middle\?`}},
	{"the middle of the bit is missed, in the tutorial", []string{"uart_rx.v", "BIT + BIT / 16'd2 - 16'd1", "BIT - 16'd1", "top.v", `TEAM = "FP"`, `TEAM = "ME"`}, "",
		"tutorial DIR --step 2", []string{`not where the host's is 2 % off, as real ones are: does uart_rx sample each bit in its middle`}},
	{"tx inverted", []string{"uart_tx.v", "tx = frame[0]", "tx = !frame[0]"}, "", step("2"), []string{"it answers with tx inverted"}},
	{"rx inverted", []string{"uart_rx.v", "sync[0], rx}", "sync[0], !rx}"}, "", step("2"), []string{"it answers with rx inverted"}},
	{"the highest bit first, sent", []string{"uart_tx.v", "{1'b1, data, 1'b0}", "{1'b1, data[0], data[1], data[2], data[3], data[4], data[5], data[6], data[7], 1'b0}"}, "", step("2"),
		[]string{"it answers with the bits of each of its bytes reversed"}},
	{"the highest bit first, read", []string{"uart_rx.v", "{sync[1], data[7:1]}", "{data[6:0], sync[1]}"}, "", step("2"),
		[]string{"it answers with the bits of each byte to it reversed"}},
	{"an even parity bit, sent", []string{"uart_tx.v", "10'h3ff", "11'h7ff", "uart_tx.v", "reg [ 9:0] frame", "reg [10:0] frame",
		"uart_tx.v", "{1'b1, data, 1'b0}", "{1'b1, ^data, data, 1'b0}", "uart_tx.v", "4'd10", "4'd11", "uart_tx.v", "frame[9:1]", "frame[10:1]"}, "", step("2"),
		[]string{"it sends an even parity bit behind the 8 data bits of each byte"}},
	{"an odd parity bit, sent", []string{"uart_tx.v", "10'h3ff", "11'h7ff", "uart_tx.v", "reg [ 9:0] frame", "reg [10:0] frame",
		"uart_tx.v", "{1'b1, data, 1'b0}", "{1'b1, ~^data, data, 1'b0}", "uart_tx.v", "4'd10", "4'd11", "uart_tx.v", "frame[9:1]", "frame[10:1]"}, "", step("2"),
		[]string{"it sends an odd parity bit behind the 8 data bits of each byte"}},
	{"a ninth bit, sent", []string{"uart_tx.v", "10'h3ff", "11'h7ff", "uart_tx.v", "reg [ 9:0] frame", "reg [10:0] frame",
		"uart_tx.v", "{1'b1, data, 1'b0}", "{1'b1, 1'b0, data, 1'b0}", "uart_tx.v", "4'd10", "4'd11", "uart_tx.v", "frame[9:1]", "frame[10:1]"}, "", step("2"),
		[]string{"it sends a ninth bit, low, behind"}},
	{"an even parity bit, expected", []string{"uart_rx.v", "step == 4'd9", "step == 4'd10", "uart_rx.v", "valid <= sync[1];", "valid <= sync[1] && !odd;",
		"uart_rx.v", "data  <= {", "if (step == 4'd9) odd <= sync[1] ^ ^data; else data <= {", "uart_rx.v", "reg [ 1:0] sync;", "reg odd; reg [ 1:0] sync;"}, "", step("2"),
		[]string{"it answers when (an even parity bit|a low bit \\(a ninth bit, or even parity\\)) follows the 8 data bits: its receiver takes 9 bits"}},
	{"an odd parity bit, expected", []string{"uart_rx.v", "step == 4'd9", "step == 4'd10", "uart_rx.v", "valid <= sync[1];", "valid <= sync[1] && odd;",
		"uart_rx.v", "data  <= {", "if (step == 4'd9) odd <= sync[1] ^ ^data; else data <= {", "uart_rx.v", "reg [ 1:0] sync;", "reg odd; reg [ 1:0] sync;"}, "", step("2"),
		[]string{"it answers when (an odd parity bit|a high bit \\(a second stop bit, or odd parity\\)) follows the 8 data bits"}},
	{"a ninth bit, expected", []string{"uart_rx.v", "step == 4'd9", "step == 4'd10", "uart_rx.v", "valid <= sync[1];", "valid <= sync[1] && !ninth;",
		"uart_rx.v", "data  <= {", "if (step == 4'd9) ninth <= sync[1]; else data <= {", "uart_rx.v", "reg [ 1:0] sync;", "reg ninth; reg [ 1:0] sync;"}, "", step("2"),
		[]string{"it answers when a low bit \\(a ninth bit, or even parity\\) follows the 8 data bits"}},
	{"two stop bits, expected", []string{"uart_rx.v", "step == 4'd9", "step == 4'd10", "uart_rx.v", "valid <= sync[1];", "valid <= sync[1] && stop;",
		"uart_rx.v", "data  <= {", "if (step == 4'd9) stop <= sync[1]; else data <= {", "uart_rx.v", "reg [ 1:0] sync;", "reg stop; reg [ 1:0] sync;"}, "", step("2"),
		[]string{"it answers when a high bit \\(a second stop bit, or odd parity\\) follows"}},
	{"an even parity bit, both ways", []string{"uart_rx.v", "step == 4'd9", "step == 4'd10", "uart_rx.v", "valid <= sync[1];", "valid <= sync[1] && !odd;",
		"uart_rx.v", "data  <= {", "if (step == 4'd9) odd <= sync[1] ^ ^data; else data <= {", "uart_rx.v", "reg [ 1:0] sync;", "reg odd; reg [ 1:0] sync;",
		"uart_tx.v", "10'h3ff", "11'h7ff", "uart_tx.v", "reg [ 9:0] frame", "reg [10:0] frame",
		"uart_tx.v", "{1'b1, data, 1'b0}", "{1'b1, ^data, data, 1'b0}", "uart_tx.v", "4'd10", "4'd11", "uart_tx.v", "frame[9:1]", "frame[10:1]"}, "", step("2"),
		[]string{"it answers when (an even parity bit|a low bit \\(a ninth bit, or even parity\\)) follows the 8 data bits.*; it sends an even parity bit"}},
	{"a reset that is never released", []string{"board.v", "waited <= waited + 9'd1", "waited <= 9'd0"}, "", step("2"),
		[]string{`tx cannot follow rx: rst of module board \(board.v:[0-9:]+\) is 1 in every clock cycle: waited \(board.v:[0-9:]+\) stays 0`}},
	{"a reset that is a constant", []string{"board.v", "rst = !waited[8]", "rst = 1'b1"}, "", step("2"),
		[]string{`tx cannot follow rx: rst of module [a-z_]+ \([a-z_]+.v:[0-9:]+\) is 1 in every clock cycle, as board.v:[0-9:]+ has it`}},
	{"a reset that is a constant at an instance", []string{"board.v", "u_reader (.clk(clk), .rst(rst)", "u_reader (.clk(clk), .rst(1'b1)"}, "", step("2"),
		[]string{`tx cannot follow rx: rst of module reader \(reader.v:[0-9:]+\) is 1 in every clock cycle, as board.v:[0-9:]+ has it`}},
	{"a clock that is not connected", []string{"board.v", "u_tx (.clk(clk)", "u_tx (.clk(1'b0)"}, "", step("2"),
		[]string{`tx cannot follow rx: clk of module uart_tx \(uart_tx.v:[0-9:]+\) is 0 in every clock cycle, as board.v`}},
	{"rx tied high", []string{"board.v", ".rx(rx)", ".rx(1'b1)"}, "", step("2"),
		[]string{`tx does not depend on rx: rx \(top.v:[0-9:]+\) goes to rx alone, top.v:[0-9:]+; rx of module uart_rx is fed by a constant, board.v:`}},
	{"rx taken from tx", []string{"board.v", ".rx(rx)", ".rx(tx)"}, "", step("2"),
		[]string{`tx does not depend on rx.*; rx of module uart_rx is fed by tx`}},
	{"waits for another letter", []string{"player.v", `question == "T"`, `question == "t"`}, "", step("2"), []string{`it answers "-W\\n", "-t\\n", and not "-T\\n"`}},
	{"waits for a byte before it speaks", []string{"reader.v", "reg begun;", "reg awake; reg begun;", "reader.v", "done <= begun;", "done <= begun && awake;",
		"reader.v", "done <= 1'b0;", `done <= 1'b0; if (rst) awake <= 1'b0; else if (valid && data == "s") awake <= 1'b1;`}, "", step("2"),
		[]string{`it answers "-T\\n" when the byte 0x73 \("s"\) came before`}},
	{"waits for a carriage return", []string{"reader.v", "8'h0a", "8'h0d"}, "", step("2"), []string{`it answers when the line ends with`}},
	{"a reset that lasts too long", []string{"board.v", "reg [8:0] waited = 9'd0", "reg [17:0] waited = 18'd0", "board.v", "!waited[8]", "!waited[17]",
		"board.v", "9'd1", "18'd1", "board.v", "<= 9'd0", "<= 18'd0"}, "", step("2"), []string{"it answers when it is asked 300ms after its reset, and does not 5ms after it"}},
	{"tx without a driver", []string{"board.v", ".tx(tx)", ".tx()"}, "", step("2"), []string{`tx is not driven: nothing in module board assigns tx, board.v:`}},
	{"tx in high impedance", []string{"uart_tx.v", "tx = frame[0]", "tx = left > 4'd10 ? frame[0] : 1'bz"}, "", step("2"), []string{`tx is not driven: it is tri-stated`}},
	{"a team code with a hyphen", nil, `&param.TEAM="-X"`, step("2"), []string{"a team code does not begin with a hyphen"}},
	{"a team code of three letters", []string{"writer.v", "SECOND, SHAPE: state <= LINE_END;", "SECOND: state <= SHAPE; SHAPE: state <= LINE_END;"}, "", step("2"),
		[]string{`expected +two printable characters and a line end`}},
	{"no line end", []string{"writer.v", "default: data = 8'h0a", `default: data = "."`}, "", step("2"), []string{`without a line end|no line end`}},
	{"a clock that the address has wrong", nil, "&clk=12000000", step("2"), []string{`its bits last 16 clock cycles where 104`}},
	{"a baud rate that the address has wrong", nil, "&baud=9600", step("2"), []string{`answers at 115[0-9]+ baud: its bits last 16 clock cycles where 192`}},
	{"the reset of the wrong level", nil, "&rst=btn_n", step("2"), []string{"it answers with the reset the other way: rst=!btn_n"}},
	{"a reset that the address leaves out", nil, "&rst=none", step("2"), []string{`rst of module board \(board.v:[0-9:]+\) is 1 in every clock cycle; btn_n is held low: high=btn_n holds it high`}},
	{"a misspelt top", nil, "&top=tpo", step("2"), []string{`tpo`}},
	{"a misspelt pin", nil, "&rx=rxd", step("2"), []string{`rx=rxd: it has no such port; its inputs are clk btn_n rx`}},
	{"rx and tx exchanged", nil, "&rx=tx&tx=rx", step("2"), []string{`that port is no input`}},
	{"a syntax error", []string{"reader.v", "done <= begun;", "done <= begun"}, "", step("2"), []string{`reader.v:[0-9]+`}},
	{"a misspelt module", []string{"board.v", "uart_tx #", "uart_tz #"}, "", step("2"), []string{`uart_tz`}},
	{"a first move in lower case", []string{"writer.v", "default: data = 8'h0a", "default: data = 8'h0a", "writer.v", "assign letter = 8'h40", "assign letter = 8'h60"}, "", step("6"),
		[]string{`illegal|got`}},
	{"speaks before it is asked", []string{"player.v", "if (rst) begin", "spoke <= !rst;\n    if (!rst && !spoke) begin go <= 1'b1; team <= 1'b1; end else if (rst) begin",
		"player.v", "reg first;", "reg spoke; reg first;"}, "", step("2,17"), []string{`17 note .*says nothing unasked: 1 line, such as "FP"`}},
	{"answers to -B", []string{"player.v", `first <= 1'b1;
    end else if (done && question == 8'd0)`, `first <= 1'b1; go <= 1'b1;
    end else if (done && question == 8'd0)`}, "", step("5"), []string{"a line came at once"}},
	{"no new game", []string{"player.v", `question == "B") begin`, `question == "B" && first) begin`}, "", step("7"), []string{`game [0-9]+: `}},
	{"a counter that is too narrow", []string{"board.v", "wire [9:0] column, row;", "wire [9:0] column; wire [4:0] row;"}, "", lintMine, []string{`board.v:[0-9:]+ .*row`}},
	{"the default of another clock", []string{"top.v", "CLOCK_HZ = 12000000", "CLOCK_HZ = 50_000_000"}, "", lintMine,
		[]string{`top.v:5: the top module's clock is 50 MHz unless somebody sets it, .* and the clock is 12 MHz \(icebreaker.pcf is of the 1BitSquared iCEBreaker\)`}},
	{"two drivers", []string{"board.v", "assign lamp = !rst;", "assign lamp = !rst;\n  assign lamp = 1'b0;"}, "", lintMine, []string{`several drivers of lamp: here and at .*board.v`}},
	{"a wire that an always block assigns", []string{"player.v", "output reg  [9:0] my_column", "output wire [9:0] my_column"}, "", lintMine,
		[]string{`player.v:[0-9]+: my_column is a wire, which no always block may assign: declare it reg`}},
	{"the stop bit is not sent", []string{"uart_tx.v", "4'd10", "4'd8"}, "", step("2"), []string{"tx idles low: it is inverted, or sends no stop bit"}},
	{"seven data bits, sent", []string{"uart_tx.v", "4'd10", "4'd9"}, "", step("2"), []string{"a byte without a stop bit, 0x46, .*is tx high behind the 8 data bits"}},
	{"a semicolon between options", nil, "&top=top;clk=1843200", step("2"), []string{`an address has & between its options, not a semicolon`}},
	{"a latch", []string{"player.v", "else next = top;", ""}, "", lintMine, []string{`player.v:[0-9:]+ next is a latch`}},
	{"a list that leaves a signal out", []string{"player.v", "always @(*)", "always @(first, row, column)"}, "", lintMine, []string{`next follows top too, which the sensitivity list leaves out`}},
	{"the lamp too slow", []string{"board.v", "assign lamp = !rst", "reg [31:0] n = 0; always @(posedge clk) n <= n == 4 * CLOCK_HZ - 1 ? 0 : n + 1;\n  assign lamp = n < 2 * CLOCK_HZ"}, "",
		"tutorial DIR --step 1", []string{`it toggles every 2 s, should be 0.5 s`}},
}

// inVHDL are mistakes in the starter's board in VHDL.
var inVHDL = []mistake{
	{"else if", []string{"board.vhd", "elsif rst = '1' then", "else if rst = '1' then"}, "", lintMine, []string{`Line 45 has else if, whose if needs an end if of its own: write elsif`}},
	{"a bit in double quotes", []string{"board.vhd", "ask(1) = '1'", `ask(1) = "1"`}, "", lintMine, []string{`board.vhd:43:.*operator "="`, `A std_logic is compared with '0' or '1' in single quotes`}},
	{"an input left out", []string{"board.vhd", "rst => rst, rx => rx, ", "rx => rx, "}, "", lintMine, []string{`board.vhd:51:.*port "rst" of mode IN must be connected`}},
	{"a range too small", []string{"uart_rx.vhd", "range 0 to 2 * CLKS", "range 0 to CLKS"}, "", lintMine, []string{`uart_rx.vhd:38:.*value out of range`, "make that range larger"}},
	{"a bit of a counter as a clock", []string{"board.vhd", "lamp <= not rst;", "process (waited(3)) begin if rising_edge(waited(3)) then lamp <= rx; end if; end process;"}, "", lintMine,
		[]string{`board.vhd:37: a signal clocks this block.*a clock enable: if rising_edge\(clk\)`}},
	{"a reset that is never released", []string{"board.vhd", "waited <= waited + 1", "waited <= (others => '0')"}, "", step("2"), []string{`tx cannot follow rx: .*is 1 in every clock cycle`}},
	{"rx tied high", []string{"board.vhd", "rx => rx,", "rx => '1',"}, "", step("2"), []string{`tx does not depend on rx`}},
	{"an odd parity bit, expected", []string{"uart_rx.vhd", "range 0 to 9; ", "range 0 to 10;", "uart_rx.vhd", "step = 9", "step = 10", "uart_rx.vhd", "valid <= sync(1);", "valid <= sync(1) and odd;",
		"uart_rx.vhd", "bits  <= sync(1) & bits(7 downto 1);", "if step = 9 then odd <= sync(1) xor (xor bits); else bits <= sync(1) & bits(7 downto 1); end if;",
		"uart_rx.vhd", "signal bits", "signal odd : std_logic;\n  signal bits"}, "", step("2"), []string{"it answers when (an odd parity bit|a high bit \\(a second stop bit, or odd parity\\)) follows the 8 data bits"}},
	{"two packages of numbers", []string{"board.vhd", "use ieee.numeric_std.all;", "use ieee.numeric_std.all;\nuse ieee.std_logic_arith.all;"}, "", step("2"),
		[]string{`std_logic_arith of Synopsys and numeric_std of IEEE both declare unsigned.*leave out use ieee.std_logic_arith.all; in (rtl/)?board.vhd`}},
	{"an edge that is not asked for", []string{"writer.vhd", "if rising_edge(clk) then", "if true then"}, "", step("2"),
		[]string{`entity top cannot be simulated`, `The process in line 62 of (rtl/)?writer.vhd lists clk and never asks for its edge: write if rising_edge\(clk\) then`}},
	{"an edge that is not asked for, without a latch", []string{"board.vhd", "lamp <= not rst;", "process (clk) begin lamp <= not rst; end process;"}, "", lintMine,
		[]string{`board.vhd:[0-9]+: this process lists clk and never asks for its edge: write if rising_edge\(clk\) then`}},
	{"a misspelt entity", []string{"board.vhd", "work.uart_tx", "work.uart_tz"}, "", lintMine, []string{`board.vhd:[0-9]+.*uart_tz`}},
	{"a misspelt signal", []string{"board.vhd", "lamp <= not rst", "lamp <= not rts"}, "", lintMine, []string{`board.vhd:[0-9]+.*rts`}},
	{"numbers of a std_logic_vector", []string{"reader.vhd", `unsigned(data) > x"20"`, `data + 1 > x"20"`}, "", lintMine, []string{`reader.vhd:[0-9]+`, `std_logic_vector has no arithmetic|no arithmetic`}},
	{"a semicolon missing", []string{"board.vhd", "rst  <= not waited(8);", "rst  <= not waited(8)"}, "", lintMine, []string{`board.vhd:[0-9]+.*semicolon|semicolon`}},
	{"numeric_std missing", []string{"board.vhd", "use ieee.numeric_std.all;", ""}, "", lintMine, []string{`Write use ieee.numeric_std.all`}},
	{"a latch", []string{"player.vhd", "    else top;", ";"}, "", lintMine, []string{`latch|player.vhd`}},
	{"two drivers", []string{"board.vhd", "lamp <= not rst;", "lamp <= not rst;\n  lamp <= '0';"}, "", lintMine, []string{`lamp is assigned in lines`}},
	{"synopsys", []string{"board.vhd", "use ieee.numeric_std.all;", "use ieee.numeric_std.all;\nuse ieee.std_logic_unsigned.all;"}, "", step("2"), []string{`std_logic_unsigned of Synopsys`}},
}

// inPython are mistakes in the starter's bot, each of which a board may have too. What it says
// besides its answer is not flushed by itself: the two come at once, whoever is faster.
var inPython = []mistake{
	{"answers are not flushed", []string{"bot.py", ", flush=True", ""}, "", step("2"), []string{"flush standard output after each answer"}},
	{"it crashes", []string{"bot.py", `print(TEAM, flush=True)`, `print(TEEM, flush=True)`}, "", step("2"), []string{`^ +(stderr +)?File ".*bot.py", line [0-9]+`, `NameError: name 'TEEM' is not defined`}},
	{"it reads to the end before it answers", []string{"bot.py", "in sys.stdin:", "in sys.stdin.readlines():"}, "", "check ADDR --step 2 --handshake 10s", []string{"flush standard output after each answer, and read a line at a time"}},
	{"a prompt", []string{"bot.py", "for line in sys.stdin:", "while True:\n        line = input('> ')"}, "", step("2"), []string{`got "> PY`}},
	{"a move that is no text", []string{"bot.py", `return f"{column_name(column)}{row}{shape}"`, "return (column, row, shape)"}, "", step("3"), []string{`a move begins with its column, @ or capitals A to Z`}},
	{"an address without sim:", nil, "", "play --white mine/rtl?top=top --red bot", []string{`address has no scheme: write sim:mine/rtl\?top=top`}},
	{"a port of Windows", nil, "", "check serial:COM3 --step 2", []string{`that is a name of Windows, and here it is one such as /dev/ttyUSB1`}},
	{"the file is missing", nil, "", "check 'exec:python3 nothere.py' --step 2", []string{`stderr .*can't open file '.*nothere.py'`}},
	{"no line end", []string{"bot.py", "print(TEAM, flush=True)", `print(TEAM, end="", flush=True)`}, "", step("2"), []string{`line end`}},
	{"a carriage return alone", []string{"bot.py", "print(TEAM, flush=True)", `print(TEAM, end="\r", flush=True)`}, "", "check ADDR --step 2,18 --handshake 10s", []string{`18 note .* lines end with CR`}},
	{"lower case", []string{"bot.py", "return name or", "return name.lower() or"}, "", step("6"), []string{`"a0\+`}},
	{"an answer before the question", []string{"bot.py", "game = Game()\n    for", "game = Game()\n    print(TEAM)\n    for"}, "", "check ADDR --step 2,17 --handshake 10s", []string{`17 note .*says nothing unasked: 1 line, such as "PY"`}},
	{"two answers", []string{"bot.py", `print(TEAM, flush=True)`, `print(TEAM); print(TEAM, flush=True)`}, "", "check ADDR --step 2,17 --handshake 10s", []string{`17 note .*says nothing unasked: 1 line, such as "PY"`}},
	{"the move of an old turn", []string{"bot.py", "game.play(column_number(move[1]), int(move[2]), move[3])\n            print(game.answer(), flush=True)",
		"print(game.answer(), flush=True)\n            game.play(column_number(move[1]), int(move[2]), move[3])"}, "", step("6"), []string{`illegal`}},
	{"a new game is not begun", []string{"bot.py", "# we are white and begin\n            game = Game()", ""}, "", "check ADDR --step 7", []string{`game 3: ply 1: illegal`}},
	{"it ends after a game", []string{"bot.py", "elif line == \"-B\":", "elif line == \"-B\" and game.top is not None:\n            return\n        elif line == \"-B\":"}, "", "check ADDR --step 7", []string{`gone|closed`}},
	{"it hangs at ply 20", []string{"bot.py", "elif move:", "elif move and int(move[2]) < 0:"}, "", "check ADDR --step 4 --move-time 300ms", []string{`ply [0-9]+: silent`}},
	{"red begins", []string{"bot.py", "# we are red and wait\n            game = Game()", "\n            game = Game()\n            print(game.answer(), flush=True)"}, "", step("5"), []string{"a line came at once"}},
	{"column and row exchanged", []string{"bot.py", `f"{column_name(column)}{row}{shape}"`, `f"{column_name(row)}{column}{shape}"`}, "", "check ADDR --step 4,8", []string{`illegal`}},
	{"the board mirrored", []string{"bot.py", "game.play(column_number(move[1]), int(move[2]), move[3])", "game.play(int(move[2]), column_number(move[1]), move[3])"}, "", step("6"), []string{`illegal`}},
	{"a column beyond Z", []string{"bot.py", "divmod(number - 1, 26)", "divmod(number, 26)"}, "", "check ADDR --step 9", []string{`ply [0-9]+: illegal`}},
	{"a move without its shape", []string{"bot.py", "{row}{shape}", "{row}"}, "", step("3"), []string{`"@0"|got`}},
	{"binary digits", []string{"bot.py", "{row}{shape}", "{chr(row)}{shape}"}, "", step("3"), []string{`@\\x00\+`}},
	{"prints what it thinks", []string{"bot.py", "return f\"", "print('thinking'); return f\""}, "", step("3"), []string{`got .*thinking`}},
}

// TestNamedMistakes makes each mistake and wants to be told which it was.
func TestNamedMistakes(t *testing.T) {
	tier.NoRace(t)
	tier.Slow(t)
	for _, set := range []struct {
		project starter.Project
		tools   []string
		all     []mistake
	}{
		{starter.Project{Kind: "bot"}, []string{"python3"}, inPython},
		{starter.Project{Kind: "board", Board: "icebreaker"}, []string{"verilator", "yosys", "iverilog"}, inVerilog},
		{starter.Project{Kind: "board", Board: "icebreaker", Language: "vhdl"}, []string{"verilator", "ghdl"}, inVHDL},
	} {
		language := set.project.Language
		for _, m := range set.all {
			t.Run(set.project.Kind+language+"/"+m.name, func(t *testing.T) {
				if set.project.Kind == "board" {
					tier.Rest(t) // a model of each is built
				}
				for _, tool := range set.tools {
					if _, err := exec.LookPath(tool); err != nil {
						t.Skip(err)
					}
				}
				t.Parallel()
				out := m.make(t, set.project)
				for _, pattern := range m.says {
					require.Regexp(t, "(?m)"+pattern, out)
				}
			})
		}
	}
}

// make makes the mistake in a project and returns what the command says.
func (m *mistake) make(t *testing.T, p starter.Project) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mine")
	_, err := p.Write(dir)
	require.NoError(t, err)
	for i := 0; i < len(m.edits); i += 3 {
		name := filepath.Join(dir, m.edits[i])
		if p.Kind == "board" {
			name = filepath.Join(dir, "rtl", m.edits[i])
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Contains(t, string(text), m.edits[i+1])
		require.NoError(t, os.WriteFile(name, []byte(strings.ReplaceAll(string(text), m.edits[i+1], m.edits[i+2])), 0o600))
	}
	address := "exec:python3 " + filepath.Join(dir, "bot.py")
	if p.Kind == "board" {
		makefile, err := os.ReadFile(filepath.Join(dir, "Makefile"))
		require.NoError(t, err)
		board := regexp.MustCompile(`(?m)^BOARD := (.*)$`).FindSubmatch(makefile)
		require.NotNil(t, board)
		address = filepath.Join(dir, withOptions(string(board[1]), m.options))
	}
	var args []string
	for _, word := range strings.Fields(m.command) {
		switch word {
		case "ADDR":
			word = address
		default:
			word = strings.ReplaceAll(word, "DIR", dir)
		}
		args = append(args, word)
	}
	if p.Kind == "bot" && args[0] == "sim" {
		args = slices.DeleteFunc(args[1:], func(word string) bool { return word == "--handshake" || word == "100ms" })
	}
	if p.Kind == "bot" && !slices.Contains(args, "--handshake") {
		args = append(args, "--handshake", "10s") // an interpreter on a busy machine
	}
	if i := strings.Index(m.command, "'"); i >= 0 {
		args = []string{"check", strings.Split(m.command, "'")[1], "--step", "2", "--handshake", "10s"}
	}
	var out bytes.Buffer
	run(t.Context(), args, strings.NewReader(""), &out, &out) // some mistakes are allowed, and said
	t.Log(out.String())
	return out.String()
}

// withOptions is an address with options in place of those of the same names.
func withOptions(address, more string) string {
	for option := range strings.SplitSeq(strings.TrimPrefix(more, "&"), "&") {
		name, _, _ := strings.Cut(option, "=")
		if option != "" {
			address = regexp.MustCompile(`([?&])`+regexp.QuoteMeta(name)+`=[^&]*&?`).ReplaceAllString(address, "$1") + "&" + option
		}
	}
	return strings.ReplaceAll(address, "&&", "&")
}
