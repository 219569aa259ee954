// SPDX-License-Identifier: Apache-2.0
//
// The whole board by its two pins, from its reset: the host sends a hyphen, any character but W, and an end of
// line, with up to three bits of idle time between them. The board answers -T, with its team code, each
// bit as long as it must be, and is silent otherwise.
`default_nettype none

module ll_board_fv #(
    parameter int Search = 0  // 1 is ll_board_search
) (
    input logic clk_i
);
  localparam int Divider = 4;
  localparam int Frames = 30;          // bits of an answer
  localparam int Latency = 12;         // cycles from the middle of the last stop bit, at most
  localparam int Settle = 6;

  (* anyconst *) logic [7:0] letter;
  (* anyconst *) logic cr;
  (* anyconst *) logic [3:0] gap1;
  (* anyconst *) logic [3:0] gap2;
  always_comb assume (letter != "W" && gap1 <= 3 * Divider && gap2 <= 3 * Divider);
  logic is_team;
  assign is_team = letter == "T";

  logic [9:0] age_q = 0;
  always_ff @(posedge clk_i) if (age_q != 1023) age_q <= age_q + 1;
  logic reset;
  assign reset = age_q == 0;

  // ---- the host's line: bit and cycles of it
  logic [29:0] levels;
  assign levels = {1'b1, cr ? 8'h0d : 8'h0a, 1'b0, 1'b1, letter, 1'b0, 1'b1, "-", 1'b0};
  logic [4:0] at_q = 0;
  logic [4:0] lasts_q = 0;
  logic going;
  assign going = age_q >= Settle;
  logic over;
  assign over = at_q == 29 && lasts_q >= Divider / 2;
  logic [4:0] length;
  assign length = at_q == 9 ? Divider + gap1 : at_q == 19 ? Divider + gap2 : Divider;
  logic rx;
  assign rx = !going || levels[at_q];
  always_ff @(posedge clk_i) begin
    if (going && at_q != 29 && lasts_q + 1 == length) begin
      at_q <= at_q + 1;
      lasts_q <= 0;
    end else if (going && lasts_q != 31) begin
      lasts_q <= lasts_q + 1;
    end
  end

  logic tx;
  logic busy;
  if (Search != 0) begin : gen_search
    ll_board_search #(
        .ClockHz(400),
        .Baud(100),
        .LogSize(3),
        .TeamCode("LL"),
        .ListDepth(5),
        .PlyDepth(2)
    ) dut (
        .clk_i(clk_i),
        .rst_i(reset),
        .rx_i(rx),
        .tx_o(tx),
        .busy_o(busy)
    );
  end else begin : gen_board
    ll_board #(
        .ClockHz(400),
        .Baud(100),
        .LogSize(3),
        .ListDepth(4)
    ) dut (
        .clk_i(clk_i),
        .rst_i(reset),
        .weights_i(1'b0),
        .load_i(1'b0),
        .load_address_i(17'd0),
        .load_data_i(16'd0),
        .rx_i(rx),
        .tx_o(tx),
        .busy_o(busy)
    );
  end

  // ---- the answer: from its first low on
  logic [29:0] answer;
  assign answer = {1'b1, 8'h0a, 1'b0, 1'b1, "L", 1'b0, 1'b1, "L", 1'b0};
  logic [6:0] sent_q = 0;  // cycles of it
  logic sending;
  assign sending = sent_q != 0 || !tx;
  logic [4:0] bit_now;
  assign bit_now = sent_q / Divider;
  always_ff @(posedge clk_i) if (!reset && sending && sent_q != Frames * Divider) sent_q <= sent_q + 1;

  logic [7:0] since_q = 0;  // cycles since the question was over
  always_ff @(posedge clk_i) if (over && since_q != 255) since_q <= since_q + 1;

  always_comb begin
    if (!reset) begin
      if (!tx) begin a_asked : assert (is_team && over); end
      if (sending && sent_q != Frames * Divider) begin a_bits : assert (tx == answer[bit_now]); end
      if (since_q == Latency + 1) begin a_soon : assert (sent_q != 0 || !is_team); end
    end
    c_answered : cover (sent_q == Frames * Divider && since_q > 130);
    c_silent : cover (since_q > 130 && sent_q == 0 && letter == "E" && cr);
    c_gap : cover (since_q == 20 && gap1 == 0 && gap2 == 3 * Divider && sent_q != 0);
  end
endmodule
`default_nettype wire
