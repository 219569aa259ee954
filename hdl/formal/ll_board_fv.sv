// SPDX-License-Identifier: Apache-2.0
//
// The whole board by its two pins, from its reset: the host sends a hyphen, any character but W, and an end of
// line, with up to three bits of idle time between them. The board answers -T, with its team code, each
// bit as long as it must be, and is silent otherwise.
`default_nettype none

module ll_board_fv (
    input wire clk_i
);
  localparam integer Divider = 4;
  localparam integer Frames = 30;          // bits of an answer
  localparam integer Latency = 12;         // cycles from the middle of the last stop bit, at most
  localparam integer Settle = 6;

  (* anyconst *) reg [7:0] letter;
  (* anyconst *) reg cr;
  (* anyconst *) reg [3:0] gap1;
  (* anyconst *) reg [3:0] gap2;
  always @* assume (letter != "W" && gap1 <= 3 * Divider && gap2 <= 3 * Divider);
  wire is_team = letter == "T";

  reg [9:0] age_q = 0;
  always @(posedge clk_i) if (age_q != 1023) age_q <= age_q + 1;
  wire reset = age_q == 0;

  // ---- the host's line: bit and cycles of it
  wire [29:0] levels = {1'b1, cr ? 8'h0d : 8'h0a, 1'b0, 1'b1, letter, 1'b0, 1'b1, "-", 1'b0};
  reg [4:0] at_q = 0;
  reg [4:0] lasts_q = 0;
  wire going = age_q >= Settle;
  wire over = at_q == 29 && lasts_q >= Divider / 2;
  wire [4:0] length = at_q == 9 ? Divider + gap1 : at_q == 19 ? Divider + gap2 : Divider;
  wire rx = !going || levels[at_q];
  always @(posedge clk_i) begin
    if (going && at_q != 29 && lasts_q + 1 == length) begin
      at_q <= at_q + 1;
      lasts_q <= 0;
    end else if (going && lasts_q != 31) begin
      lasts_q <= lasts_q + 1;
    end
  end

  wire tx;
  wire busy;
  ll_board #(
      .ClockHz(400),
      .Baud(100),
      .LogSize(3),
      .ListDepth(4)
  ) dut (
      .clk_i(clk_i),
      .rst_i(reset),
      .rx_i(rx),
      .tx_o(tx),
      .busy_o(busy)
  );

  // ---- the answer: from its first low on
  wire [29:0] answer = {1'b1, 8'h0a, 1'b0, 1'b1, "L", 1'b0, 1'b1, "L", 1'b0};
  reg [6:0] sent_q = 0;  // cycles of it
  wire sending = sent_q != 0 || !tx;
  wire [4:0] bit_now = sent_q / Divider;
  always @(posedge clk_i) if (!reset && sending && sent_q != Frames * Divider) sent_q <= sent_q + 1;

  reg [7:0] since_q = 0;  // cycles since the question was over
  always @(posedge clk_i) if (over && since_q != 255) since_q <= since_q + 1;

  always @* begin
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
