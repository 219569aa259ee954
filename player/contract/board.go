package contract

import (
	"fmt"
	"math/bits"
	"strings"
)

// BoardBit is the length of a bit of the board, in clock cycles.
const BoardBit = 16

// SelectRow is the byte after which a board, or PlaySelected, does the steps of a row, of at most 16.
func SelectRow(row int) byte { return byte(0x80 + row) }

// Board is Verilog of a board that does steps, the module contract with the ports clk, rx and tx: at power-up those of
// the first row, and after the byte of SelectRow those of another. Its clock, for times, has BoardBit cycles a bit at
// 115200 baud. Each word of its memory is an instruction: wait for lines, wait for clock cycles, say a byte, stop.
func Board(rows [][]Step) string {
	size := 0
	for _, steps := range rows {
		size = max(size, len(program(steps)))
	}
	size = 1 << bits.Len(uint(size-1))
	var rom strings.Builder
	for row, steps := range rows {
		for i, word := range program(steps) {
			fmt.Fprintf(&rom, "    rom[%d] = 24'h%06x;\n", row*size+i, word)
		}
	}
	width := bits.Len(uint(len(rows)*size - 1))
	return strings.NewReplacer("LAST", fmt.Sprint(1<<width-1), "PC", fmt.Sprint(width-1), "SIZE", fmt.Sprint(size), "ROM", rom.String()).Replace(contractBoard)
}

func program(steps []Step) (words []int) {
	const clock = BoardBit * 115200
	put := func(op, arg int) { words = append(words, op<<22|arg) }
	for _, s := range steps {
		if s.Lines > 0 {
			put(0, s.Lines)
		}
		if s.Wait > 0 {
			put(1, int(s.Wait.Seconds()*clock))
		}
		for _, c := range []byte(s.Say) {
			put(2, int(c))
		}
	}
	put(3, 0)
	return words
}

const contractBoard = `module contract (input clk, input rx, output tx);
  reg [23:0] rom [0:LAST];
  initial begin
ROM  end
  reg [PC:0] pc = 0;
  reg [23:0] word = 0;
  reg [1:0] sync = 3, state = 0;
  reg [3:0] rx_bits = 0, tx_bits = 0, tx_tick = 0;
  reg [4:0] rx_phase = 0;
  reg [7:0] shift = 0;
  reg got = 0;
  reg [9:0] frame = 10'h3ff;
  reg [21:0] count = 0;
  reg [7:0] lines = 0;
  wire line = got && shift == 10;
  wire use_line = state == 2 && word[23:22] == 0 && count != 0 && lines != 0;
  wire done = word[23:22] == 2 ? tx_bits == 0 : count == 0;
  assign tx = frame[0];
  always @(posedge clk) begin
    sync <= {sync[0], rx};
    got <= 0;
    if (rx_bits == 0) begin
      if (!sync[1]) begin rx_bits <= 9; rx_phase <= 23; end
    end else if (rx_phase != 0) rx_phase <= rx_phase - 1;
    else begin
      rx_phase <= 15;
      rx_bits <= rx_bits - 1;
      if (rx_bits == 1) got <= 1;
      else shift <= {sync[1], shift[7:1]};
    end
    word <= rom[pc];
    lines <= lines + {7'd0, line} - {7'd0, use_line};
    if (tx_bits != 0) begin
      tx_tick <= tx_tick - 1;
      if (tx_tick == 0) begin tx_bits <= tx_bits - 1; frame <= {1'b1, frame[9:1]}; end
    end
    case (state)
      0: state <= 1; // the memory is read
      1: begin
        state <= 2;
        count <= word[21:0];
        if (word[23:22] == 2) begin frame <= {1'b1, word[7:0], 1'b0}; tx_bits <= 10; tx_tick <= 15; end
      end
      2: begin
        if (word[23:22] == 0 && use_line || word[23:22] == 1 && count != 0) count <= count - 1;
        if (word[23:22] != 3 && done) begin pc <= pc + 1; state <= 0; end
      end
      default: state <= 0;
    endcase
    if (got && shift[7]) begin pc <= shift[3:0] * SIZE; state <= 0; lines <= 0; end
  end
endmodule
`
