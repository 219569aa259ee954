package sim

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/internal/ice40"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
)

func TestBitstreamAddress(t *testing.T) {
	a, err := ParseBoard("bit:dir/top.bin?pcf=b.pcf&clk=24MHz&rst=!button&package=sg48&seed=7")
	require.NoError(t, err)
	require.Equal(t, &ice40.Bitstream{File: "dir/top.bin", PCF: "b.pcf", Package: "sg48"}, a.Bitstream)
	require.Equal(t, 24e6, a.Board.Clock)
	require.Equal(t, "!button", a.Board.Pins.Reset)
	for _, name := range []string{"sim:reference", "reference"} {
		a, err := ParseBoard(name)
		require.NoError(t, err)
		require.Nil(t, a.Bitstream)
	}
	for address, want := range map[string]string{
		"sim:rtl?pcf=board.pcf":       "sim: pcf=board.pcf: the pins of a package are those of a bitstream: write bit:FILE?pcf=FILE, or leave it out for HDL",
		"sim:rtl?package=sg48":        "sim: package=sg48: the pins of a package are those of a bitstream: write bit:FILE?pcf=FILE, or leave it out for HDL",
		"bit:":                        "bit: names no bitstream; write bit:top.bin?pcf=board.pcf&clk=12e6",
		"bit:top.bin":                 "bit:top.bin: the names of its pins are missing; add ?pcf=FILE, the constraints with lines set_io NAME PIN",
		"bit:top.bin?pcf=p&top=x":     "bit: top=x: a bitstream has neither modules nor parameters; it knows " + bitstreamOptions,
		"bit:top.bin?pcf=p&param.N=1": "bit: param.N=1: a bitstream has neither modules nor parameters; it knows " + bitstreamOptions,
		"bit:top.bin?pcf=p&colour=x":  "bit: colour=x: there is no such option; it knows " + bitstreamOptions,
		"bit:top.bin?pcf=p&clk=1":     "bit: a clock of 1 Hz is outside 1 kHz to 10 GHz; write clk=12e6",
	} {
		_, err := ParseBoard(address)
		require.EqualError(t, err, want)
	}
}

// lineBoard answers each line feed with the next byte of a memory and a line feed, at a
// bit of eight clock cycles. PLL puts one behind its clock, OPEN makes its output open drain.
const lineBoard = `module echo #(parameter PLL = 0, OPEN = 0) (input osc, input rx, output tx, output [1:0] led);
  wire clk;
  generate if (PLL) SB_PLL40_CORE #(.FEEDBACK_PATH("SIMPLE"), .DIVR(0), .DIVF(63), .DIVQ(5), .FILTER_RANGE(1))
    pll (.REFERENCECLK(osc), .PLLOUTCORE(clk), .RESETB(1'b1), .BYPASS(1'b0));
  else assign clk = osc; endgenerate
  reg [7:0] rom [0:511];
  integer i;
  initial for (i = 0; i < 512; i = i + 1) rom[i] = 8'd65 + i % 26;
  reg [8:0] at = 3;
  reg [7:0] word, shift = 0;
  reg [3:0] bits = 0, phase = 0;
  reg [19:0] frame = 20'hfffff;
  reg [4:0] left = 0;
  reg [2:0] tick = 0;
  reg level = 1;
  always @(posedge clk) begin
    word <= rom[at];
    if (bits == 0) begin
      if (!rx) begin bits <= 10; phase <= 11; end
    end else if (phase != 0) phase <= phase - 1;
    else begin
      phase <= 7;
      bits <= bits - 1;
      if (bits == 2) begin
        bits <= 0;
        if (shift == 10) begin
          frame <= {1'b1, 8'd10, 1'b0, 1'b1, word, 1'b0};
          left <= 20;
          tick <= 0;
          at <= at + 1;
        end else rom[at + 1] <= shift;
      end else shift <= {rx, shift[7:1]};
    end
    if (left != 0) begin
      tick <= tick + 1;
      if (tick == 7) begin
        left <= left - 1;
        frame <= {1'b1, frame[19:1]};
      end
    end
    level <= left == 0 ? 1'b1 : frame[0];
  end
  assign tx = OPEN ? (level ? 1'bz : 1'b0) : level;
  assign led = at[1:0];
endmodule
`

const linePins = "set_io osc 21\nset_io rx 9\nset_io tx 8\nset_io led[0] 99\nset_io led[1] 98\n"

// makeBitstream makes the bitstream of a board of one file with the tools of icestorm; without them
// the test is skipped. The script reads board.v and writes board.json.
func makeBitstream(t *testing.T, dir, verilog, pins, script string, place ...string) ice40.Bitstream {
	t.Helper()
	for _, tool := range []string{"yosys", "nextpnr-ice40", "icepack", "iceunpack", "icebox_vlog"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed; type: scripts/setup bitstream", tool)
		}
	}
	for name, text := range map[string]string{"board.v": verilog, "board.pcf": pins} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	for _, command := range [][]string{
		{"yosys", "-q", "-p", script},
		append([]string{"nextpnr-ice40", "-q", "--json", "board.json", "--pcf", "board.pcf", "--asc", "board.asc", "--seed", "1"}, place...),
		{"icepack", "board.asc", "board.bin"},
	} {
		cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	return ice40.Bitstream{File: filepath.Join(dir, "board.bin"), PCF: filepath.Join(dir, "board.pcf")}
}

// TestBitstreamIsItsRTL has a bitstream with a PLL, the contents of a block RAM and an open
// drain answer in the same clock cycles as its RTL; then it damages the bitstream.
func TestBitstreamIsItsRTL(t *testing.T) {
	tier.Rest(t)
	tier.NoRace(t)
	dir := t.TempDir()
	bits := makeBitstream(t, dir, lineBoard, linePins,
		"read_verilog board.v; chparam -set PLL 1 -set OPEN 1 echo; synth_ice40 -top echo -json board.json", "--hx1k", "--package", "tq144")
	board := BoardConfig{Clock: 8 * 115200, Pins: pinout.Pins{Clock: "osc"}, Seed: 3}
	unpacked, err := Unpack(t.Context(), simtest.Quick(), board, bits)
	require.NoError(t, err)
	fromBits := start(t, unpacked)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "echo.v"), []byte(lineBoard), 0o644))
	board.Source, err = sources.DirSource(folder)
	require.NoError(t, err)
	board.Top, board.Params = "echo", map[string]string{"OPEN": "1", "PLL": "0"}
	fromRTL := start(t, board)
	run := func(b *Board, text string) []RxByte {
		received, _, err := b.Run([]byte(text), 4000, 0)
		require.NoError(t, err)
		return received
	}
	for _, text := range []string{"\n", "x\n", "yz\n", "\n\n"} {
		got := run(fromBits, text)
		require.Equal(t, run(fromRTL, text), got)
		require.GreaterOrEqual(t, len(got), 2, "it answered %q", text)
	}
	require.Equal(t, fromRTL.tx, fromBits.tx, "the line changed, was low and floated in the same cycles")

	whole, err := os.ReadFile(bits.File)
	require.NoError(t, err)
	damaged := func(text []byte) error {
		name := filepath.Join(dir, "damaged.bin")
		require.NoError(t, os.WriteFile(name, text, 0o644))
		_, err := Unpack(t.Context(), simtest.Quick(), BoardConfig{}, ice40.Bitstream{File: name, PCF: bits.PCF})
		return err
	}
	other := append([]byte(nil), whole...)
	other[len(other)/2] ^= 4
	require.EqualError(t, damaged(other), filepath.Join(dir, "damaged.bin")+": its check sum (CRC) is wrong, so the file is damaged; make or copy it again")
	require.EqualError(t, damaged(whole[:len(whole)/2]), filepath.Join(dir, "damaged.bin")+": it ends too soon, so the file is cut; make or copy it again")
	pcf := filepath.Join(dir, "other.pcf")
	require.NoError(t, os.WriteFile(pcf, []byte("set_io osc ZZ9\n"), 0o644))
	_, err = Unpack(t.Context(), simtest.Quick(), BoardConfig{}, ice40.Bitstream{File: bits.File, PCF: pcf})
	require.EqualError(t, err, pcf+": no package of an iCE40 1k has all its pins; are these the constraints of "+bits.File+"?")
	_, err = Unpack(t.Context(), simtest.Quick(), BoardConfig{}, ice40.Bitstream{File: bits.File, PCF: pcf, Package: "tq144"})
	require.EqualError(t, err, pcf+": the package tq144 has no pin ZZ9")
}
