// SPDX-License-Identifier: Apache-2.0
//
// ll_dpt_plan, by its ports alone, whatever its memories give back, on every field of up to Side columns
// and rows, with agents on any of its cells and a reset at any time: it is busy from the question to the
// action; the action comes within Cycles, once, and holds; the agent stays or goes one step, within the
// field and not onto the other agent.
`default_nettype none

module ll_dpt_plan_fv #(
    parameter int Side   = 3,
    parameter int Cycles = 60
) (
    input logic clk_i,
    input logic rst_i,
    input logic write_i,
    input logic [7:0] write_cell_i,
    input logic [1:0] write_tile_i,
    input logic go_i,
    input logic [9:0] left_i,
    input logic [2:0] rotation_i,
    input logic [4:0] width_i,
    input logic [4:0] height_i,
    input logic [3:0] own_x_i,
    input logic [3:0] own_y_i,
    input logic other_i,
    input logic [3:0] other_x_i,
    input logic [3:0] other_y_i,
    input logic ready_i
);
  logic busy, valid;
  logic [1:0] kind, dx, dy;

  ll_dpt_plan dut (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .write_i     (write_i),
      .write_cell_i(write_cell_i),
      .write_tile_i(write_tile_i),
      .go_i        (go_i),
      .left_i      (left_i),
      .rotation_i  (rotation_i),
      .width_i     (width_i),
      .height_i    (height_i),
      .own_x_i     (own_x_i),
      .own_y_i     (own_y_i),
      .other_i     (other_i),
      .other_x_i   (other_x_i),
      .other_y_i   (other_y_i),
      .busy_o      (busy),
      .valid_o     (valid),
      .ready_i     (ready_i),
      .kind_o      (kind),
      .dx_o        (dx),
      .dy_o        (dy)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);

  // The question holds from its start until the action has passed.
  logic asked_q = 1'b0;
  logic [39:0] question, question_q;
  assign question = {left_i, rotation_i, width_i, height_i, own_x_i, own_y_i, other_i, other_x_i, other_y_i};
  logic begins, passes;
  assign begins = go_i && !busy && started;
  assign passes = valid && ready_i;
  logic [9:0] since_q = 10'd0;  // cycles since it began
  always_ff @(posedge clk_i) begin
    question_q <= question;
    if (passes) asked_q <= 1'b0;
    if (asked_q && since_q != 10'h3ff) since_q <= since_q + 10'd1;
    if (begins) begin
      asked_q <= 1'b1;
      since_q <= 10'd1;
    end
    if (rst_i) asked_q <= 1'b0;
  end
  always_comb begin
    if (asked_q) assume (question == question_q && !write_i);
    assume (width_i != 0 && width_i <= Side && height_i != 0 && height_i <= Side);
    assume ({1'b0, own_x_i} < width_i && {1'b0, own_y_i} < height_i);
    assume ({1'b0, other_x_i} < width_i && {1'b0, other_y_i} < height_i);
    if (other_i) assume (own_x_i != other_x_i || own_y_i != other_y_i);
  end

  // The cell of the step.
  logic [4:0] x, y;
  assign x = {1'b0, own_x_i} + {{3{dx[1]}}, dx};
  assign y = {1'b0, own_y_i} + {{3{dy[1]}}, dy};

  logic held_q = 1'b0;
  logic [5:0] offered_q;
  always_ff @(posedge clk_i) begin
    held_q    <= valid && !ready_i && !rst_i;
    offered_q <= {kind, dx, dy};
  end

  always_comb begin
    if (started) begin a_busy : assert (busy == asked_q); end
    if (started && valid) begin
      a_asked : assert (busy);
      a_kind : assert (kind != 3 && (kind == 0) == (dx == 0 && dy == 0));
      a_step : assert (dx != 2 && dy != 2);
      a_field : assert (x < width_i && y < height_i);
    end
    if (started && valid && other_i) begin a_other : assert (kind == 0 || x != other_x_i || y != other_y_i); end
    if (started && asked_q && since_q == Cycles) begin a_in_time : assert (valid); end
    if (held_q) begin a_holds : assert (valid && offered_q == {kind, dx, dy}); end
    c_remove : cover (passes && kind == 2 && since_q > 30 && started);
    c_move : cover (passes && kind == 1 && since_q < 30 && started);
  end
endmodule
`default_nettype wire
