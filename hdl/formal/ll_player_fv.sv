// SPDX-License-Identifier: Apache-2.0
//
// What ll_player sends and commands, whatever the host says and the core answers, at any time: whole
// lines, the team code or the move that was last played, and commands one at a time. On a board this
// small a column is one letter and a row one digit or two.
`default_nettype none

module ll_player_fv #(
    parameter int LogSize = 3
) (
    input logic clk_i,
    input logic rst_i,
    input logic char_valid_i,
    input logic [7:0] char_i,
    input logic eol_i,
    input logic bad_i,
    input logic answer_ready_i,
    input logic cmd_ready_i,
    input logic rsp_valid_i,
    input logic [3:0] rsp_status_i
);
  logic char_ready;
  logic answer_valid;
  logic [7:0] answer;
  logic answer_eol;
  logic cmd_valid;
  logic [2:0] op;
  logic [LogSize:0] col;
  logic [LogSize:0] row;
  logic [1:0] shape;
  logic busy;
  logic [LogSize:0] none;
  assign none = 0;
  logic [2*LogSize:0] no_tiles;
  assign no_tiles = 0;

  // The core belongs to the chooser until it is idle.
  logic run, idle, done, found, player_valid, chooser_valid;
  logic [2:0] player_op, chooser_op;
  logic [LogSize:0] player_col, player_row, own_col, own_row;
  logic [1:0] player_shape, own_shape;
  assign cmd_valid = idle ? player_valid : chooser_valid;
  assign op = idle ? player_op : chooser_op;
  assign col = idle ? player_col : own_col;
  assign row = idle ? player_row : own_row;
  assign shape = idle ? player_shape : own_shape;

  ll_player #(
      .LogSize(LogSize),
      .TeamCode("Z!")  // no column, no row
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .char_valid_i(char_valid_i),
      .char_ready_o(char_ready),
      .char_i(char_i),
      .eol_i(eol_i),
      .bad_i(bad_i),
      .answer_valid_o(answer_valid),
      .answer_ready_i(answer_ready_i),
      .answer_char_o(answer),
      .answer_eol_o(answer_eol),
      .run_o(run),
      .chooser_idle_i(idle),
      .chooser_done_i(done),
      .chooser_found_i(found),
      .own_col_i(own_col),
      .own_row_i(own_row),
      .own_shape_i(own_shape),
      .cmd_valid_o(player_valid),
      .cmd_ready_i(cmd_ready_i),
      .cmd_op_o(player_op),
      .cmd_col_o(player_col),
      .cmd_row_o(player_row),
      .cmd_shape_o(player_shape),
      .rsp_valid_i(rsp_valid_i),
      .rsp_status_i(rsp_status_i),
      .busy_o(busy)
  );

  ll_chooser #(
      .LogSize(LogSize)
  ) chooser (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .run_i(run),
      .idle_o(idle),
      .done_o(done),
      .found_o(found),
      .col_o(own_col),
      .row_o(own_row),
      .shape_o(own_shape),
      .cmd_valid_o(chooser_valid),
      .cmd_ready_i(cmd_ready_i),
      .cmd_op_o(chooser_op),
      .rsp_valid_i(rsp_valid_i),
      .gen_valid_i(1'b0),
      .gen_col_i(none),
      .gen_row_i(none),
      .gen_shape_i(2'd0),
      .gen_status_i(4'd0),
      .gen_completed_i(4'd0),
      .tiles_i(no_tiles),
      .red_i(1'b0)
  );
  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);
  logic live;
  assign live = started && !rst_i;

  // ---- the core: an answer to each command, later
  logic pass;
  assign pass = live && cmd_valid && cmd_ready_i;
  logic due_q = 1'b0;
  logic [2:0] op_q;
  logic [LogSize:0] col_q, row_q;
  logic [1:0] shape_q;
  logic own_q = 1'b0;  // the last command that was answered was a PLAY
  always_ff @(posedge clk_i) begin
    due_q <= !rst_i && (pass || (due_q && !rsp_valid_i));
    if (pass) begin
      op_q <= op;
      col_q <= col;
      row_q <= row;
      shape_q <= shape;
    end
    own_q <= !rst_i && !pass && (own_q || (due_q && rsp_valid_i && op_q == ll_trax_pkg::OpPlay));
  end
  always_comb begin
    assume (!rsp_valid_i || due_q);
    assume (!cmd_ready_i || !due_q || rsp_valid_i);
  end

  // ---- the line that is sent
  localparam logic [2:0] AtStart = 0;
  localparam logic [2:0] AtRow = 1;     // behind the column
  localparam logic [2:0] AtShape = 2;   // behind a digit of the row
  localparam logic [2:0] AtCode = 3;    // after the first character of the team code
  localparam logic [2:0] AtEnd = 4;     // an end of line is due
  logic [2:0] at_q;
  logic [7:0] number_q;
  logic send;
  assign send = live && answer_valid && answer_ready_i;
  logic digit;
  assign digit = answer >= "0" && answer <= "9";
  logic letter;
  assign letter = answer >= "@" && answer <= "O";
  logic code;
  assign code = answer == "Z";
  logic sign;
  assign sign = answer == "+" || answer == "/" || answer == 8'h5c;
  always_ff @(posedge clk_i) begin
    if (send) begin
      case (at_q)
        AtStart: at_q <= code ? AtCode : AtRow;
        AtRow: at_q <= AtShape;
        AtShape: if (sign) at_q <= AtEnd;
        AtCode: at_q <= AtEnd;
        default: at_q <= AtStart;
      endcase
      number_q <= at_q == AtRow ? answer[3:0] : 10 * number_q + answer[3:0];
    end
    if (rst_i) at_q <= AtStart;
  end

  // ---- a cycle ago
  logic held_q, waited_q;
  logic [7:0] was_char_q;
  logic was_eol_q;
  logic [2*LogSize+6:0] was_command_q;
  logic [2*LogSize+6:0] command;
  assign command = op == ll_trax_pkg::OpPlay ? {op, col, row, shape} : op;
  always_ff @(posedge clk_i) begin
    held_q <= live && answer_valid && !answer_ready_i;
    was_char_q <= answer;
    was_eol_q <= answer_eol;
    waited_q <= live && cmd_valid && !cmd_ready_i;
    was_command_q <= command;
  end

  always_comb begin
    if (live) begin
      // A character holds until it passes. A command does not change, but a new question may call it off.
      if (held_q) begin
        a_char_held : assert (answer_valid && answer_eol == was_eol_q && (answer_eol || answer == was_char_q));
      end
      if (waited_q && cmd_valid) begin a_command_held : assert (command == was_command_q); end
      if (cmd_valid) begin a_alone : assert (!due_q); end
      // While the chooser works the core is the chooser's.
      if (player_valid) begin a_owner : assert (idle); end
      // Lines: the team code, or the move that was played, and that is still played while they are sent.
      if (send && at_q != AtEnd) begin a_line : assert (!answer_eol); end
      if (send && at_q == AtStart) begin
        a_start : assert (code || (letter && own_q && answer == 8'h40 + col_q));
      end
      if (send && at_q == AtCode) begin a_code : assert (answer == "!"); end
      if (send && at_q == AtRow) begin a_row : assert (digit && own_q); end
      if (send && at_q == AtShape && !sign) begin
        a_digit : assert (digit && number_q != 0 && 10 * number_q + answer[3:0] == row_q);
      end
      if (send && at_q == AtShape && sign) begin
        a_move : assert (own_q && number_q == row_q && answer == (shape_q == 0 ? "+" : shape_q == 1 ? "/" : 8'h5c));
      end
      if (send && at_q == AtEnd) begin a_end : assert (answer_eol); end
    end
    c_code : cover (send && at_q == AtEnd && op_q == ll_trax_pkg::OpNew && pass == 0 && own_q == 0);
    c_move : cover (send && at_q == AtEnd && own_q && row_q == 12 && shape_q == 2);
    c_held : cover (live && held_q && at_q == AtShape && answer_ready_i);
    c_given_up : cover (live && waited_q && op == ll_trax_pkg::OpUndo && pass);
    c_reply : cover (pass && op == ll_trax_pkg::OpPlay && col == 2 && row == 1 && shape == 1);
  end
endmodule
`default_nettype wire
