// SPDX-License-Identifier: Apache-2.0
//
// A searching core: ll_turn, and ll_search, which owns it while it runs.
//
//     player's NEW, PLAY ----+--> ll_turn
//     run -----> ll_search --+
//
// Handshake:  NEW and PLAY as in docs/rtl-interface.md while idle_o is high; the search as in
//             ll_search. While idle_o is low rsp_valid_o also answers the search's commands.
// Latency, throughput: those of ll_turn and ll_search.
// Reset:      synchronous; cmd_ready_o is then low for 4 * 4^LogSize clock cycles.
//
// Parameters: as in ll_search.
`default_nettype none

module ll_search_core #(
    parameter int LogSize = 5,
    parameter int ListDepth = 10,
    parameter int PlyDepth = 4,
    parameter int Depth = 15,
    parameter int BudgetCycles = 10_000_000,
    parameter bit Windows = 1'b0
) (
    input  logic             clk_i,
    input  logic             rst_i,
    // command
    input  logic             cmd_valid_i,
    output logic             cmd_ready_o,
    input  logic [1:0]       cmd_op_i,     // 0 NEW, 1 PLAY
    input  logic [LogSize:0] cmd_col_i,
    input  logic [LogSize:0] cmd_row_i,
    input  logic [1:0]       cmd_shape_i,
    // answer
    output logic             rsp_valid_o,
    output logic [3:0]       rsp_status_o,
    // weights, as in ll_search
    input  logic             weights_i,
    input  logic             load_i,
    input  logic [16:0]      load_address_i,
    input  logic [15:0]      load_data_i,
    // search
    input  logic             run_i,
    output logic             idle_o,
    output logic             done_o,
    output logic             found_o,
    output logic [LogSize:0] col_o,
    output logic [LogSize:0] row_o,
    output logic [1:0]       shape_o,
    output logic [23:0]      nodes_o
);
  logic search_valid, red, see, look_valid, look_empty;
  logic [1:0] search_op;
  logic [3:0] completed;
  logic [LogSize:0] width, height;
  logic [LogSize-1:0] origin_x, origin_y;
  logic [2*LogSize-1:0] see_square, look_square;
  logic [8*LogSize+15:0] look_words;

  // Outputs that neither player nor search uses.
  logic [2*LogSize:0] unused_tiles;
  logic unused_over, unused_winner, unused_trace, unused_undo, unused_forced;
  logic [LogSize-1:0] unused_x, unused_y;
  logic [3:0] unused_tile;

  ll_search #(
      .LogSize(LogSize),
      .ListDepth(ListDepth),
      .PlyDepth(PlyDepth),
      .Depth(Depth),
      .BudgetCycles(BudgetCycles),
      .Windows(Windows)
  ) search (
      .clk_i,
      .rst_i,
      .weights_i,
      .load_i,
      .load_address_i,
      .load_data_i,
      .run_i,
      .idle_o,
      .done_o,
      .found_o,
      .cmd_valid_o(search_valid),
      .cmd_ready_i(cmd_ready_o),
      .cmd_op_o(search_op),
      .col_o,
      .row_o,
      .shape_o,
      .rsp_valid_i(rsp_valid_o),
      .rsp_status_i(rsp_status_o),
      .rsp_completed_i(completed),
      .width_i(width),
      .height_i(height),
      .red_i(red),
      .origin_x_i(origin_x),
      .origin_y_i(origin_y),
      .see_o(see),
      .see_square_o(see_square),
      .look_valid_i(look_valid),
      .look_empty_i(look_empty),
      .look_square_i(look_square),
      .look_words_i(look_words),
      .nodes_o
  );

  ll_turn #(
      .LogSize(LogSize)
  ) turn (
      .clk_i,
      .rst_i,
      .cmd_valid_i(idle_o ? cmd_valid_i : search_valid),
      .cmd_ready_o,
      .cmd_op_i(idle_o ? cmd_op_i : search_op),
      .cmd_col_i(idle_o ? cmd_col_i : col_o),
      .cmd_row_i(idle_o ? cmd_row_i : row_o),
      .cmd_shape_i(idle_o ? cmd_shape_i : shape_o),
      .rsp_valid_o,
      .rsp_status_o,
      .rsp_completed_o(completed),
      .width_o(width),
      .height_o(height),
      .tiles_o(unused_tiles),
      .red_o(red),
      .over_o(unused_over),
      .winner_o(unused_winner),
      .trace_valid_o(unused_trace),
      .trace_undo_o(unused_undo),
      .trace_forced_o(unused_forced),
      .trace_x_o(unused_x),
      .trace_y_o(unused_y),
      .trace_tile_o(unused_tile),
      .origin_x_o(origin_x),
      .origin_y_o(origin_y),
      .see_i(see),
      .see_square_i(see_square),
      .look_valid_o(look_valid),
      .look_empty_o(look_empty),
      .look_square_o(look_square),
      .look_words_o(look_words)
  );
endmodule

`default_nettype wire
