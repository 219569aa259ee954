// SPDX-License-Identifier: Apache-2.0
//
// ll_kakomimasu_answer, by its ports alone, with any answers at any times and any backpressure: each line is
// the name, or the turn's digits and behind them the four words of each action, the end taken with the end
// of the line, an action with its last character; what is offered holds.
`default_nettype none

module ll_kakomimasu_answer_fv (
    input logic clk_i,
    input logic rst_i,
    input logic valid_i,
    input logic name_i,
    input logic [15:0] turn_i,
    input logic [1:0] first_i,
    input logic [1:0] kind_i,
    input logic [4:0] agent_i,
    input logic [5:0] x_i,
    input logic [5:0] y_i,
    input logic ready_i
);
  logic taken, valid, eol;
  logic [7:0] char;

  ll_kakomimasu_answer dut (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .valid_i       (valid_i),
      .ready_o       (taken),
      .name_i        (name_i),
      .turn_i        (turn_i),
      .first_i       (first_i),
      .kind_i        (kind_i),
      .agent_i       (agent_i),
      .x_i           (x_i),
      .y_i           (y_i),
      .answer_valid_o(valid),
      .answer_ready_i(ready_i),
      .answer_char_o (char),
      .answer_eol_o  (eol)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);

  // What is offered holds until it is taken, the turn until the end of its line. Behind an action
  // comes no name.
  logic waits_q = 1'b0;
  logic turn_q = 1'b0;  // its first action, or its end, has been offered
  logic [19:0] answer_q;
  logic [17:0] of_q;
  always_ff @(posedge clk_i) begin
    waits_q  <= valid_i && !taken && !rst_i;
    answer_q <= {name_i, kind_i, agent_i, x_i, y_i};
    of_q     <= {turn_i, first_i};
    if (valid_i && !name_i) turn_q <= 1'b1;
    if (taken && (name_i || kind_i == 0) || rst_i) turn_q <= 1'b0;
  end
  always_comb begin
    if (waits_q) assume (valid_i && answer_q == {name_i, kind_i, agent_i, x_i, y_i});
    if (turn_q) assume (!name_i && of_q == {turn_i, first_i});
    assume (x_i < 40 && y_i < 40);
  end

  // The line so far: characters of the name or digits of the turn, then of an action.
  logic [3:0] head_q = 4'd0;
  logic [3:0] place_q = 4'd0;
  logic passes, in_head;
  logic [3:0] heads;
  assign heads = name_i ? 4'd8 : {2'd0, first_i} + 4'd1;
  assign in_head = head_q != heads;
  assign passes = valid && ready_i;
  always_ff @(posedge clk_i) begin
    if (passes && in_head) head_q <= head_q + 4'd1;
    if (passes && !in_head) place_q <= place_q + 4'd1;
    if (taken) place_q <= 4'd0;
    if ((passes && eol) || rst_i) begin
      head_q  <= 4'd0;
      place_q <= 4'd0;
    end
  end

  // An action: its words, each behind a space.
  logic two_a, two_x, two_y;
  logic [3:0] kind_at, x_at, y_at, last;
  assign two_a = agent_i >= 10;
  assign two_x = x_i >= 10;
  assign two_y = y_i >= 10;
  assign kind_at = 4'd3 + {3'd0, two_a};
  assign x_at = kind_at + 4'd2;
  assign y_at = x_at + 4'd2 + {3'd0, two_x};
  assign last = y_at + {3'd0, two_y};
  logic [7:0] want;
  logic [3:0] digit;
  logic [63:0] name;
  assign name = "loopline";
  always_comb begin
    case (first_i - head_q[1:0])
      2'd0: digit = turn_i[3:0];
      2'd1: digit = turn_i[7:4];
      2'd2: digit = turn_i[11:8];
      default: digit = turn_i[15:12];
    endcase
    want = 8'h20;
    if (in_head) begin
      want = {4'h3, digit};
      if (name_i) want = name[8*(7-head_q[2:0])+:8];
    end else if (place_q == 1) want = 8'h30 + (two_a ? agent_i / 10 : agent_i);
    else if (place_q == 2 && two_a) want = 8'h30 + agent_i % 10;
    else if (place_q == kind_at) want = kind_i == 1 ? "P" : kind_i == 2 ? "M" : "R";
    else if (place_q == x_at) want = 8'h30 + (two_x ? x_i / 10 : x_i);
    else if (place_q == x_at + 1 && two_x) want = 8'h30 + x_i % 10;
    else if (place_q == y_at) want = 8'h30 + (two_y ? y_i / 10 : y_i);
    else if (place_q == y_at + 1 && two_y) want = 8'h30 + y_i % 10;
  end

  logic held_q = 1'b0;
  logic [8:0] offered_q;
  always_ff @(posedge clk_i) begin
    held_q    <= valid && !ready_i && !rst_i;
    offered_q <= {eol, eol ? 8'd0 : char};
  end
  // A cycle may pass between two actions.
  logic idle_q = 1'b0;
  always_ff @(posedge clk_i) idle_q <= valid_i && !taken && !valid && !rst_i;

  always_comb begin
    if (started && valid) begin
      a_asked : assert (valid_i);
      a_end : assert (eol == (!in_head && (name_i || kind_i == 0)));
    end
    if (started && valid && !eol) begin a_char : assert (char == want); end
    if (started && valid_i) begin
      a_taken : assert (taken == (passes && (eol || (!in_head && place_q == last))));
    end
    if (started && !valid_i) begin a_untaken : assert (!taken); end
    if (held_q) begin a_holds : assert (valid && {eol, eol ? 8'd0 : char} == offered_q); end
    if (idle_q) begin a_soon : assert (valid); end
    c_name : cover (passes && eol && name_i);
    c_long : cover (taken && kind_i == 3 && two_a && two_x && two_y && first_i == 3);
    c_end : cover (passes && eol && !name_i && first_i == 1);
  end
endmodule
`default_nettype wire
