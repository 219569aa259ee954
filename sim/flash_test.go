package sim

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

func TestFlashAddress(t *testing.T) {
	a, err := ParseAddress("dir?flash=dir/weights.bin@1M&sck=a&cs=b&mosi=c&miso=d")
	require.NoError(t, err)
	require.Equal(t, &Flash{File: "dir/weights.bin", Offset: 1 << 20}, a.Board.Flash)
	require.Equal(t, pinout.Pins{SCK: "a", CS: "b", MOSI: "c", MISO: "d"}, a.Board.Pins)
	for text, offset := range map[string]int64{"f": 0, "f@0": 0, "f@64k": 64 << 10, "f@0x100": 256, "a@b@15M": 15 << 20} {
		f, err := ParseFlash(text)
		require.NoError(t, err, text)
		require.Equal(t, offset, f.Offset, text)
	}
	for text, want := range map[string]string{
		"@1M":    "it names no file; write flash=weights.bin@1M",
		"f@16M":  `the offset "16M" is none below 16M; write flash=weights.bin@1M`,
		"f@-1":   `the offset "-1" is none below 16M; write flash=weights.bin@1M`,
		"f@1MiB": `the offset "1MiB" is none below 16M; write flash=weights.bin@1M`,
	} {
		_, err := ParseFlash(text)
		require.EqualError(t, err, want)
	}
	_, err = ParseAddress("reference?flash=f")
	require.EqualError(t, err, "sim: flash=f: the reference board has its own; leave it out")
}

// flashBoard copies 32 bytes of its flash, from 256 on, into a large RAM: each into the lower half of a
// word, and the byte before it into the upper half. It answers each byte with the next word, of which
// it sends the exclusive or of both halves, or with HALF the lower, at a bit of eight clock cycles. PLL
// puts one at the pad of its clock.
const flashBoard = `module vault #(parameter WAKE = 1, parameter REST = 40, parameter HALF = 0, parameter PLL = 0) (
    input osc, input rx, output tx, output flash_sck, output flash_csb, output flash_io0, input flash_io1);
  wire clk;
  generate if (PLL) SB_PLL40_PAD #(.FEEDBACK_PATH("SIMPLE"), .DIVR(0), .DIVF(47), .DIVQ(5), .FILTER_RANGE(1))
    pll (.PACKAGEPIN(osc), .PLLOUTGLOBAL(clk), .RESETB(1'b1), .BYPASS(1'b0));
  else assign clk = osc; endgenerate
  // A bit takes two cycles: the first with sck low. First the command AB, then a rest, then 03.
  reg half = 0, selected = 0, waking = WAKE;
  reg [9:0] count = 0;
  reg [15:0] rest = 1;
  reg [31:0] command = 0;
  reg [7:0] got = 0;
  reg loaded = 0, store = 0;
  assign flash_sck = half & selected;
  assign flash_csb = !selected;
  assign flash_io0 = command[31];
  always @(posedge clk) begin
    half <= !half;
    store <= 0;
    if (half && !loaded) begin
      count <= count + 1;
      command <= command << 1;
      got <= {got[6:0], flash_io1};
      if (!selected) begin
        rest <= rest - 1;
        count <= 0;
        command <= waking ? 32'hab000000 : 32'h03000100;
        selected <= rest == 0;
      end else if (waking && count == 7) begin
        selected <= 0;
        waking <= 0;
        rest <= REST;
      end else if (count >= 39 && count[2:0] == 7) begin
        store <= 1;
        loaded <= count == 31 + 32 * 8;
        if (count == 31 + 32 * 8) selected <= 0;
      end
    end
  end

  (* ram_style = "huge" *) reg [15:0] words [0:16383];
  reg [15:0] word;
  reg [4:0] to = 0, from = 31;
  reg [7:0] left = 0;
  reg [2:0] tick = 0;
  reg [9:0] frame = 10'h3ff;
  reg again = 0;
  reg [7:0] previous = 0;
  wire [13:0] at = {9'h155, store | again ? to : from};
  always @(posedge clk) begin
    again <= store;
    if (store) words[at][7:0] <= got;
    else if (again) words[at][15:8] <= previous;
    else word <= words[at];
    if (again) begin
      to <= to + 1;
      previous <= got;
    end
    if (left == 0) begin
      if (!rx && loaded) begin left <= 200; from <= from + 1; end
    end else begin
      left <= left - 1;
      if (left == 198) begin frame <= {1'b1, HALF ? word[7:0] : word[7:0] ^ word[15:8], 1'b0}; tick <= 0; end
      else begin
        tick <= tick + 1;
        if (tick == 7) frame <= {1'b1, frame[9:1]};
      end
    end
  end
  assign tx = left > 0 && left < 198 ? frame[0] : 1'b1;
endmodule
`

const flashPins = "set_io osc 35\nset_io rx 6\nset_io tx 9\nset_io flash_sck 15\nset_io flash_csb 16\nset_io flash_io0 14\nset_io flash_io1 17\n"

// TestFlash has a board read its flash: awake, asleep, too soon, and without one.
func TestFlash(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "vault.v"), []byte(flashBoard), 0o644))
	image := filepath.Join(t.TempDir(), "image.bin")
	data := make([]byte, 32)
	for i := range data {
		data[i] = byte(i*i*37 + i + 1)
	}
	require.NoError(t, os.WriteFile(image, data, 0o644))
	source, err := sources.DirSource(dir)
	require.NoError(t, err)
	board := BoardConfig{Source: source, Clock: 8 * 115200, Seed: 5, Flash: &Flash{File: image, Offset: 256}}
	answers := func(c BoardConfig, params map[string]string) []byte {
		c.Params = params
		return flashAnswers(t, start(t, c))
	}
	want := flashWords(data)
	require.Equal(t, want, answers(board, nil))
	other := board
	other.Flash = &Flash{File: image, Offset: 255}
	require.Equal(t, flashWords(append(data[1:], 0xff)), answers(other, nil))
	nothing := flashWords(bytes.Repeat([]byte{0xff}, 32))
	require.Equal(t, nothing, answers(board, map[string]string{"WAKE": "0"}), "it sleeps")
	slow := board
	slow.Clock, slow.Baud = 100e6, 12.5e6
	require.Equal(t, nothing, answers(slow, nil), "it takes 300 clock cycles to wake up")
	require.Equal(t, want, answers(slow, map[string]string{"REST": "160"}))

	none := board
	none.Flash, none.Pins.SCK = nil, "flash_sck"
	_, err = BuildBoard(t.Context(), simtest.Quick(), none)
	require.EqualError(t, err, dir+": module vault: sck=, cs=, mosi= and miso= are the pins of a flash; name what it holds, too: flash=FILE")
	other.Flash = &Flash{File: filepath.Join(dir, "none.bin")}
	_, err = BuildBoard(t.Context(), simtest.Quick(), other)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestBoot: a board that loads in 15 ms is asked too soon without boot=.
func TestBoot(t *testing.T) {
	for value, want := range map[string]string{
		"61s": "sim: a boot of 1m1s is outside 0 to 1m0s; write boot=500ms",
		"-1s": "sim: a boot of -1s is outside 0 to 1m0s; write boot=500ms",
		"5":   `sim: boot=5: "5" has no unit; write it as "5s" or "5ms"`,
	} {
		_, err := ParseAddress("dir?boot=" + value)
		require.EqualError(t, err, want)
	}
	image := filepath.Join(t.TempDir(), "image.bin")
	require.NoError(t, os.WriteFile(image, []byte("boot"), 0o644))
	board := BoardConfig{Source: sourcestest.Files("vault.v", flashBoard), Clock: 80e3, Baud: 10e3, Flash: &Flash{File: image, Offset: 256}}
	for _, boot := range []time.Duration{0, 20 * time.Millisecond} {
		board.Boot = boot
		b := start(t, board)
		newPlayer(t, b)
		require.Equal(t, b.Cycles(max(boot, DefaultBoot)), b.Now())
		got, _, err := b.Run([]byte{'\n'}, 400, 0)
		require.NoError(t, err)
		require.Equal(t, boot > 0, len(got) > 0)
	}
}

// flashWords are the answers of the board whose flash holds these bytes.
func flashWords(data []byte) []byte {
	words, before := bytes.Clone(data), byte(0)
	for i := range words {
		words[i] ^= before
		before = data[i]
	}
	return words
}

// flashAnswers asks for all words.
func flashAnswers(t *testing.T, b *Board) (answers []byte) {
	_, _, err := b.Run(nil, 3000, 0)
	require.NoError(t, err)
	for range 32 {
		got, _, err := b.Run([]byte{'\n'}, 400, 0)
		require.NoError(t, err)
		require.Len(t, got, 1)
		answers = append(answers, got[0].Byte)
	}
	return answers
}

// TestBitstreamOfUP5K has a bitstream with a large RAM answer in the same clock cycles as its RTL, and
// in Verilator's model of it.
func TestBitstreamOfUP5K(t *testing.T) {
	tier.Rest(t)
	tier.NoRace(t)
	dir := t.TempDir()
	image := filepath.Join(dir, "image.bin")
	data := []byte("a large RAM, filled from a flash!")
	require.NoError(t, os.WriteFile(image, data, 0o644))
	board := BoardConfig{Clock: 8 * 115200, Seed: 3, Flash: &Flash{File: image, Offset: 256}, Source: sourcestest.Files("vault.v", flashBoard)}
	for half, want := range map[string][]byte{"0": flashWords(data[:32]), "1": data[:32]} {
		bits := makeBitstream(t, dir, flashBoard, flashPins, "read_verilog board.v; chparam -set PLL "+half+" -set HALF "+half+
			" vault; synth_ice40 -spram -top vault -json board.json", "--up5k", "--package", "sg48")
		board.Params = map[string]string{"HALF": half} // without the PLL
		require.Equal(t, want, flashAnswers(t, start(t, board)))
		unpacked, err := Unpack(t.Context(), simtest.Quick(), board, bits)
		require.NoError(t, err)
		unpacked.Params = nil
		require.Equal(t, want, flashAnswers(t, start(t, unpacked)))
		unpacked.Wave = filepath.Join(dir, "wave"+half+".fst")
		require.Equal(t, want, flashAnswers(t, start(t, unpacked)))
	}
}
