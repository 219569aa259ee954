// SPDX-License-Identifier: Apache-2.0
//
// The whole board by its two pins, 4 cycles a bit, behind an opening of a field of two cells, whose answer is
// over when the block of a turn begins, and that block but for the last character of its last line, at which
// the proof begins: the host sends t or x, and CR or LF. act has an answer, each bit as long as it
// must be: the agent's PUT into the better cell; acx has none.
`default_nettype none

module ll_kakomimasu_board_fv (
    input logic clk_i
);
  localparam int Divider = 4;
  localparam int Length = 88;  // characters before
  localparam int Frames = 100;  // bits of an answer
  localparam int Latency = 60;  // cycles from the middle of the last stop bit, at most
  localparam int Settle = 6;
  localparam int Begins = Settle + Length * 10 * Divider;  // of the last characters

  localparam logic [8*Length-1:0] Block = {
    "ka 2 1 2 1 9 0 0 0", 8'h0a, "-1 2", 8'h0a, "name", 8'h0a, "while it answers", 8'h0a, "tu 2", 8'h0a,
    "p 0 0 0 -1 -1", 8'h0a, "p 0 0 0 -1 -1", 8'h0a, "d", 8'h0a, "d", 8'h0a, "..", 8'h0a, "ac"
  };

  (* anyconst *) logic asks;
  (* anyconst *) logic cr;
  logic [7:0] letter;
  assign letter = asks ? "t" : "x";

  logic [11:0] age_q = 0;
  always_ff @(posedge clk_i) if (age_q != 4095) age_q <= age_q + 1;
  logic reset;
  assign reset = age_q == 0;

  // ---- the block: character, bit and cycle of it
  logic [8*Length-1:0] block_q = Block;
  logic [3:0] bit_q = 4'd0;
  logic [1:0] cycle_q = 2'd0;
  logic opening;
  assign opening = age_q >= Settle && age_q < Begins;
  logic [9:0] frame;
  assign frame = {1'b1, block_q[8*Length-1-:8], 1'b0};
  always_ff @(posedge clk_i) begin
    if (opening) begin
      cycle_q <= cycle_q + 1;
      if (cycle_q == 3) bit_q <= bit_q == 9 ? 0 : bit_q + 1;
      if (cycle_q == 3 && bit_q == 9) block_q <= block_q << 8;
    end
  end

  // ---- the last characters: bit and cycles of them
  logic [19:0] levels;
  assign levels = {1'b1, cr ? 8'h0d : 8'h0a, 1'b0, 1'b1, letter, 1'b0};
  logic [4:0] at_q = 0;
  logic [4:0] lasts_q = 0;
  logic going;
  assign going = age_q >= Begins;
  logic over;
  assign over = at_q == 19 && lasts_q >= Divider / 2;
  logic rx;
  assign rx = opening ? frame[bit_q] : !going || levels[at_q];
  always_ff @(posedge clk_i) begin
    if (going && at_q != 19 && lasts_q + 1 == Divider) begin
      at_q <= at_q + 1;
      lasts_q <= 0;
    end else if (going && lasts_q != 31) begin
      lasts_q <= lasts_q + 1;
    end
  end

  logic tx;
  logic busy;
  ll_kakomimasu_board #(
      .ClockHz(400),
      .Baud(100)
  ) dut (
      .clk_i(clk_i),
      .rst_i(reset),
      .rx_i(rx),
      .tx_o(tx),
      .busy_o(busy)
  );

  // ---- the answer, 2 0 P 1 0: from its first low on
  localparam logic [99:0] Answer = {
    1'b1, 8'h0a, 1'b0, 1'b1, "0", 1'b0, 1'b1, " ", 1'b0, 1'b1, "1", 1'b0, 1'b1, " ", 1'b0, 1'b1, "P", 1'b0,
    1'b1, " ", 1'b0, 1'b1, "0", 1'b0, 1'b1, " ", 1'b0, 1'b1, "2", 1'b0
  };
  logic [8:0] sent_q = 0;  // cycles of it
  logic sending;
  assign sending = sent_q != 0 || !tx;
  logic [6:0] bit_now;
  assign bit_now = sent_q / Divider;
  always_ff @(posedge clk_i) if (going && sending && sent_q != Frames * Divider) sent_q <= sent_q + 1;

  logic [8:0] since_q = 0;  // cycles since the question was over
  always_ff @(posedge clk_i) if (over && since_q != 511) since_q <= since_q + 1;

  always_comb begin
    if (going) begin
      if (!tx) begin a_asked : assert (asks && over); end
      if (sending) begin a_bits : assert (tx == (sent_q == Frames * Divider || Answer[bit_now])); end
      if (since_q == Latency + 1) begin a_soon : assert (sent_q != 0 || !asks); end
      if (!asks) begin a_idle : assert (!busy); end
    end
    c_answered : cover (sent_q == Frames * Divider && since_q > 410);
    c_silent : cover (since_q > 410 && sent_q == 0 && cr);
  end
endmodule
`default_nettype wire
