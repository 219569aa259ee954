// SPDX-License-Identifier: Apache-2.0
//
// What ll_movegen asks and streams, whatever is answered, whenever, and whenever moves are taken. The
// rule of a square: + is asked for; / if + was streamed or does not fit by its colours; \ likewise.
`default_nettype none

module ll_movegen_fv #(
    parameter int LogSize = 3
) (
    input wire clk_i,
    input wire rst_i,
    input wire start_i,
    input wire gen_ready_i,
    input wire try_ready_i,
    input wire rsp_valid_i,
    input wire [3:0] rsp_status_i,
    input wire [3:0] rsp_completed_i,
    input wire [LogSize:0] width_i,
    input wire [LogSize:0] height_i
);
  localparam [LogSize:0] Most = (1 << LogSize) - 2;
  localparam [3:0] Ok = 0;
  localparam [3:0] GameOver = 2;
  localparam [3:0] Colour = 7;
  localparam [3:0] ForcedPlay = 8;
  localparam [3:0] BoardFull = 9;

  wire busy, done, over;
  wire gen_valid;
  wire [LogSize:0] gen_col;
  wire [LogSize:0] gen_row;
  wire [1:0] gen_shape;
  wire [3:0] gen_status;
  wire [3:0] gen_completed;
  wire try_valid;

  ll_movegen #(
      .LogSize(LogSize)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .start_i(start_i),
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

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* if (!started) assume (rst_i);
  wire live = started && !rst_i;

  // ---- what answers: each TRY once, later; the end of the game to the first or to none
  wire ask = live && try_valid && try_ready_i;
  wire give = live && gen_valid && gen_ready_i;
  wire begins = live && start_i && !busy;
  reg due_q = 1'b0;    // an answer is due
  reg any_q = 1'b0;    // one has come since the start
  always @(posedge clk_i) begin
    due_q <= !rst_i && (ask || (due_q && !rsp_valid_i));
    any_q <= !rst_i && !begins && (any_q || (live && rsp_valid_i));
  end
  always @* begin
    assume (!rsp_valid_i || due_q);
    assume (rsp_status_i != GameOver || (rsp_valid_i && !any_q));
    assume (width_i <= Most && height_i <= Most);
  end

  // ---- one square and shape, any: what was asked of it and streamed since the start
  (* anyconst *) reg [LogSize:0] col;
  (* anyconst *) reg [LogSize:0] row;
  (* anyconst *) reg [1:0] shape;
  reg [LogSize:0] width_q, height_q;
  always @(posedge clk_i) begin
    if (begins) begin
      width_q <= width_i;
      height_q <= height_i;
    end
  end
  wire inside = col <= width_q + 1 && row <= height_q + 1;
  wire here = gen_col == col && gen_row == row;

  reg [1:0] asked_q;     // shapes of the square that were asked for
  reg [1:0] streamed_q;  // times that the move was streamed
  reg follows_q;         // the square's next shape is to be asked for
  reg owed_q;            // the move was answered as one that is to be streamed
  reg [3:0] status_q;
  reg [3:0] completed_q;
  wire good = rsp_status_i == Ok || rsp_status_i == ForcedPlay || rsp_status_i == BoardFull;
  always @(posedge clk_i) begin
    if (ask && here) begin
      asked_q <= asked_q + 1;
      follows_q <= 1'b0;
    end
    if (live && rsp_valid_i && here) begin
      follows_q <= (good || rsp_status_i == Colour) && gen_shape != 2;
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
  reg held_q, tried_q;
  reg [2*LogSize+11:0] told_q;
  wire [2*LogSize+11:0] told = {gen_status, gen_completed, gen_row, gen_col, gen_shape};
  always @(posedge clk_i) begin
    held_q <= live && gen_valid && !gen_ready_i;
    tried_q <= live && try_valid && !try_ready_i;
    told_q <= told;
  end

  // The order of squares: what lies before the one at work has been asked for, what lies behind not.
  wire before = row < gen_row || (row == gen_row && col < gen_col);
  wire waits = busy && !try_valid && !gen_valid;

  always @* begin
    if (started && busy) begin
      a_in_box : assert (gen_col <= width_q + 1 && gen_row <= height_q + 1 && gen_shape != 3);
      a_waits : assert (waits == due_q);
      a_before : assert (!inside || (asked_q != 0) == (before || (here && (!try_valid || gen_shape != 0))));
      if (here) begin a_at_work : assert (asked_q == gen_shape + !try_valid && follows_q == (try_valid && asked_q != 0 || gen_valid && gen_shape != 2)); end
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
    c_again : cover (begins && any_q && asked_q == 1);
  end
endmodule
`default_nettype wire
