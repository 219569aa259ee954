// SPDX-License-Identifier: Apache-2.0
//
// The player's side of the protocol of Kakomimasu: its name for each opening, and an answer for each turn.
//
// Handshake:  characters and ends of lines pass at char_* and answer_* in a cycle in which valid and
//             ready are high, as at the player port of ll_serial_shell. Outputs hold until they
//             pass. It accepts every line; an opening or a turn of which a part comes before the last
//             answer has passed is dropped.
// Latency:    that of ll_kakomimasu_plan, and a few clock cycles.
// Throughput: a question at a time.
// Reset:      synchronous, for one cycle at least; the opening is forgotten.
`default_nettype none

module ll_kakomimasu_player (
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
  logic named, ask, quarter;
  logic [15:0] turn;
  logic [1:0] first, me;
  logic [5:0] width, height;
  logic [2:0] players;
  logic [4:0] agents;
  logic [11:0] write_cell;
  logic write_points, write_tiles, write_agents, write_off;
  logic signed [7:0] write_point;
  logic [2:0] write_tile;
  logic [6:0] write_agent;

  logic name_q;  // the name is due
  logic plan_busy, plan_valid, answered;
  logic [1:0] kind;
  logic [4:0] agent;
  logic [5:0] x, y;

  assign char_ready_o = 1'b1;
  assign busy_o = plan_busy || name_q;

  ll_kakomimasu_line line (
      .clk_i,
      .rst_i,
      .char_valid_i,
      .char_i,
      .eol_i,
      .bad_i,
      .drop_i        (ask || named || busy_o),
      .named_o       (named),
      .width_o       (width),
      .height_o      (height),
      .players_o     (players),
      .agents_o      (agents),
      .me_o          (me),
      .ask_o         (ask),
      .turn_o        (turn),
      .first_o       (first),
      .quarter_o     (quarter),
      .write_cell_o  (write_cell),
      .write_points_o(write_points),
      .write_point_o (write_point),
      .write_tiles_o (write_tiles),
      .write_tile_o  (write_tile),
      .write_agents_o(write_agents),
      .write_agent_o (write_agent),
      .write_off_o   (write_off)
  );

  ll_kakomimasu_plan plan (
      .clk_i,
      .rst_i,
      .write_cell_i  (write_cell),
      .write_points_i(write_points),
      .write_point_i (write_point),
      .write_tiles_i (write_tiles),
      .write_tile_i  (write_tile),
      .write_agents_i(write_agents),
      .write_agent_i (write_agent),
      .write_off_i   (write_off),
      .go_i          (ask),
      .quarter_i     (quarter),
      .width_i       (width),
      .height_i      (height),
      .players_i     (players),
      .agents_i      (agents),
      .me_i          (me),
      .busy_o        (plan_busy),
      .valid_o       (plan_valid),
      .ready_i       (answered && !name_q),
      .kind_o        (kind),
      .agent_o       (agent),
      .x_o           (x),
      .y_o           (y)
  );

  ll_kakomimasu_answer answer (
      .clk_i,
      .rst_i,
      .valid_i(plan_valid || name_q),
      .ready_o(answered),
      .name_i (name_q),
      .turn_i (turn),
      .first_i(first),
      .kind_i (kind),
      .agent_i(agent),
      .x_i    (x),
      .y_i    (y),
      .answer_valid_o,
      .answer_ready_i,
      .answer_char_o,
      .answer_eol_o
  );

  always_ff @(posedge clk_i) begin
    if (answered) name_q <= 1'b0;
    if (named) name_q <= 1'b1;
    if (rst_i) name_q <= 1'b0;
  end
endmodule

`default_nettype wire
