// SPDX-License-Identifier: Apache-2.0
//
// ll_kakomimasu_plan, by its ports alone, whatever its memories give back, on a field of Columns and Rows, with
// Agents of each of Players, and a reset at any time: it is busy from the question to the end; an agent has an
// action at most, and they come in their order; each is in a cell of the field; offers hold. With Cycles, which
// isn't 0, a question follows the other, each action is taken at once, and the end comes within Cycles.
`default_nettype none

module ll_kakomimasu_plan_fv #(
    parameter int Columns = 2,
    parameter int Rows    = 2,
    parameter int Players = 2,
    parameter int Agents  = 2,
    parameter int Cycles  = 0
) (
    input logic clk_i,
    input logic rst_i,
    input logic [11:0] write_cell_i,
    input logic write_points_i,
    input logic [7:0] write_point_i,
    input logic write_tiles_i,
    input logic [2:0] write_tile_i,
    input logic write_agents_i,
    input logic [6:0] write_agent_i,
    input logic write_off_i,
    input logic go_i,
    input logic quarter_i,
    input logic [1:0] me_i,
    input logic ready_i
);
  // In the first cycle it is reset.
  logic started = 1'b0;
  logic rst;
  assign rst = !started || rst_i;
  always_ff @(posedge clk_i) started <= 1'b1;

  logic busy, valid;
  logic [1:0] kind;
  logic [4:0] agent;
  logic [5:0] x, y;

  ll_kakomimasu_plan dut (
      .clk_i         (clk_i),
      .rst_i         (rst),
      .write_cell_i  (write_cell_i),
      .write_points_i(write_points_i),
      .write_point_i (write_point_i),
      .write_tiles_i (write_tiles_i),
      .write_tile_i  (write_tile_i),
      .write_agents_i(write_agents_i),
      .write_agent_i (write_agent_i),
      .write_off_i   (write_off_i),
      .go_i          (go_i),
      .quarter_i     (quarter_i),
      .width_i       (6'(Columns)),
      .height_i      (6'(Rows)),
      .players_i     (3'(Players)),
      .agents_i      (5'(Agents)),
      .me_i          (me_i),
      .busy_o        (busy),
      .valid_o       (valid),
      .ready_i       (ready_i),
      .kind_o        (kind),
      .agent_o       (agent),
      .x_o           (x),
      .y_o           (y)
  );

  // The question holds from its start until the end has passed.
  logic asked_q = 1'b0;
  logic [2:0] question_q;
  logic begins, ends;
  assign begins = go_i && !busy && started;
  assign ends = valid && kind == 0 && ready_i;
  logic [9:0] since_q = 10'd0;  // cycles since it began
  logic [4:0] next_q = 5'd0;  // the first agent that may have an action
  always_ff @(posedge clk_i) begin
    question_q <= {quarter_i, me_i};
    if (ends) asked_q <= 1'b0;
    if (asked_q && since_q != 10'h3ff) since_q <= since_q + 10'd1;
    if (valid && ready_i) next_q <= agent + 5'd1;
    if (begins) begin
      asked_q <= 1'b1;
      since_q <= 10'd1;
      next_q  <= 5'd0;
    end
    if (rst) asked_q <= 1'b0;
  end
  always_comb begin
    if (asked_q) assume (question_q == {quarter_i, me_i} && !write_points_i && !write_tiles_i && !write_agents_i);
    assume (me_i < Players);
    if (Cycles != 0) assume (!rst_i && go_i && ready_i);
  end

  logic held_q = 1'b0;
  logic [18:0] offered_q, offered;
  assign offered = kind == 0 ? 19'd0 : {kind, agent, x, y};
  always_ff @(posedge clk_i) begin
    held_q    <= valid && !ready_i && !rst;
    offered_q <= offered;
  end

  if (Cycles != 0) begin : gen_time
    always_comb begin
      if (started) begin a_in_time : assert (!asked_q || since_q < Cycles || ends); end
    end
  end else begin : gen_rules
    always_comb begin
      if (started) begin a_busy : assert (busy == asked_q); end
      if (started && valid) begin a_asked : assert (busy); end
      if (started && valid && kind != 0) begin
        a_field : assert (x < Columns && y < Rows);
        a_agent : assert (agent < Agents && agent >= next_q);
      end
      if (held_q) begin a_holds : assert (valid && offered_q == offered); end
    end
  end
  always_comb begin
    c_put : cover (started && valid && ready_i && kind == 1 && x == 1);
    c_end : cover (started && ends && next_q == Agents);
  end
endmodule
`default_nettype wire
