// SPDX-License-Identifier: Apache-2.0
//
// Makes short events visible: a lamp is lit as long as its signal is high, and at
// least for the time that an eye needs.
//
// Latency:  lit_o follows a rise of on_i by 1 clock cycle, and stays for at least
//           2^Depth and at most 2^(Depth+1) cycles after its fall.
// Throughput: every event is seen, however often they come.
// Handshake: none; on_i must be synchronous to clk_i or its glitches may be seen.
// Reset:    synchronous; all lamps are dark.
//
// Parameters
//   Count   of lamps, at least 1
//   Depth   as above, 1 to 30; at 12 MHz 19 is 44 ms to 87 ms
`default_nettype none

module ll_leds #(
    parameter int Count = 1,
    parameter int Depth = 19
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic [Count-1:0] on_i,
    output logic [Count-1:0] lit_o
);
  if (Count < 1) begin : gen_check_count
    ll_leds_Count_must_be_1_or_more u_error ();
  end
  if (Depth < 1 || Depth > 30) begin : gen_check_depth
    ll_leds_Depth_must_be_1_to_30 u_error ();
  end

  localparam logic [Depth-1:0] One = 1;

  logic [Depth-1:0] time_q;
  logic [Count-1:0] recent_q;  // since the last tick
  logic tick;

  assign tick = time_q == 0;

  always_ff @(posedge clk_i) begin
    time_q <= time_q + One;
    recent_q <= on_i | (tick ? {Count{1'b0}} : recent_q);
    lit_o <= on_i | recent_q | (tick ? {Count{1'b0}} : lit_o);
    if (rst_i) begin
      time_q <= 0;
      recent_q <= 0;
      lit_o <= 0;
    end
  end
endmodule

`default_nettype wire
