// SPDX-License-Identifier: Apache-2.0
//
// Properties of ll_movegen for any answers at any times and any backpressure on moves, of all squares and
// of one alone. The rule of a square: + is asked for; / if + was streamed or does not fit by its colours;
// \ likewise.
`default_nettype none

module ll_movegen_fv #(
    parameter int LogSize = 3
) (
    input logic clk_i,
    input logic rst_i,
    input logic start_i,
    input logic only_i,
    input logic [LogSize:0] col_i,
    input logic [LogSize:0] row_i,
    input logic gen_ready_i,
    input logic try_ready_i,
    input logic rsp_valid_i,
    input logic [3:0] rsp_status_i,
    input logic [3:0] rsp_completed_i,
    input logic [LogSize:0] width_i,
    input logic [LogSize:0] height_i
);
  localparam logic [LogSize:0] Most = (1 << LogSize) - 2;

  logic busy, done, over;
  logic gen_valid;
  logic [LogSize:0] gen_col;
  logic [LogSize:0] gen_row;
  logic [1:0] gen_shape;
  logic [3:0] gen_status;
  logic [3:0] gen_completed;
  logic try_valid;

  ll_movegen #(
      .LogSize(LogSize)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .start_i(start_i),
      .only_i(only_i),
      .col_i(col_i),
      .row_i(row_i),
      .busy_o(busy),
      .done_o(done),
      .over_o(over),
      .gen_valid_o(gen_valid),
      .gen_ready_i(gen_ready_i),
      .gen_col_o(gen_col),
      .gen_row_o(gen_row),
      .gen_shape_o(gen_shape),
      .gen_status_o(gen_status),
      .gen_completed_o(gen_completed),
      .try_valid_o(try_valid),
      .try_ready_i(try_ready_i),
      .rsp_valid_i(rsp_valid_i),
      .rsp_status_i(rsp_status_i),
      .rsp_completed_i(rsp_completed_i),
      .width_i(width_i),
      .height_i(height_i)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);
  logic live;
  assign live = started && !rst_i;

  // ---- what answers: each TRY once, later; the end of the game to the first or to none
  logic ask;
  assign ask = live && try_valid && try_ready_i;
  logic give;
  assign give = live && gen_valid && gen_ready_i;
  logic begins;
  assign begins = live && start_i && !busy;
  logic due_q = 1'b0;    // an answer is due
  logic any_q = 1'b0;    // one has come since the start
  always_ff @(posedge clk_i) begin
    due_q <= !rst_i && (ask || (due_q && !rsp_valid_i));
    any_q <= !rst_i && !begins && (any_q || (live && rsp_valid_i));
  end
  always_comb begin
    assume (!rsp_valid_i || due_q);
    assume (rsp_status_i != ll_trax_pkg::GameOver || (rsp_valid_i && !any_q));
    assume (width_i <= Most && height_i <= Most);
    assume (col_i <= width_i + 1 && row_i <= height_i + 1);
  end

  // ---- one square and shape, any: what was asked of it and streamed since the start
  (* anyconst *) logic [LogSize:0] col;
  (* anyconst *) logic [LogSize:0] row;
  (* anyconst *) logic [1:0] shape;
  logic [LogSize:0] width_q, height_q;
  logic only_q;
  logic [LogSize:0] only_col_q, only_row_q;
  always_ff @(posedge clk_i) begin
    if (begins) begin
      width_q <= width_i;
      height_q <= height_i;
      only_q <= only_i;
      only_col_q <= col_i;
      only_row_q <= row_i;
    end
  end
  logic inside;
  assign inside = only_q ? col == only_col_q && row == only_row_q : col <= width_q + 1 && row <= height_q + 1;
  logic here;
  assign here = gen_col == col && gen_row == row;

  logic [1:0] asked_q;     // shapes of the square that were asked for
  logic [1:0] streamed_q;  // times that the move was streamed
  logic follows_q;         // the square's next shape is to be asked for
  logic owed_q;            // the move was answered as one that is to be streamed
  logic [3:0] status_q;
  logic [3:0] completed_q;
  logic good;
  assign good = rsp_status_i == ll_trax_pkg::Ok || rsp_status_i == ll_trax_pkg::ForcedPlay ||
                rsp_status_i == ll_trax_pkg::BoardFull;
  always_ff @(posedge clk_i) begin
    if (ask && here) begin
      asked_q <= asked_q + 1;
      follows_q <= 1'b0;
    end
    if (live && rsp_valid_i && here) begin
      follows_q <= (good || rsp_status_i == ll_trax_pkg::Colour) && gen_shape != 2;
      if (gen_shape == shape) begin
        owed_q <= good;
        status_q <= rsp_status_i;
        completed_q <= rsp_completed_i;
      end
    end
    if (give && here && gen_shape == shape) begin
      streamed_q <= streamed_q + 1;
      owed_q <= 1'b0;
    end
    if (begins || rst_i) begin
      asked_q <= 0;
      streamed_q <= 0;
      follows_q <= 1'b0;
      owed_q <= 1'b0;
    end
  end

  // ---- a cycle ago
  logic held_q, tried_q;
  logic [2*LogSize+11:0] told_q;
  logic [2*LogSize+11:0] told;
  assign told = {gen_status, gen_completed, gen_row, gen_col, gen_shape};
  always_ff @(posedge clk_i) begin
    held_q <= live && gen_valid && !gen_ready_i;
    tried_q <= live && try_valid && !try_ready_i;
    told_q <= told;
  end

  // The order of squares: what lies before the one at work has been asked for, what lies behind not.
  logic before;
  assign before = !only_q && (row < gen_row || (row == gen_row && col < gen_col));
  logic waits;
  assign waits = busy && !try_valid && !gen_valid;

  always_comb begin
    if (started && busy) begin
      a_in_box : assert (gen_col <= width_q + 1 && gen_row <= height_q + 1 && gen_shape != 3);
      if (only_q) begin a_only : assert (gen_col == only_col_q && gen_row == only_row_q); end
      a_waits : assert (waits == due_q);
      a_before : assert (!inside || (asked_q != 0) == (before || (here && (!try_valid || gen_shape != 0))));
      if (here) begin
        a_at_work : assert (asked_q == gen_shape + !try_valid &&
            follows_q == (try_valid && asked_q != 0 || gen_valid && gen_shape != 2));
      end
      if (!here) begin a_passed : assert (!follows_q); end
      a_owed : assert (owed_q == (gen_valid && here && gen_shape == shape));
      if (!before && !(here && gen_shape >= shape)) begin a_not_yet : assert (streamed_q == 0); end
      if (here && gen_shape == shape && !gen_valid) begin a_not_now : assert (streamed_q == 0); end
      if (gen_valid && here && gen_shape == shape) begin
        a_data : assert (gen_status == status_q && gen_completed == completed_q && streamed_q == 0);
      end
    end
    if (live) begin
      // What is offered holds until it passes.
      if (held_q) begin a_held : assert (gen_valid && told == told_q); end
      if (tried_q) begin
        a_tried : assert (try_valid && told[2*LogSize+3:0] == told_q[2*LogSize+3:0]);
      end
      if (ask) begin a_alone : assert (!due_q); end
      // Shapes in their order, each only where it may fit.
      if (ask && here) begin
        a_order : assert (gen_shape == asked_q && inside && (asked_q == 0 || follows_q));
      end
      // A move is streamed once, with the answer of its TRY.
      if (give && here && gen_shape == shape) begin
        a_streamed : assert (owed_q && gen_status == status_q && gen_completed == completed_q);
      end
      a_once : assert (streamed_q < 2);
      // At the end every square was asked for, and no move is left out.
      if (done) begin
        a_end : assert (busy && !gen_valid || give);
        if (!over) begin
          a_all : assert (!inside || asked_q != 0);
          a_none_left : assert (!owed_q || (give && here && gen_shape == shape));
          if (!(rsp_valid_i && here)) begin
            a_shapes : assert (!follows_q || (give && here && gen_shape == 2));
          end
        end
        if (over) begin a_over : assert (streamed_q == 0 && asked_q <= 1); end
      end
    end
    c_done : cover (live && done && !over && width_q == 1 && asked_q == 3 && streamed_q == 1);
    c_over : cover (live && done && over);
    c_held : cover (live && held_q && gen_ready_i && gen_shape == 1);
    c_only : cover (live && done && !over && only_q && width_q == 1 && asked_q == 3);
    c_again : cover (begins && any_q && asked_q == 1);
  end
endmodule
`default_nettype wire
