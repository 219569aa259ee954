package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/starter"
)

// foreignBoards are tops that Loopline did not write, around the starter's board, with
// what adopt has to find out.
var foreignBoards = []struct {
	name, language string
	files          map[string]string
	finds          []string
	options        string // of loopline.mk
}{
	{"pll", "v", map[string]string{"fpga_top.sv": `
module fpga_top (input logic clk_12mhz, input logic uart_rxd, output logic uart_txd, output logic led);
  logic fast, locked;
  SB_PLL40_PAD #(.DIVR(4'b0000), .DIVF(7'b0111111), .DIVQ(3'b100), .FILTER_RANGE(3'b001)) pll (
      .PACKAGEPIN(clk_12mhz), .PLLOUTGLOBAL(fast), .RESETB(1'b1), .BYPASS(1'b0), .LOCK(locked));
  board #(.CLOCK_HZ(48000000), .TEAM("Q7")) b (.clk(fast), .ask_reset(!locked), .rx(uart_rxd), .tx(uart_txd), .lamp(led));
endmodule
`, "pins.pcf": "set_io clk_12mhz 35\nset_frequency clk_12mhz 12\n"},
		[]string{"top      fpga_top", "ll_clocks.v: vendor clocks pass through", "clk      48000000 Hz, from trial", "answer   Q7"},
		"top=fpga_top&clock=clk_12mhz&rst=none&rx=uart_rxd&tx=uart_txd&clk=48000000&baud=115200"},
	{"constraints", "vhdl", map[string]string{"soc.vhd": `
library ieee;
use ieee.std_logic_1164.all;
entity soc is
  port (sysclk : in std_logic; cpu_resetn : in std_logic; uart_txd_in : in std_logic; uart_rxd_out : out std_logic);
end entity;
architecture rtl of soc is
  signal ask, lamp : std_logic;
begin
  ask <= not cpu_resetn;
  b : entity work.board generic map (CLOCK_HZ => 33000000, BAUD => 57600)
    port map (clk => sysclk, ask_reset => ask, rx => uart_txd_in, tx => uart_rxd_out, lamp => lamp);
end architecture;
`, "board.xdc": "create_clock -period 30.303 -name sys [get_ports sysclk]\n"},
		[]string{"reset    !cpu_resetn", "clk      33000033 Hz, from board.xdc:1", "baud     57600", "answer   FP"},
		"rst=!cpu_resetn&rx=uart_txd_in&tx=uart_rxd_out"},
	{"button", "v", map[string]string{"hat.v": `
module hat (input clk, input key, input rx, output tx, output led);
  board #(.CLOCK_HZ(12000000)) b (.clk(clk), .ask_reset(!key), .rx(rx), .tx(tx), .lamp(led));
endmodule
`}, []string{"reset    none", "high     key", "answer   FP"}, "&high=key&clk=12000000"},
}

// TestAdopt makes a design that Loopline did not write a board to check, in one command.
func TestAdopt(t *testing.T) {
	tier.NoRace(t)
	tier.Rest(t)
	for _, c := range foreignBoards {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath("ghdl"); err != nil && c.language == "vhdl" {
				t.Skip(err)
			}
			dir := filepath.Join(t.TempDir(), "design")
			_, err := starter.Project{Kind: "board", Board: "icebreaker", Language: c.language}.Write(dir)
			require.NoError(t, err)
			for _, own := range []string{"Makefile", "icebreaker.pcf", "rtl/top.v", "rtl/top.vhd", "test"} {
				require.NoError(t, os.RemoveAll(filepath.Join(dir, own)))
			}
			for name, text := range c.files {
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
			}
			for range 2 { // the second time over files of its own
				out, status := runAdopt(t, dir)
				require.Equal(t, statusDone, status, out)
				for _, words := range c.finds {
					require.Contains(t, out, words)
				}
				if c.name != "pll" {
					break
				}
				c.finds = c.finds[2:] // the stub is there
			}
			makefile, err := os.ReadFile(filepath.Join(dir, "loopline.mk"))
			require.NoError(t, err)
			require.Contains(t, string(makefile), c.options)
		})
	}
}

// TestAdoptForeign: designs that share nothing with the starter, with packages,
// interfaces, two clocks and vendor primitives, or with generics and a library of their
// own, come through in one command.
func TestAdoptForeign(t *testing.T) {
	tier.NoRace(t)
	tier.Rest(t)
	for name, finds := range map[string][]string{
		"sv":      {"reset    !btn_rst_n", "clk      48000000 Hz", "baud     115200, from rtl/board_pkg.sv:5", "answer   SV"},
		"verilog": {"rx, tx   RXD, TXD", "answer   BV"},
		"vhdl": {"top      contest_board", "reset    !key_rst_n", "rx, tx   ftdi_rxd, ftdi_txd",
			"clk      50000000 Hz, from src/contest_board.vhd:10", "baud     230400, from src/contest_board.vhd:11", "answer   VL"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath("ghdl"); err != nil && name == "vhdl" {
				t.Skip(err)
			}
			dir := filepath.Join(t.TempDir(), name)
			require.NoError(t, os.CopyFS(dir, os.DirFS("../../../sim/testdata/foreign/"+name)))
			out, status := runAdopt(t, dir)
			require.Equal(t, statusDone, status, out)
			for _, words := range finds {
				require.Contains(t, out, words)
			}
			require.FileExists(t, filepath.Join(dir, "loopline.mk"))
		})
	}
}

// TestAdoptMute: a design that never answers is named as such, and what to do next.
func TestAdoptMute(t *testing.T) {
	tier.NoRace(t)
	tier.Rest(t)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mute.v"),
		[]byte("module mute(input clk, input rx, output tx); assign tx = 1'b1; endmodule\n"), 0o600))
	out, status := runAdopt(t, dir+"?clk=1MHz&baud=100000")
	require.Equal(t, statusFound, status, out)
	require.Contains(t, out, "no answer over 1 clock rates, bit rates and reset levels")
	require.Contains(t, out, "clk=1000000&baud=100000' --step 2")

	// The check that it names finds the board mute, with the clock of the constraints.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mute.sdc"), []byte("create_clock -name c -period \"50.0 MHz\" [get_ports clk]\n"), 0o600))
	out, status = runAdopt(t, dir+"?baud=1000000")
	require.Equal(t, statusFound, status, out)
	require.Contains(t, out, "&clk=50000000&baud=1000000' --step 2")

	// Its makefile has what was found, and no step says that all is well.
	makefile, err := os.ReadFile(filepath.Join(dir, "loopline.mk"))
	require.NoError(t, err)
	require.Contains(t, string(makefile), "BOARD := .?top=mute&clock=clk&rst=none&rx=rx&tx=tx&clk=50000000&baud=1000000\n")
	for _, game := range []string{"trax", "chaser"} {
		out, status = saidBy(t, "sim", "check", dir+"?clk=1MHz&baud=100000&rst=none", "--game", game, "--step", "1", "--handshake", "50ms")
		require.Equal(t, statusFound, status, out)
		require.Contains(t, out, " 1 failed  the player is there: ", game)
		require.Contains(t, out, "1 step: 0 ok, 1 failed", game)
		require.Contains(t, out, "expected an answer", game)
		require.Contains(t, out, "not a byte from tx yet: tx never changed", game)
	}

	mine := filepath.Join(dir, "loopline.mk")
	require.NoError(t, os.WriteFile(mine, []byte("all:\n"), 0o600))
	out, status = runAdopt(t, dir+"?clk=1MHz&baud=100000")
	require.Equal(t, statusFailed, status, out)
	require.Contains(t, out, mine)
}

// TestAdoptSideFiles: macros by themselves, a part of a module that the top does not need, and prose stop nothing.
func TestAdoptSideFiles(t *testing.T) {
	tier.NoRace(t)
	tier.Rest(t)
	dir := filepath.Join(t.TempDir(), "design")
	_, err := starter.Project{Kind: "board", Board: "icebreaker", Language: "v"}.Write(dir)
	require.NoError(t, err)
	require.NoError(t, os.Remove(filepath.Join(dir, "Makefile")))
	top := filepath.Join(dir, "rtl", "top.v")
	text, err := os.ReadFile(top)
	require.NoError(t, err)
	require.Contains(t, string(text), `TEAM = "FP"`)
	require.NoError(t, os.WriteFile(top, []byte(strings.Replace(string(text), `TEAM = "FP"`, "TEAM = `GREETING", 1)), 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "rtl", "doc"), 0o755))
	for name, text := range map[string]string{
		"rtl/defs.v":      "`define WIDTH 8\n`define GREETING \"GG\"\n",
		"rtl/frag.v":      "  // part of a module\n  assign led = counter[23];\n",
		"rtl/doc/notes.v": "The module top has eight ports; it isn't much.\nmodule top of this page is no Verilog.\nendmodule\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o600))
	}
	rtl := filepath.Join(dir, "rtl")
	const is = "?top=top&clk=1843200&param.CLOCK_HZ=1843200&clock=clk&rst=!btn_n&rx=rx&tx=tx"
	out, status := saidBy(t, "sim", "lint", rtl+is)
	require.Equal(t, statusDone, status, out)
	require.Contains(t, out, "not reached from module top: doc/notes.v, frag.v\n")
	require.Contains(t, out, ": 0 findings")
	out, status = saidBy(t, "sim", "check", rtl+is, "--step", "2")
	require.Equal(t, statusDone, status, out)
	require.Contains(t, out, "team code GG")
	out, status = runAdopt(t, rtl)
	require.Equal(t, statusDone, status, out)
	require.Contains(t, out, "answer   GG\n")
}

// TestAdoptProgress: a pipe gets a line at once, and one every tenth trial.
func TestAdoptProgress(t *testing.T) {
	var pipe bytes.Buffer
	progress := adoptProgress(&pipe)
	for tried := range 25 {
		progress(tried + 1)
	}
	const line = "loopline: trying clock rates, bit rates and reset levels: "
	require.Equal(t, line+"1\n"+line+"10\n"+line+"20\n", pipe.String())
}

// TestDiagnosisIsReported: what a mute board does is in the check's JUnit file, in its JSON and in its annotations, not only
// on standard error.
func TestDiagnosisIsReported(t *testing.T) {
	tier.NoRace(t)
	tier.Rest(t)
	dir := filepath.Join(t.TempDir(), "design")
	_, err := starter.Project{Kind: "board", Board: "icebreaker", Language: "v"}.Write(dir)
	require.NoError(t, err)
	address := filepath.Join(dir, "rtl") + "?top=top&clk=1843200&param.CLOCK_HZ=1843200&param.BAUD=9600&clock=clk&rst=!btn_n&rx=rx&tx=tx"
	file := filepath.Join(t.TempDir(), "steps.xml")
	out, status := saidBy(t, "sim", "check", address, "--step", "2", "--handshake", "50ms", "--junit", file, "--github")
	require.Equal(t, statusFound, status, out)
	const diagnosis = "it answers at 9600 baud: its bits last 192 clock cycles where 16 are right"
	require.Regexp(t, "(?m)^::error .*"+diagnosis, out)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(text), diagnosis)
	var standard, errors bytes.Buffer
	status = run(t.Context(), []string{"sim", "check", address, "--step", "2", "--handshake", "50ms", "--json"}, strings.NewReader(""), &standard, &errors)
	require.Equal(t, statusFound, status, errors.String())
	require.Contains(t, standard.String(), diagnosis)
}

// TestLintMarkedFile: a byte order mark ends lint with a finding.
func TestLintMarkedFile(t *testing.T) {
	tier.NoRace(t)
	tier.Slow(t)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "top.v"), []byte("\ufeffmodule top(input clk, input rx, output tx); assign tx = clk ^ rx; endmodule\n"), 0o600))
	for _, design := range []string{dir, dir + "?top=top"} {
		out, status := saidBy(t, "sim", "lint", design)
		require.Equal(t, statusFound, status, out)
		require.Contains(t, out, "top.v:1: begins with a byte order mark")
	}
}

// TestAdoptMissingMemory: a memory file that is not found is shown, once.
func TestAdoptMissingMemory(t *testing.T) {
	tier.NoRace(t)
	tier.Rest(t)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "top.v"), []byte(`module top(input clk, input rx, output reg tx);
  reg [7:0] rom [0:3];
  initial $readmemh("rom.hex", rom);
  always @(posedge clk) tx <= 1'b1 | rom[0][0] | rx;
endmodule
`), 0o600))
	out, status := runAdopt(t, dir+"?baud=100000&clk=1MHz&rst=none")
	require.Equal(t, statusFound, status, out)
	require.Equal(t, 1, strings.Count(out, "warning  $readmem finds no file rom.hex, so the memory is random: tried "), out)
	require.Contains(t, out, "no answer over ")
}

// uartFolder returns a folder with the receiver and the transmitter of a new board.
func uartFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"uart_rx.v", "uart_tx.v"} {
		text, err := os.ReadFile(filepath.Join("../../../starter/board/v", name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	return dir
}

// TestAdoptEcho: who sends back what it gets is told that its wire is right, with the rates that its files state; two
// pins that are connected are no receiver.
func TestAdoptEcho(t *testing.T) {
	tier.NoRace(t)
	tier.Rest(t)
	dir := uartFolder(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "echo.v"), []byte(`
module echo #(parameter CLK_MHZ = 50, parameter UART_BAUD = 460800) (input clk, input uart_rxd, output uart_txd);
  localparam CLKS = CLK_MHZ * 1000000 / UART_BAUD;
  wire valid, busy;
  wire [7:0] data;
  reg [3:0] up = 0;
  always @(posedge clk) if (!up[3]) up <= up + 4'd1;
  uart_rx #(.CLKS(CLKS)) r (.clk(clk), .rst(!up[3]), .rx(uart_rxd), .valid(valid), .data(data));
  uart_tx #(.CLKS(CLKS)) t (.clk(clk), .rst(!up[3]), .go(valid), .data(data), .busy(busy), .tx(uart_txd));
endmodule
`), 0o600))
	out, status := runAdopt(t, dir)
	require.Equal(t, statusFound, status, out)
	require.Contains(t, out, "clk      50000000 Hz, from echo.v:2")
	require.Contains(t, out, "baud     460800, from echo.v:2")
	require.Contains(t, out, "it sends back what it gets: the wire and the rate are right, the player is missing")

	// Its transmitter has no room for a second byte, and its bits last a cycle more than ours.
	text, err := os.ReadFile(filepath.Join(dir, "echo.v"))
	require.NoError(t, err)
	lossy := strings.Replace(string(text), "uart_tx #(.CLKS(CLKS))", "uart_tx #(.CLKS(CLKS + 1))", 1)
	require.NotEqual(t, string(text), lossy)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "echo.v"), []byte(lossy), 0o600))
	out, status = runAdopt(t, dir)
	require.Equal(t, statusFound, status, out)
	require.Contains(t, out, "it sends back what it gets: the wire and the rate are right, the player is missing")

	loop := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(loop, "loop.v"),
		[]byte("module loop(input clk, input rx, output tx); assign tx = rx; endmodule\n"), 0o600))
	out, status = runAdopt(t, loop)
	require.Equal(t, statusFound, status, out)
	require.Contains(t, out, "tx follows rx at any rate: they are connected, and nothing receives")
	require.NotContains(t, out, "baud ")
}

func runAdopt(t *testing.T, address string) (out string, status int) {
	t.Helper()
	return saidBy(t, "adopt", address)
}

// saidBy runs the command line and returns all that it printed, and its status.
func saidBy(t *testing.T, args ...string) (out string, status int) {
	t.Helper()
	var b bytes.Buffer
	status = run(t.Context(), args, strings.NewReader(""), &b, &b)
	return b.String(), status
}
