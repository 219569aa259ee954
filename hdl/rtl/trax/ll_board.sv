// SPDX-License-Identifier: Apache-2.0
//
// A whole contest board: plays Trax over a serial line, as docs/protocol.md has it. The serial
// line is ll_serial_shell's, which knows no game.
//
//   rx ---> ll_serial_shell ---> ll_player <---> ll_chooser <---> ll_core
//   tx <---                 <---
//
// Handshake:  none; by its lines.
// Latency:    an answer's first bit follows the question's last stop bit by at most
//             BudgetCycles and a few hundred thousand clock cycles; see ll_chooser.
// Throughput: a question at a time.
// Reset:      synchronous, for one cycle at least. It answers from the first start bit
//             on; the core is ready 4 * 4^LogSize cycles later.
//
// Parameters
//   ClockHz, Baud  see ll_serial_shell
//   LogSize        binary logarithm of the board's columns and rows, 3 to 8
//   TeamCode       two characters, printable, no space, the first no hyphen
//   ListDepth, BudgetCycles, Seed   see ll_chooser
`default_nettype none

module ll_board #(
    parameter int ClockHz = 12_000_000,
    parameter int Baud = 115_200,
    parameter int LogSize = 5,
    parameter logic [15:0] TeamCode = "LL",
    parameter int ListDepth = 9,
    parameter int BudgetCycles = ClockHz / 2,
    parameter logic [15:0] Seed = 16'd1
) (
    input  logic clk_i,
    input  logic rst_i,
    // serial line
    input  logic rx_i,
    output logic tx_o,
    // it has something to do: work out a move, play one, make the core empty, send a line
    output logic busy_o
);
  localparam int MaxLine = 16;  // characters of the longest line worth reading

  // The lines of the host, and the answers.
  logic char_valid, char_ready, eol, bad;
  logic [7:0] char;
  logic answer_valid, answer_ready, answer_eol;
  logic [7:0] answer_char;

  ll_serial_shell #(
      .ClockHz  (ClockHz),
      .Baud     (Baud),
      .MaxLength(MaxLine)
  ) shell (
      .clk_i,
      .rst_i,
      .rx_i,
      .tx_o,
      .char_valid_o  (char_valid),
      .char_ready_i  (char_ready),
      .char_o        (char),
      .eol_o         (eol),
      .bad_o         (bad),
      .answer_valid_i(answer_valid),
      .answer_ready_o(answer_ready),
      .answer_char_i (answer_char),
      .answer_eol_i  (answer_eol)
  );

  // Player and core.
  logic cmd_ready, rsp_valid, gen_valid, red_to_move;
  logic [LogSize:0] gen_col, gen_row;
  logic [1:0] gen_shape;
  logic [3:0] rsp_status, gen_status, gen_completed;
  logic [2*LogSize:0] tiles;

  // The core belongs to the chooser until it is idle.
  logic run, idle, done, found, player_valid, chooser_valid;
  logic [2:0] player_op, chooser_op;
  logic [LogSize:0] player_col, player_row, own_col, own_row;
  logic [1:0] player_shape, own_shape;

  // What a player has no use for.
  logic [3:0] unused_completed, unused_tile;
  logic [LogSize:0] unused_width, unused_height;
  logic unused_over, unused_winner, unused_trace, unused_undo, unused_forced;
  logic [LogSize-1:0] unused_x, unused_y, unused_origin_x, unused_origin_y;

  ll_player #(
      .LogSize(LogSize),
      .TeamCode(TeamCode)
  ) player (
      .clk_i,
      .rst_i,
      .char_valid_i   (char_valid),
      .char_ready_o   (char_ready),
      .char_i         (char),
      .eol_i          (eol),
      .bad_i          (bad),
      .answer_valid_o (answer_valid),
      .answer_ready_i (answer_ready),
      .answer_char_o  (answer_char),
      .answer_eol_o   (answer_eol),
      .run_o          (run),
      .chooser_idle_i (idle),
      .chooser_done_i (done),
      .chooser_found_i(found),
      .own_col_i      (own_col),
      .own_row_i      (own_row),
      .own_shape_i    (own_shape),
      .cmd_valid_o    (player_valid),
      .cmd_ready_i    (cmd_ready),
      .cmd_op_o       (player_op),
      .cmd_col_o      (player_col),
      .cmd_row_o      (player_row),
      .cmd_shape_o    (player_shape),
      .rsp_valid_i    (rsp_valid),
      .rsp_status_i   (rsp_status),
      .busy_o         (busy_o)
  );

  ll_chooser #(
      .LogSize(LogSize),
      .ListDepth(ListDepth),
      .BudgetCycles(BudgetCycles),
      .Seed(Seed)
  ) chooser (
      .clk_i,
      .rst_i,
      .run_i          (run),
      .idle_o         (idle),
      .done_o         (done),
      .found_o        (found),
      .col_o          (own_col),
      .row_o          (own_row),
      .shape_o        (own_shape),
      .cmd_valid_o    (chooser_valid),
      .cmd_ready_i    (cmd_ready),
      .cmd_op_o       (chooser_op),
      .rsp_valid_i    (rsp_valid),
      .gen_valid_i    (gen_valid),
      .gen_col_i      (gen_col),
      .gen_row_i      (gen_row),
      .gen_shape_i    (gen_shape),
      .gen_status_i   (gen_status),
      .gen_completed_i(gen_completed),
      .tiles_i        (tiles),
      .red_i          (red_to_move)
  );

  ll_core #(
      .LogSize(LogSize)
  ) core (
      .clk_i,
      .rst_i,
      .cmd_valid_i    (idle ? player_valid : chooser_valid),
      .cmd_ready_o    (cmd_ready),
      .cmd_op_i       (idle ? player_op : chooser_op),
      .cmd_col_i      (idle ? player_col : own_col),
      .cmd_row_i      (idle ? player_row : own_row),
      .cmd_shape_i    (idle ? player_shape : own_shape),
      .rsp_valid_o    (rsp_valid),
      .rsp_status_o   (rsp_status),
      .rsp_completed_o(unused_completed),
      .gen_valid_o    (gen_valid),
      .gen_ready_i    (1'b1),
      .gen_col_o      (gen_col),
      .gen_row_o      (gen_row),
      .gen_shape_o    (gen_shape),
      .gen_status_o   (gen_status),
      .gen_completed_o(gen_completed),
      .width_o        (unused_width),
      .height_o       (unused_height),
      .tiles_o        (tiles),
      .red_o          (red_to_move),
      .over_o         (unused_over),
      .winner_o       (unused_winner),
      .trace_valid_o  (unused_trace),
      .trace_undo_o   (unused_undo),
      .trace_forced_o (unused_forced),
      .trace_x_o      (unused_x),
      .trace_y_o      (unused_y),
      .trace_tile_o   (unused_tile),
      .origin_x_o     (unused_origin_x),
      .origin_y_o     (unused_origin_y)
  );
endmodule

`default_nettype wire
