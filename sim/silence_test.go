package sim

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// A board that answers FP to each line, with a fault in its wire by arguments: the clock
// cycles of its bits, pins inverted, bytes with their highest bit first, and how long it
// waits after its reset.
const faultyWire = `module faulty(input clk, input rst, input rx, output tx);
  integer rx_bit, tx_bit, boot, waited, count, step, at, left;
  integer rx_inv, tx_inv, rx_msb, tx_msb, deaf;
  integer rx_ninth, tx_ninth; // 1 is even parity, 2 odd, 3 low, 4 high
  integer ack; // a byte for each byte that comes, which it loses while it sends
  integer line_end, key, lost; // a byte that is wanted before all else, lines that are lost
  reg [7:0] data;
  reg ninth, asked;
  reg [32:0] frame;
  wire in = rx ^ rx_inv[0];
  wire [23:0] text = {8'h0a, "P", "F"};
  reg [23:0] ordered;
  assign tx = (left == 0 | frame[0]) ^ tx_inv[0];
  integer i;
  initial begin
    if (!$value$plusargs("rx_bit=%d", rx_bit)) rx_bit = 16;
    if (!$value$plusargs("tx_bit=%d", tx_bit)) tx_bit = 16;
    if (!$value$plusargs("boot=%d", boot)) boot = 100;
    if (!$value$plusargs("rx_inv=%d", rx_inv)) rx_inv = 0;
    if (!$value$plusargs("tx_inv=%d", tx_inv)) tx_inv = 0;
    if (!$value$plusargs("rx_msb=%d", rx_msb)) rx_msb = 0;
    if (!$value$plusargs("tx_msb=%d", tx_msb)) tx_msb = 0;
    if (!$value$plusargs("deaf=%d", deaf)) deaf = 0;
    if (!$value$plusargs("rx_ninth=%d", rx_ninth)) rx_ninth = 0;
    if (!$value$plusargs("tx_ninth=%d", tx_ninth)) tx_ninth = 0;
    if (!$value$plusargs("line_end=%d", line_end)) line_end = 10;
    if (!$value$plusargs("key=%d", key)) key = 0;
    if (!$value$plusargs("ack=%d", ack)) ack = 0;
    if (!$value$plusargs("lost=%d", lost)) lost = 0;
  end
  function expected(input integer kind, input [7:0] of);
    expected = kind == 1 ? ^of : kind == 2 ? ~^of : kind == 4;
  endfunction
  function [10:0] framed(input [7:0] of);
    framed = tx_ninth == 0 ? {2'b11, of, 1'b0} : {1'b1, expected(tx_ninth, of), of, 1'b0};
  endfunction
  always @*
    for (i = 0; i < 24; i = i + 1)
      ordered[i] = tx_msb != 0 ? text[{i[31:3], 3'd7 - i[2:0]}] : text[i];
  always @(posedge clk) begin
    if (rst || waited < boot) begin
      waited <= rst ? 0 : waited + 1;
      step <= 0; left <= 0; at <= 0; count <= 0;
    end else begin
      if (step == 0) begin
        count <= rx_bit + rx_bit / 2 - 1;
        if (!in && deaf == 0) step <= 1;
      end else if (count != 0) count <= count - 1;
      else if (step == 9 && rx_ninth != 0) begin
        ninth <= in;
        count <= rx_bit - 1;
        step <= 10;
      end else if (step >= 9) begin
        step <= 0;
        if (in && (rx_ninth == 0 || ninth == expected(rx_ninth, data)) && (ack == 0 || left == 0)) begin
          if (ack != 0 && data != line_end[7:0]) begin
            left <= 10; at <= tx_bit - 1;
            frame <= {24'hffffff, ack[7:0], 1'b0};
          end
          if (data == key[7:0]) key <= 0;
          asked <= data == "T";
          if (data == line_end[7:0] && lost != 0) lost <= lost - 1;
          if (data == line_end[7:0] && key == 0 && lost == 0 && (asked || line_end == "t")) begin
            left <= tx_ninth == 0 ? 30 : 33; at <= tx_bit - 1;
            frame <= tx_ninth == 0 ? {3'b111, 1'b1, ordered[23:16], 1'b0, 1'b1, ordered[15:8], 1'b0, 1'b1, ordered[7:0], 1'b0} :
              {framed(text[23:16]), framed(text[15:8]), framed(text[7:0])};
          end
        end
      end else begin
        data <= rx_msb != 0 ? {data[6:0], in} : {in, data[7:1]};
        count <= rx_bit - 1;
        step <= step + 1;
      end
      if (left != 0) begin
        if (at != 0) at <= at - 1;
        else begin at <= tx_bit - 1; left <= left - 1; frame <= frame >> 1; end
      end
    end
  end
endmodule
`

// TestSilenceIsExplained: a board that never sends a line is asked over other wires, and
// that over which it answers is named.
func TestSilenceIsExplained(t *testing.T) {
	tier.NoRace(t)
	const is8N1 = ", and a byte of the host is a start bit, 8 data bits and a stop bit"
	const right = " where 16 are right (clk / baud = 1843200 / 115200)"
	for i, tt := range []struct {
		name  string
		args  []string
		reset string
		want  string
	}{
		{"divisor 17", []string{"+rx_bit=17", "+tx_bit=17"}, "rst", "it answers at 108424 baud: its bits last 17 clock cycles" + right},
		{"divisor 15", []string{"+rx_bit=15", "+tx_bit=15"}, "rst", "it answers at 122880 baud: its bits last 15 clock cycles" + right},
		{"9600 baud", []string{"+rx_bit=192", "+tx_bit=192"}, "rst", "it answers at 9600 baud: its bits last 192 clock cycles" + right},
		{"divisor of 12 MHz", []string{"+rx_bit=104", "+tx_bit=104"}, "rst", "it answers at 17723 baud: its bits last 104 clock cycles" + right},
		{"sends too slowly", []string{"+tx_bit=17"}, "rst",
			"it reads what it is asked, and answers at 108424 baud: the bits that it sends last 17 clock cycles" + right},
		{"reads too slowly", []string{"+rx_bit=17"}, "rst",
			"it answers when it is asked at 111845 baud: the bits that it reads last some 16.48 clock cycles" + right},
		{"tx inverted", []string{"+tx_inv=1"}, "rst", "it answers with tx inverted: a UART line is high while nothing is sent, and its start bit is low"},
		{"rx inverted", []string{"+rx_inv=1"}, "rst",
			"it answers with rx inverted: the line to it is high while nothing is sent, and its start bit is low"},
		{"both inverted", []string{"+rx_inv=1", "+tx_inv=1"}, "rst",
			"it answers with tx and rx inverted: a UART line is high while nothing is sent"},
		{"reset", nil, "!rst", "it answers with the reset the other way: rst=rst"},
		{"sends the highest bit first", []string{"+tx_msb=1"}, "rst",
			"it answers with the bits of each of its bytes reversed: a UART sends the lowest bit first"},
		{"reads the highest bit first", []string{"+rx_msb=1"}, "rst",
			"it answers with the bits of each byte to it reversed: a UART receives the lowest bit first"},
		{"both highest bit first", []string{"+rx_msb=1", "+tx_msb=1"}, "rst",
			"it answers with the bits of each byte reversed, both ways: a UART sends the lowest bit first"},
		{"begins late", []string{"+boot=100000"}, "rst",
			"it answers when it is asked 300ms after its reset, and does not 5ms after it: is a counter at power-up longer than a host waits?"},
		{"reads even parity", []string{"+rx_ninth=1"}, "rst", "it answers when an even parity bit follows the 8 data bits: its receiver takes 9 bits" + is8N1},
		{"reads odd parity", []string{"+rx_ninth=2"}, "rst", "it answers when an odd parity bit follows the 8 data bits: its receiver takes 9 bits" + is8N1},
		{"reads a ninth bit", []string{"+rx_ninth=3"}, "rst", "it answers when a ninth bit, low, follows the 8 data bits: its receiver takes 9 bits" + is8N1},
		{"reads two stop bits", []string{"+rx_ninth=4"}, "rst", "it answers when each byte to it has two stop bits: its receiver is not ready when the next start " +
			"bit follows one stop bit; wait for the middle of the stop bit, not for its end"},
		{"sends even parity", []string{"+tx_ninth=1"}, "rst", "it sends an even parity bit behind the 8 data bits of each byte" + is8N1},
		{"sends odd parity", []string{"+tx_ninth=2"}, "rst", "it sends an odd parity bit behind the 8 data bits of each byte" + is8N1},
		{"sends a ninth bit", []string{"+tx_ninth=3"}, "rst", "it sends a ninth bit, low, behind the 8 data bits of each byte" + is8N1},
		{"even parity both ways", []string{"+rx_ninth=1", "+tx_ninth=1"}, "rst", "it answers when an even parity bit follows the 8 data bits: its receiver takes 9 bits" +
			is8N1 + "; it sends an even parity bit behind the 8 data bits of each byte"},
		{"acknowledges each byte, and leaves each at half its stop bit", []string{"+ack=46"}, "rst",
			"it sends while it is asked, and loses bytes that come meanwhile: its receiver is right, and has to go on while it sends"},
		{"waits for a carriage return", []string{"+line_end=13"}, "rst",
			"it answers when the line ends with a carriage return (0x0d): the host ends a line with a line feed (0x0a)"},
		{"waits for a byte", []string{"+key=115"}, "rst",
			`it answers "-T\n" when the byte 0x73 ("s") came before: the host sends no byte before its first question`},
		{"loses the first line", []string{"+lost=1"}, "rst", `it answers when it is asked "-T\n" a second time, and not the first time: what is lost of the first line?`},
		{"waits for another letter", []string{"+line_end=116"}, "rst", `it answers "-t\n", and not "-T\n": which letter does it compare the one before the line end with?`},
		{"deaf", []string{"+deaf=1"}, "rst", "with [0-9]+ other bit rates and wires it did not answer either"},
	} {
		if i%5 != 0 && !tier.RunsRest() {
			continue // some of them every time
		}
		t.Run(tt.name, func(t *testing.T) {
			c := BoardConfig{
				Source: sourcestest.Files("faulty.v", faultyWire), Top: "faulty", Clock: 1843200, Baud: 115200,
				Pins: pinout.Pins{Clock: "clk", Reset: tt.reset, RX: "rx", TX: "tx"}, Plusargs: tt.args,
			}
			var said []string
			p, err := NewPlayer(t.Context(), start(t, c), lines.Config{}, nil, func(text say.Text) { said = append(said, text.String()) })
			require.NoError(t, err)
			t.Cleanup(func() { p.Close() })
			p.ExplainSilence()
			p.probeLimit = time.Minute // the machine may be busy
			for range 2 {              // it is told once
				_, drained, err := p.Send(t.Context(), "-T")
				require.NoError(t, err)
				ctx, cancel := context.WithDeadline(t.Context(), drained.Add(40*time.Millisecond))
				for err == nil {
					_, _, _, err = p.Receive(ctx)
				}
				cancel()
				require.ErrorIs(t, err, context.DeadlineExceeded)
			}
			require.NotEmpty(t, said)
			want := strings.ReplaceAll(regexp.QuoteMeta(tt.want), regexp.QuoteMeta("[0-9]+"), "[0-9]+")
			require.Regexp(t, "^"+want+"$", said[len(said)-1])
		})
	}
}
