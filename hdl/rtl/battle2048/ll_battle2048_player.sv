// SPDX-License-Identifier: Apache-2.0
//
// The player's side of the protocol of 2048 versus: the start cell for 0 and 1, an answer for the
// eleven lines of a turn.
//
// Handshake:  characters and ends of lines pass at char_* and answer_* in a cycle in which valid and
//             ready are high, as at the player port of ll_serial_shell. Outputs hold until they
//             pass. It accepts every line; one that comes before the answer to the last question
//             has passed is dropped.
// Latency:    that of ll_battle2048_search for a turn; 3 clock cycles for the start cell.
// Throughput: a question at a time.
// Reset:      synchronous, for one cycle at least.
//
// Parameters
//   TickCycles   see ll_battle2048_search
`default_nettype none

module ll_battle2048_player #(
    parameter int TickCycles = 93
) (
    input  logic       clk_i,
    input  logic       rst_i,
    // the host's lines
    input  logic       char_valid_i,
    output logic       char_ready_o,
    input  logic [7:0] char_i,
    input  logic       eol_i,
    input  logic       bad_i,
    // and the answers
    output logic       answer_valid_o,
    input  logic       answer_ready_i,
    output logic [7:0] answer_char_o,
    output logic       answer_eol_o,
    output logic       busy_o           // it searches
);
  logic start, ask, write, write_other, idle;
  logic [12:0] ticks;
  logic [4:0] write_cell, write_tile;

  assign char_ready_o = 1'b1;

  ll_battle2048_line line (
      .clk_i,
      .rst_i,
      .char_valid_i,
      .char_i,
      .eol_i,
      .bad_i,
      .drop_i       (start || ask || busy_o || !idle),
      .start_o      (start),
      .ask_o        (ask),
      .ticks_o      (ticks),
      .write_o      (write),
      .write_other_o(write_other),
      .write_cell_o (write_cell),
      .write_tile_o (write_tile)
  );

  logic tile_valid, tile_ready, last;
  logic [1:0] direction;
  logic [2:0] split, row, column;
  logic [3:0] exponent, depth;
  logic [23:0] nodes;
  logic unused;
  assign unused = ^{depth, nodes};

  ll_battle2048_search #(
      .TickCycles(TickCycles)
  ) search (
      .clk_i,
      .rst_i,
      .write_i      (write),
      .write_other_i(write_other),
      .write_cell_i (write_cell),
      .write_tile_i (write_tile),
      .go_i         (ask),
      .ticks_i      (ticks),
      .busy_o,
      .tile_valid_o (tile_valid),
      .tile_ready_i (tile_ready),
      .last_o       (last),
      .direction_o  (direction),
      .split_o      (split),
      .exponent_o   (exponent),
      .row_o        (row),
      .column_o     (column),
      .depth_o      (depth),
      .nodes_o      (nodes)
  );

  ll_battle2048_answer answer (
      .clk_i,
      .rst_i,
      .start_i     (start),
      .idle_o      (idle),
      .tile_valid_i(tile_valid),
      .tile_ready_o(tile_ready),
      .last_i      (last),
      .direction_i (direction),
      .split_i     (split),
      .exponent_i  (exponent),
      .row_i       (row),
      .column_i    (column),
      .answer_valid_o,
      .answer_ready_i,
      .answer_char_o,
      .answer_eol_o
  );
endmodule

`default_nettype wire
