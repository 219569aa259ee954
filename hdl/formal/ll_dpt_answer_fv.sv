// SPDX-License-Identifier: Apache-2.0
//
// ll_dpt_answer, by its ports alone, with any answers at any times and any backpressure: each line is
// the turn's digits, and if there is an action its type and its step; the answer is taken with the
// end of its line; what is offered holds.
`default_nettype none

module ll_dpt_answer_fv (
    input logic clk_i,
    input logic rst_i,
    input logic valid_i,
    input logic [15:0] turn_i,
    input logic [1:0] first_i,
    input logic act_i,
    input logic [1:0] kind_i,
    input logic [1:0] dx_i,
    input logic [1:0] dy_i,
    input logic ready_i
);
  logic taken, valid, eol;
  logic [7:0] char;

  ll_dpt_answer dut (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .valid_i       (valid_i),
      .ready_o       (taken),
      .turn_i        (turn_i),
      .first_i       (first_i),
      .act_i         (act_i),
      .kind_i        (kind_i),
      .dx_i          (dx_i),
      .dy_i          (dy_i),
      .answer_valid_o(valid),
      .answer_ready_i(ready_i),
      .answer_char_o (char),
      .answer_eol_o  (eol)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);

  // An answer holds until it is taken.
  logic waits_q = 1'b0;
  logic [24:0] answer_q;
  always_ff @(posedge clk_i) begin
    waits_q  <= valid_i && !taken && !rst_i;
    answer_q <= {turn_i, first_i, act_i, kind_i, dx_i, dy_i};
  end
  always_comb begin
    if (waits_q) assume (valid_i && answer_q == {turn_i, first_i, act_i, kind_i, dx_i, dy_i});
    assume (dx_i != 2 && dy_i != 2);
  end

  // The line, from its first character in the highest bits: digits from the first on, then the action.
  logic minus_x, minus_y;
  logic [3:0] x_at, y_at, length;
  assign minus_x = dx_i == 3;
  assign minus_y = dy_i == 3;
  assign x_at = 4'd3 + {3'd0, minus_x};
  assign y_at = x_at + 4'd2 + {3'd0, minus_y};
  assign length = {2'd0, first_i} + 4'd1 + (act_i ? y_at + 4'd1 : 4'd0);

  logic [3:0] place_q = 4'd0;
  logic passes;
  assign passes = valid && ready_i;
  always_ff @(posedge clk_i) begin
    if (passes) place_q <= eol ? 4'd0 : place_q + 4'd1;
    if (rst_i) place_q <= 4'd0;
  end

  logic [3:0] behind;  // place behind the turn
  assign behind = place_q - {2'd0, first_i} - 4'd1;
  logic [7:0] want;
  logic [3:0] digit;
  always_comb begin
    case (first_i - place_q[1:0])
      2'd0: digit = turn_i[3:0];
      2'd1: digit = turn_i[7:4];
      2'd2: digit = turn_i[11:8];
      default: digit = turn_i[15:12];
    endcase
    want = 8'h20;
    if (place_q <= {2'd0, first_i}) want = {4'h3, digit};
    else if (behind == 1) want = kind_i == 0 ? "0" : kind_i == 1 ? "1" : kind_i == 2 ? "2" : "3";
    else if (behind == 3 && minus_x) want = "-";
    else if (behind == x_at) want = dx_i == 0 ? "0" : "1";
    else if (behind == x_at + 2 && minus_y) want = "-";
    else if (behind == y_at) want = dy_i == 0 ? "0" : "1";
  end

  logic held_q = 1'b0;
  logic [8:0] offered_q;
  always_ff @(posedge clk_i) begin
    held_q    <= valid && !ready_i && !rst_i;
    offered_q <= {eol, eol ? 8'd0 : char};
  end

  always_comb begin
    if (started && valid) begin
      a_asked : assert (valid_i);
      a_end : assert (eol == (place_q == length));
    end
    if (started && valid && !eol) begin a_char : assert (char == want); end
    if (started && taken) begin a_taken : assert (passes && eol); end
    if (started && passes && eol) begin a_once : assert (taken); end
    if (held_q) begin a_holds : assert (valid && {eol, eol ? 8'd0 : char} == offered_q); end
    if (waits_q) begin a_soon : assert (valid); end
    c_turn : cover (passes && eol && !act_i && first_i == 3);
    c_long : cover (passes && eol && minus_x && minus_y && first_i == 1);
  end
endmodule
`default_nettype wire
