// SPDX-License-Identifier: Apache-2.0
//
// The move generator: asks ll_turn to TRY every shape on every square of the box and
// of the ring around it, and streams those that fit, with their status. The
// rows are visited from top to bottom, each from left to right, the shapes in the
// order +, /, \. Every move is streamed once. With only_i, there is but one square, of the box or
// the ring.
//
// Latency:    the first move after 5 clock cycles at the earliest.
// Throughput: a move in the time that ll_turn needs to TRY it, and 3 clock
//             cycles for every shape that does not fit; a square that holds a tile
//             or touches none costs 3.
// Handshake:  start_i is taken while busy_o is low. Moves pass when gen_valid_o
//             and gen_ready_i are high. done_o is high for one cycle, the last in which
//             busy_o is high; over_o is then high if the game had ended.
// Reset:      synchronous; a running generation is dropped.
//
// Parameters
//   LogSize   binary logarithm of the board's columns and rows, 2 to 8
`default_nettype none

module ll_movegen #(
    parameter int LogSize = 5
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             start_i,
    input  logic             only_i,   // with start_i: the square at col_i and row_i
    input  logic [LogSize:0] col_i,
    input  logic [LogSize:0] row_i,
    output logic             busy_o,
    output logic             done_o,
    output logic             over_o,
    // the moves
    output logic             gen_valid_o,
    input  logic             gen_ready_i,
    output logic [LogSize:0] gen_col_o,
    output logic [LogSize:0] gen_row_o,
    output logic [      1:0] gen_shape_o,
    output logic [      3:0] gen_status_o,
    output logic [      3:0] gen_completed_o,
    // to ll_turn: TRY of the move above
    output logic             try_valid_o,
    input  logic             try_ready_i,
    input  logic             rsp_valid_i,
    input  logic [      3:0] rsp_status_i,
    input  logic [      3:0] rsp_completed_i,
    input  logic [LogSize:0] width_i,
    input  logic [LogSize:0] height_i
);
  if (LogSize < 2 || LogSize > 8) begin : gen_check_size
    ll_movegen_LogSize_must_be_2_to_8 u_error ();
  end

  localparam logic [LogSize:0] One = 1;

  typedef enum logic [1:0] {
    StIdle,
    StAsk,   // offers the move to ll_turn
    StWait,  // for the answer
    StGive   // offers the move to the reader
  } state_e;

  logic [1:0] state_q;
  logic [LogSize:0] width_q, height_q;  // of the box; a TRY moves that of ll_turn
  logic [LogSize:0] col_q, row_q;
  logic [1:0] shape_q;
  logic [3:0] status_q, completed_q;
  logic only_q;
  logic streamed, same_square, last_col, last_row, step, last;

  // Of the move whose answer has come: is it for the reader, and may another shape
  // fit its square?
  assign streamed = rsp_status_i == ll_trax_pkg::Ok || rsp_status_i == ll_trax_pkg::ForcedPlay ||
                    rsp_status_i == ll_trax_pkg::BoardFull;
  assign same_square = (state_q == StGive || rsp_status_i == ll_trax_pkg::Colour) && !shape_q[1];
  assign last_col = col_q == width_q + One;
  assign last_row = row_q == height_q + One;
  assign step = (state_q == StWait && rsp_valid_i && !streamed) || (state_q == StGive && gen_ready_i);
  assign last = (((last_col && last_row) || only_q) && !same_square) || (state_q == StWait && over_o);

  assign busy_o = state_q != StIdle;
  assign done_o = step && last;
  assign over_o = rsp_status_i == ll_trax_pkg::GameOver;
  assign try_valid_o = state_q == StAsk;
  assign gen_valid_o = state_q == StGive;
  assign gen_col_o = col_q;
  assign gen_row_o = row_q;
  assign gen_shape_o = shape_q;
  assign gen_status_o = status_q;
  assign gen_completed_o = completed_q;

  always_ff @(posedge clk_i) begin
    case (state_q)
      StIdle: begin
        width_q <= width_i;
        height_q <= height_i;
        only_q <= only_i;
        col_q <= only_i ? col_i : {(LogSize + 1) {1'b0}};
        row_q <= only_i ? row_i : {(LogSize + 1) {1'b0}};
        shape_q <= 2'd0;
        if (start_i) state_q <= StAsk;
      end
      StAsk: if (try_ready_i) state_q <= StWait;
      StWait: begin
        status_q <= rsp_status_i;
        completed_q <= rsp_completed_i;
        if (rsp_valid_i && streamed) state_q <= StGive;
      end
      default: ;
    endcase

    if (step) begin
      state_q <= last ? StIdle : StAsk;
      if (same_square) begin
        shape_q <= shape_q + 2'd1;
      end else begin
        shape_q <= 2'd0;
        col_q <= last_col ? {(LogSize + 1) {1'b0}} : col_q + One;
        if (last_col) row_q <= row_q + One;
      end
    end

    if (rst_i) state_q <= StIdle;
  end
endmodule

`default_nettype wire
