// SPDX-License-Identifier: Apache-2.0
//
// Receives bytes from a serial line: 8 data bits, lowest first, no parity, one stop bit, idle
// high. The line may belong to another clock.
//
// Handshake:  valid_o says that data_o is a byte; it is taken in a cycle in which ready_i is high
//             too. Both hold until then. One byte is held, so a taker has 10 bits of time.
// Errors:     framing_o is high for one cycle when a stop bit is low, as in a break. The byte is
//             dropped, and the line must be high before the next one begins.
//             overrun_o is high for one cycle when a byte ends while the one before is still
//             held and not taken in this cycle. The old byte is kept, the new one is dropped.
// Latency:    valid_o and the errors follow the middle of the stop bit by 2 to 4 clock cycles.
// Throughput: bytes back to back. The far end's clock may be off by 4 % if Divider is 8 or more, by
//             2.5 % if it is less.
// Noise:      of three looks at the line, a clock cycle apart, two decide: a single wrong one is
//             not seen. A byte begins when the line is low from an edge to the middle of the
//             start bit; a shorter low begins nothing. Each such edge sets the time of its byte.
// Reset:      synchronous; cuts a byte short. The line must be high before the next one begins.
//
// Parameters
//   Divider   clock cycles a bit, 4 or more, any integer
//
// A one goes down the shift register before the bits. When it comes out there are eight of them:
// no bits are counted.
`default_nettype none

module ll_uart_rx #(
    parameter int Divider = 104
) (
    input  logic       clk_i,
    input  logic       rst_i,
    // the line
    input  logic       rx_i,
    // the byte
    output logic       valid_o,
    input  logic       ready_i,
    output logic [7:0] data_o,
    // errors
    output logic       framing_o,
    output logic       overrun_o
);
  if (Divider < 4) begin : gen_check_divider
    ll_uart_rx_Divider_must_be_4_or_more u_error ();
  end

  localparam int Width = $clog2(Divider);
  localparam logic [Width-1:0] Last = Divider[Width-1:0] - 1'b1;
  // From the first look at a low to the middle of the bit. The edge is up to one cycle older than
  // the look, half a cycle in the mean, hence (Divider - 1) / 2.
  localparam logic [Width-1:0] Half = {1'b0, Last[Width-1:1]};

  typedef enum logic [1:0] {
    StQuiet,  // wait for a high line
    StStart,  // wait for half a bit of low line
    StBits    // sample
  } state_e;

  logic [3:0] looks_q;  // the first two only settle the signal
  logic line;
  logic [1:0] state_q;
  logic [Width-1:0] count_q;  // clock cycles to the next sample
  logic [8:0] bits_q;
  logic sample;
  logic ends;

  assign line = (looks_q[1] & looks_q[2]) | (looks_q[1] & looks_q[3]) | (looks_q[2] & looks_q[3]);
  assign sample = count_q == 0;
  assign ends = state_q == StBits && sample && bits_q[0];

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      looks_q <= 0;
      state_q <= StQuiet;
      count_q <= Half;
      bits_q  <= 9'h100;
    end else begin
      looks_q <= {looks_q[2:0], rx_i};
      case (state_q)
        StStart: begin
          bits_q <= 9'h100;
          if (line) count_q <= Half;
          else if (!sample) count_q <= count_q - 1'b1;
          else begin
            state_q <= StBits;
            count_q <= Last;
          end
        end
        StBits: begin
          if (!sample) count_q <= count_q - 1'b1;
          else if (!bits_q[0]) begin
            count_q <= Last;
            bits_q  <= {line, bits_q[8:1]};
          end else begin
            count_q <= Half;
            state_q <= line ? StStart : StQuiet;
          end
        end
        default: if (line) state_q <= StStart;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      valid_o   <= 1'b0;
      framing_o <= 1'b0;
      overrun_o <= 1'b0;
    end else begin
      framing_o <= ends && !line;
      overrun_o <= ends && line && valid_o && !ready_i;
      if (ends && line && !(valid_o && !ready_i)) begin
        valid_o <= 1'b1;
        data_o  <= bits_q[8:1];
      end else if (ready_i) valid_o <= 1'b0;
    end
  end
endmodule

`default_nettype wire
