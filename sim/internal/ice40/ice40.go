package ice40

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/loopline/loopline/sim/tooling"
)

// Files of the directory of a netlist of an iCE40.
const (
	cellsFile   = "cells.v"     // in sourceDir, for Verilator, as the next one
	netlistFile = "bitstream.v" // as it came
	yosysJSON   = "netlist.json"
)

// makeGates makes the netlist for the simulator, and one for Verilator, of Verilog in a
// directory, whose module BitstreamTop has cells of an iCE40. Refused makes an error of what Yosys says.
func makeGates(ctx context.Context, t *tooling.Toolchain, yosys, dir, file string, refused func(tool, said string, err error) error) error {
	if err := os.MkdirAll(filepath.Join(dir, tooling.SourceDir), 0o755); err != nil {
		return err
	}
	in := func(name string) string { return filepath.Join(dir, tooling.SourceDir, name) }
	for name, text := range map[string]string{in(cellsFile): ramCells(true) + spramCell(true), filepath.Join(dir, "rams.v"): ramCells(false) + spramCell(false), filepath.Join(dir, "plls.v"): pllCells()} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	// icebox_vlog declares ports twice, which Verilator refuses; Yosys does not.
	said, err := t.Run(ctx, dir, ".", []string{tooling.OutDir}, yosys, "-q", "-p", "read_verilog -lib rams.v; read_verilog plls.v "+file+
		"; hierarchy -top "+BitstreamTop+"; proc; flatten; opt_clean; write_verilog -noattr "+tooling.OutDir+"/"+netlistFile+
		"; tribuf; opt -full; techmap; dfflegalize -cell $_DFF_?_ 01 -cell $_DFFE_?P_ 01 -cell $_SDFF_?P?_ 01 -cell $_SDFFE_?P?P_ 01 "+
		"-cell $_SDFFCE_?P?P_ 01 -cell $_DFF_?P?_ 01 -cell $_DFFE_?P?P_ 01; abc -lut 6; opt_clean; write_json "+tooling.OutDir+"/"+yosysJSON)
	if err != nil {
		return refused("yosys", said, err)
	}
	for _, name := range []string{netlistFile, yosysJSON} {
		if err := tooling.TakeOut(dir, name, maxJSON); err != nil {
			return err
		}
	}
	if err := os.Rename(filepath.Join(dir, netlistFile), in(netlistFile)); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(dir, yosysJSON))
	if err != nil {
		return err
	}
	netlist, ports, err := gatesOf(text, BitstreamTop)
	if err != nil {
		return refused("the simulator", err.Error(), nil)
	}
	for _, name := range []string{yosysJSON, file, "rams.v", "plls.v"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	described, err := json.Marshal(ports)
	if err != nil {
		return err
	}
	if err := os.WriteFile(in("files.f"), []byte(cellsFile+"\n"+netlistFile+"\n"), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, gatesFile), netlist, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, portsJSON), described, 0o644)
}

// maxJSON bounds a netlist as Yosys writes it.
const maxJSON = 128 << 20

// ramCells returns the block RAMs of an iCE40, with either edge of both clocks: for Verilator, or
// as boxes.
func ramCells(whole bool) string {
	const digits = "0123456789ABCDEF"
	var params, given, init strings.Builder
	for i, d := range digits {
		fmt.Fprintf(&params, ", INIT_%c = 256'd0", d)
		fmt.Fprintf(&given, ", .INIT_%c(INIT_%c)", d, d)
		if i > 0 {
			init.WriteString(", ")
		}
		fmt.Fprintf(&init, "INIT_%c", digits[15-i])
	}
	var b strings.Builder
	for _, edges := range []string{"", "NR", "NW", "NRNW"} {
		rclk, wclk := "RCLK", "WCLK"
		if strings.Contains(edges, "NR") {
			rclk = "RCLKN"
		}
		if strings.Contains(edges, "NW") {
			wclk = "WCLKN"
		}
		reg := ""
		if whole && edges == "" {
			reg = "reg "
		}
		fmt.Fprintf(&b, "module SB_RAM40_4K%s #(parameter READ_MODE = 0, WRITE_MODE = 0%s) (\n  output %s[15:0] RDATA, input %s, RCLKE, RE, input [10:0] RADDR,\n"+
			"  input %s, WCLKE, WE, input [10:0] WADDR, input [15:0] MASK, WDATA);\n", edges, params.String(), reg, rclk, wclk)
		switch {
		case whole && edges == "":
			fmt.Fprintf(&b, ramBody, init.String())
		case whole:
			wire := func(pin, name string) string {
				return "." + pin + "(" + strings.Repeat("~", len(name)-len(pin)) + name + ")"
			}
			fmt.Fprintf(&b, "  SB_RAM40_4K #(.READ_MODE(READ_MODE), .WRITE_MODE(WRITE_MODE)%s) ram (%s, %s, .*);\n", given.String(), wire("RCLK", rclk), wire("WCLK", wclk))
		}
		b.WriteString("endmodule\n")
	}
	return b.String()
}

// ramBody is a RAM of 256 words. In mode 1, 2 and 3 a word has 2, 4 and 8 places for each
// bit of data, of which the upper bits of the address choose one.
const ramBody = `  localparam [15:0] ReadPlaces = READ_MODE == 0 ? 16'hffff : READ_MODE == 1 ? 16'h5555 : READ_MODE == 2 ? 16'h1111 : 16'h0101;
  localparam [15:0] WritePlaces = WRITE_MODE == 0 ? 16'hffff : WRITE_MODE == 1 ? 16'h5555 : WRITE_MODE == 2 ? 16'h1111 : 16'h0101;
  localparam ReadPin = READ_MODE < 2 ? 0 : READ_MODE == 2 ? 1 : 3, WritePin = WRITE_MODE < 2 ? 0 : WRITE_MODE == 2 ? 1 : 3;
  wire [2:0] from = RADDR[10:8] & 3'((1 << READ_MODE) - 1), to = WADDR[10:8] & 3'((1 << WRITE_MODE) - 1);
  wire [15:0] keep = WRITE_MODE == 0 ? MASK : ~(WritePlaces << to);
  localparam [4095:0] Init = {%s};
  reg [15:0] memory [0:255];
  integer i;
  initial for (i = 0; i < 256; i = i + 1) memory[i] = Init[16*i +: 16];
  always @(posedge RCLK) if (RCLKE && RE) RDATA <= ((memory[RADDR[7:0]] >> from) & ReadPlaces) << ReadPin;
  always @(posedge WCLK) if (WCLKE && WE)
    memory[WADDR[7:0]] <= (memory[WADDR[7:0]] & keep) | ((((WDATA >> WritePin) & WritePlaces) << to) & ~keep);
`

// spramPorts are the ports of an SB_SPRAM256KA, of which DATAOUT is the output.
var spramPorts = []struct {
	name  string
	width int
}{
	{"ADDRESS", 14}, {"DATAIN", 16}, {"MASKWREN", 4}, {"WREN", 1}, {"CHIPSELECT", 1},
	{"CLOCK", 1}, {"STANDBY", 1}, {"SLEEP", 1}, {"POWEROFF", 1}, {"DATAOUT", 16},
}

// spramCell returns the large RAM of an iCE40UP5K: for Verilator, or as a box. It shows the word that
// was read last, and keeps its contents while it is off.
func spramCell(whole bool) string {
	text := `module SB_SPRAM256KA (input [13:0] ADDRESS, input [15:0] DATAIN, input [3:0] MASKWREN,
  input WREN, CHIPSELECT, CLOCK, STANDBY, SLEEP, POWEROFF, output `
	if !whole {
		return text + "[15:0] DATAOUT);\nendmodule\n"
	}
	return text + `reg [15:0] DATAOUT);
  reg [15:0] memory [0:16383];
  wire [15:0] keep = {{4{~MASKWREN[3]}}, {4{~MASKWREN[2]}}, {4{~MASKWREN[1]}}, {4{~MASKWREN[0]}}};
  always @(posedge CLOCK) if (CHIPSELECT && !STANDBY && !SLEEP && POWEROFF) begin
    if (WREN) memory[ADDRESS] <= (memory[ADDRESS] & keep) | (DATAIN & ~keep);
    else DATAOUT <= memory[ADDRESS];
  end
endmodule
`
}

// pllCells returns the PLLs of an iCE40, which pass their clock through and are always locked:
// clk= of the address is the frequency behind them.
func pllCells() string {
	var b strings.Builder
	for _, p := range []struct{ name, clock, outs string }{
		{"CORE", "REFERENCECLK", "PLLOUTCORE PLLOUTGLOBAL"},
		{"PAD", "PACKAGEPIN", "PLLOUTCORE PLLOUTGLOBAL"},
		{"2_PAD", "PACKAGEPIN", "PLLOUTCOREA PLLOUTGLOBALA PLLOUTCOREB PLLOUTGLOBALB"},
		{"2F_CORE", "REFERENCECLK", "PLLOUTCOREA PLLOUTGLOBALA PLLOUTCOREB PLLOUTGLOBALB"},
		{"2F_PAD", "PACKAGEPIN", "PLLOUTCOREA PLLOUTGLOBALA PLLOUTCOREB PLLOUTGLOBALB"},
	} {
		b.WriteString("module SB_PLL40_" + p.name + " #(parameter FEEDBACK_PATH = \"\", DELAY_ADJUSTMENT_MODE_FEEDBACK = \"\", " +
			"DELAY_ADJUSTMENT_MODE_RELATIVE = \"\", SHIFTREG_DIV_MODE = 0, FDA_FEEDBACK = 0, FDA_RELATIVE = 0, " +
			"PLLOUT_SELECT = \"\", PLLOUT_SELECT_PORTA = \"\", PLLOUT_SELECT_PORTB = \"\", DIVR = 0, DIVF = 0, DIVQ = 0, " +
			"FILTER_RANGE = 0, ENABLE_ICEGATE = 0, ENABLE_ICEGATE_PORTA = 0, ENABLE_ICEGATE_PORTB = 0, TEST_MODE = 0) (\n  input " + p.clock)
		for out := range strings.FieldsSeq(p.outs) {
			b.WriteString(", output " + out)
		}
		b.WriteString(", input EXTFEEDBACK, input [7:0] DYNAMICDELAY,\n  output LOCK, input BYPASS, RESETB, LATCHINPUTVALUE, output SDO, input SDI, SCLK);\n" +
			"  assign LOCK = 1'b1;\n  assign SDO = 1'b0;\n")
		for out := range strings.FieldsSeq(p.outs) {
			b.WriteString("  assign " + out + " = " + p.clock + ";\n")
		}
		b.WriteString("endmodule\n")
	}
	return b.String()
}
