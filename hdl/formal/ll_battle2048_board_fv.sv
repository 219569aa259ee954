// SPDX-License-Identifier: Apache-2.0
//
// The whole board by its two pins, from its reset, 4 cycles a bit, whatever its memories give back:
// the host sends any character and an end of line, with up to three bits of idle time between them.
// 0 and 1 have the start cell for an answer, each bit as long as it must be; nothing else has one.
`default_nettype none

module ll_battle2048_board_fv (
    input logic clk_i
);
  localparam int Divider = 4;
  localparam int Frames = 40;   // bits of an answer
  localparam int Latency = 12;  // cycles from the middle of the last stop bit, at most
  localparam int Settle = 6;

  (* anyconst *) logic [7:0] letter;
  (* anyconst *) logic cr;
  (* anyconst *) logic [3:0] gap;
  always_comb assume (gap <= 3 * Divider);
  logic is_start;
  assign is_start = letter == "0" || letter == "1";

  logic [9:0] age_q = 0;
  always_ff @(posedge clk_i) if (age_q != 1023) age_q <= age_q + 1;
  logic reset;
  assign reset = age_q == 0;

  // ---- the host's line: bit and cycles of it
  logic [19:0] levels;
  assign levels = {1'b1, cr ? 8'h0d : 8'h0a, 1'b0, 1'b1, letter, 1'b0};
  logic [4:0] at_q = 0;
  logic [4:0] lasts_q = 0;
  logic going;
  assign going = age_q >= Settle;
  logic over;
  assign over = at_q == 19 && lasts_q >= Divider / 2;
  logic [4:0] length;
  assign length = at_q == 9 ? Divider + gap : Divider;
  logic rx;
  assign rx = !going || levels[at_q];
  always_ff @(posedge clk_i) begin
    if (going && at_q != 19 && lasts_q + 1 == length) begin
      at_q <= at_q + 1;
      lasts_q <= 0;
    end else if (going && lasts_q != 31) begin
      lasts_q <= lasts_q + 1;
    end
  end

  logic tx;
  logic busy;
  ll_battle2048_board #(
      .ClockHz(400),
      .Baud(100)
  ) dut (
      .clk_i(clk_i),
      .rst_i(reset),
      .rx_i(rx),
      .tx_o(tx),
      .busy_o(busy)
  );

  // ---- the answer: from its first low on
  logic [39:0] answer;
  assign answer = {1'b1, 8'h0a, 1'b0, 1'b1, "3", 1'b0, 1'b1, " ", 1'b0, 1'b1, "3", 1'b0};
  logic [7:0] sent_q = 0;  // cycles of it
  logic sending;
  assign sending = sent_q != 0 || !tx;
  logic [5:0] bit_now;
  assign bit_now = sent_q / Divider;
  always_ff @(posedge clk_i) if (!reset && sending && sent_q != Frames * Divider) sent_q <= sent_q + 1;

  logic [7:0] since_q = 0;  // cycles since the question was over
  always_ff @(posedge clk_i) if (over && since_q != 255) since_q <= since_q + 1;

  always_comb begin
    if (!reset) begin
      if (!tx) begin a_asked : assert (is_start && over); end
      if (sending) begin a_bits : assert (tx == (sent_q == Frames * Divider || answer[bit_now])); end
      if (since_q == Latency + 1) begin a_soon : assert (sent_q != 0 || !is_start); end
      a_idle : assert (!busy);
    end
    c_answered : cover (sent_q == Frames * Divider && since_q > 170);
    c_silent : cover (since_q > 170 && sent_q == 0 && letter == "2" && cr);
  end
endmodule
`default_nettype wire
