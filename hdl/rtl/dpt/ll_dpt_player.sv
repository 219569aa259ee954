// SPDX-License-Identifier: Apache-2.0
//
// The player's side of the protocol of DPT: an answer for each question, in which the first agent acts.
// On a field of more than 16 columns or rows, or without an agent, it answers the turn alone.
//
// Handshake:  characters and ends of lines pass at char_* and answer_* in a cycle in which valid and
//             ready are high, as at the player port of ll_serial_shell. Outputs hold until they
//             pass. It accepts every line; a question of which a part comes before the answer to the
//             last one has passed is dropped.
// Latency:    that of ll_dpt_plan, and a few clock cycles.
// Throughput: a question at a time.
// Reset:      synchronous, for one cycle at least.
`default_nettype none

module ll_dpt_player (
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
    output logic       busy_o           // it plans or answers
);
  logic ask, fits, own, other, write;
  logic [15:0] turn;
  logic [1:0] first;
  logic [2:0] rotation;
  logic [9:0] left;
  logic [4:0] width, height;
  logic [3:0] own_x, own_y, other_x, other_y;
  logic [7:0] write_cell;
  logic [1:0] write_tile;

  logic bare_q;  // an answer without an action is due
  logic plan_busy, plan_valid, answered;
  logic [1:0] kind;
  logic signed [1:0] dx, dy;

  assign char_ready_o = 1'b1;
  assign busy_o = plan_busy || bare_q;

  ll_dpt_line line (
      .clk_i,
      .rst_i,
      .char_valid_i,
      .char_i,
      .eol_i,
      .bad_i,
      .drop_i      (ask || busy_o),
      .ask_o       (ask),
      .turn_o      (turn),
      .first_o     (first),
      .rotation_o  (rotation),
      .left_o      (left),
      .fits_o     (fits),
      .width_o     (width),
      .height_o    (height),
      .own_o       (own),
      .own_x_o     (own_x),
      .own_y_o     (own_y),
      .other_o     (other),
      .other_x_o   (other_x),
      .other_y_o   (other_y),
      .write_o     (write),
      .write_cell_o(write_cell),
      .write_tile_o(write_tile)
  );

  ll_dpt_plan plan (
      .clk_i,
      .rst_i,
      .write_i     (write),
      .write_cell_i(write_cell),
      .write_tile_i(write_tile),
      .go_i        (ask && fits && own),
      .left_i      (left),
      .rotation_i  (rotation),
      .width_i     (width),
      .height_i    (height),
      .own_x_i     (own_x),
      .own_y_i     (own_y),
      .other_i     (other),
      .other_x_i   (other_x),
      .other_y_i   (other_y),
      .busy_o      (plan_busy),
      .valid_o     (plan_valid),
      .ready_i     (answered),
      .kind_o      (kind),
      .dx_o        (dx),
      .dy_o        (dy)
  );

  ll_dpt_answer answer (
      .clk_i,
      .rst_i,
      .valid_i (plan_valid || bare_q),
      .ready_o (answered),
      .turn_i  (turn),
      .first_i (first),
      .act_i   (!bare_q),
      .kind_i  (kind),
      .dx_i    (dx),
      .dy_i    (dy),
      .answer_valid_o,
      .answer_ready_i,
      .answer_char_o,
      .answer_eol_o
  );

  always_ff @(posedge clk_i) begin
    if (answered) bare_q <= 1'b0;
    if (ask && !(fits && own)) bare_q <= 1'b1;
    if (rst_i) bare_q <= 1'b0;
  end
endmodule

`default_nettype wire
