// SPDX-License-Identifier: Apache-2.0
//
// The moves that GEN streams, of any core with the ports of docs/rtl-interface.md. Before the proof
// begins a reset, the opening of a game and a GEN, with a taker that is not always ready, are
// simulated. Then any move is tried: it was streamed once, with the answer of TRY, if it fits, and
// not at all if it does not.
`default_nettype none

module ll_core_gen_fv #(
    parameter int LogSize = 3,
    parameter int Opening = 0,  // see ll_opening_fv
    parameter int Start = 6000  // cycles that are simulated
) (
    input wire clk_i,
    input wire [LogSize:0] col_i,
    input wire [LogSize:0] row_i,
    input wire [1:0] shape_i
);
  localparam integer MoveWidth = 2 * LogSize + 4;

  reg [15:0] age_q = 0;
  always @(posedge clk_i) if (age_q != Start) age_q <= age_q + 1;
  wire reset = age_q < 2;
  wire live = age_q == Start;

  // ---- the opening, GEN, and then one TRY
  wire ready;
  reg [4:0] ply_q = 0;
  reg asked_q = 0;
  reg tried_q = 0;
  wire [4:0] plies;
  wire [3:0] opening_col;
  wire [3:0] opening_row;
  wire [1:0] opening_shape;

  ll_opening_fv #(
      .Opening(Opening)
  ) opening (
      .ply_i(ply_q),
      .plies_o(plies),
      .col_o(opening_col),
      .row_o(opening_row),
      .shape_o(opening_shape)
  );

  wire opened = ply_q == plies;
  wire valid = live ? !tried_q : !reset && !(opened && asked_q);
  always @(posedge clk_i) begin
    if (valid && ready) begin
      if (live) tried_q <= 1;
      else if (opened) asked_q <= 1;
      else ply_q <= ply_q + 1;
    end
  end

  // A move that is tried holds until it passes.
  reg waited_q = 0;
  reg [LogSize:0] col_q, row_q;
  reg [1:0] shape_q;
  always @(posedge clk_i) begin
    waited_q <= live && !(tried_q || ready);
    if (live && !tried_q) begin
      col_q <= col_i;
      row_q <= row_i;
      shape_q <= shape_i;
    end
  end
  always @* if (waited_q) assume (col_i == col_q && row_i == row_q && shape_i == shape_q);

  wire answer;
  wire [3:0] status;
  wire [3:0] completed;
  wire gen_valid;
  wire gen_ready = age_q[0] ^ age_q[3];
  wire [LogSize:0] gen_col;
  wire [LogSize:0] gen_row;
  wire [1:0] gen_shape;
  wire [3:0] gen_status;
  wire [3:0] gen_completed;
  wire [LogSize:0] width;
  wire [LogSize:0] height;
  wire [2*LogSize:0] tiles;
  wire red;
  wire over;
  wire winner;
  wire trace;
  wire undone;
  wire forced;
  wire [LogSize-1:0] x;
  wire [LogSize-1:0] y;
  wire [3:0] tile;
  wire [LogSize-1:0] origin_x;
  wire [LogSize-1:0] origin_y;

  ll_core #(
      .LogSize(LogSize)
  ) dut (
      .clk_i(clk_i),
      .rst_i(reset),
      .cmd_valid_i(valid),
      .cmd_ready_o(ready),
      .cmd_op_i(live ? 3'd3 : opened ? 3'd4 : 3'd1),
      .cmd_col_i(live ? col_i : opening_col),
      .cmd_row_i(live ? row_i : opening_row),
      .cmd_shape_i(live ? shape_i : opening_shape),
      .rsp_valid_o(answer),
      .rsp_status_o(status),
      .rsp_completed_o(completed),
      .gen_valid_o(gen_valid),
      .gen_ready_i(gen_ready),
      .gen_col_o(gen_col),
      .gen_row_o(gen_row),
      .gen_shape_o(gen_shape),
      .gen_status_o(gen_status),
      .gen_completed_o(gen_completed),
      .width_o(width),
      .height_o(height),
      .tiles_o(tiles),
      .red_o(red),
      .over_o(over),
      .winner_o(winner),
      .trace_valid_o(trace),
      .trace_undo_o(undone),
      .trace_forced_o(forced),
      .trace_x_o(x),
      .trace_y_o(y),
      .trace_tile_o(tile),
      .origin_x_o(origin_x),
      .origin_y_o(origin_y)
  );

  // ---- what was streamed: for each move whether, and with what answer
  reg [8:0] streamed[0:(1<<MoveWidth)-1];
  integer i;
  initial for (i = 0; i < (1 << MoveWidth); i = i + 1) streamed[i] = 9'd0;
  wire [MoveWidth-1:0] move = {gen_row, gen_col, gen_shape};
  wire pass = !reset && !live && gen_valid && gen_ready;
  reg twice_q = 0;
  reg ended_q = 0;  // GEN has answered ok, and every move of the opening before it
  reg refused_q = 0;
  always @(posedge clk_i) begin
    if (pass) begin
      streamed[move] <= {1'b1, gen_status, gen_completed};
      if (streamed[move][8]) twice_q <= 1;
    end
    if (!reset && !live && answer) begin
      if (status != 0) refused_q <= 1;
      if (asked_q) ended_q <= 1;
    end
  end

  wire [8:0] told = streamed[{row_q, col_q, shape_q}];
  wire answered = live && tried_q && answer;
  wire [3:0] Ok = 0;
  wire [3:0] ForcedPlay = 8;
  wire [3:0] BoardFull = 9;

  always @* begin
    if (live) begin
      a_ended : assert (ended_q && !refused_q);
      a_once : assert (!twice_q);
    end
    if (answered && told[8]) begin
      a_same : assert (told[7:4] == status && told[3:0] == completed);
    end
    if (answered && !told[8]) begin
      a_none : assert (status != Ok && status != ForcedPlay && status != BoardFull);
    end
    if (live && tried_q && ready) begin a_quiet : assert (!gen_valid); end
    c_legal : cover (answered && status == Ok);
    c_illegal : cover (answered && status != Ok && !told[8]);
  end
endmodule
`default_nettype wire
