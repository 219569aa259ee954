// SPDX-License-Identifier: Apache-2.0
//
// What ll_player sends and commands, whatever the host says and the core answers, at any time: whole
// lines, the team code or the move that was last played, and commands one at a time. On a board this
// small a column is one letter and a row one digit or two.
`default_nettype none

module ll_player_fv #(
    parameter int LogSize = 3
) (
    input wire clk_i,
    input wire rst_i,
    input wire char_valid_i,
    input wire [7:0] char_i,
    input wire eol_i,
    input wire bad_i,
    input wire byte_ready_i,
    input wire cmd_ready_i,
    input wire rsp_valid_i,
    input wire [3:0] rsp_status_i
);
  localparam [7:0] LineFeed = 8'h0a;
  localparam [2:0] OpNew = 0;
  localparam [2:0] OpPlay = 1;
  localparam [2:0] OpUndo = 2;

  wire char_ready;
  wire byte_valid;
  wire [7:0] byte_out;
  wire cmd_valid;
  wire [2:0] op;
  wire [LogSize:0] col;
  wire [LogSize:0] row;
  wire [1:0] shape;
  wire busy;
  wire [LogSize:0] none = 0;
  wire [2*LogSize:0] no_tiles = 0;

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
      .byte_valid_o(byte_valid),
      .byte_ready_i(byte_ready_i),
      .byte_o(byte_out),
      .cmd_valid_o(cmd_valid),
      .cmd_ready_i(cmd_ready_i),
      .cmd_op_o(op),
      .cmd_col_o(col),
      .cmd_row_o(row),
      .cmd_shape_o(shape),
      .rsp_valid_i(rsp_valid_i),
      .rsp_status_i(rsp_status_i),
      .gen_valid_i(1'b0),
      .gen_col_i(none),
      .gen_row_i(none),
      .gen_shape_i(2'd0),
      .gen_status_i(4'd0),
      .gen_completed_i(4'd0),
      .tiles_i(no_tiles),
      .red_i(1'b0),
      .busy_o(busy)
  );

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* if (!started) assume (rst_i);
  wire live = started && !rst_i;

  // ---- the core: an answer to each command, later
  wire pass = live && cmd_valid && cmd_ready_i;
  reg due_q = 1'b0;
  reg [2:0] op_q;
  reg [LogSize:0] col_q, row_q;
  reg [1:0] shape_q;
  reg own_q = 1'b0;  // the last command that was answered was a PLAY
  always @(posedge clk_i) begin
    due_q <= !rst_i && (pass || (due_q && !rsp_valid_i));
    if (pass) begin
      op_q <= op;
      col_q <= col;
      row_q <= row;
      shape_q <= shape;
    end
    own_q <= !rst_i && !pass && (own_q || (due_q && rsp_valid_i && op_q == OpPlay));
  end
  always @* begin
    assume (!rsp_valid_i || due_q);
    assume (!cmd_ready_i || !due_q || rsp_valid_i);
  end

  // ---- the line that is sent
  localparam [2:0] AtStart = 0;
  localparam [2:0] AtRow = 1;     // behind the column
  localparam [2:0] AtShape = 2;   // behind a digit of the row
  localparam [2:0] AtCode = 3;    // behind the first of the team code
  localparam [2:0] AtEnd = 4;     // a line feed is due
  reg [2:0] at_q;
  reg [7:0] number_q;
  wire send = live && byte_valid && byte_ready_i;
  wire digit = byte_out >= "0" && byte_out <= "9";
  wire letter = byte_out >= "@" && byte_out <= "O";
  wire code = byte_out == "Z";
  wire sign = byte_out == "+" || byte_out == "/" || byte_out == 8'h5c;
  always @(posedge clk_i) begin
    if (send) begin
      case (at_q)
        AtStart: at_q <= code ? AtCode : AtRow;
        AtRow: at_q <= AtShape;
        AtShape: if (sign) at_q <= AtEnd;
        AtCode: at_q <= AtEnd;
        default: at_q <= AtStart;
      endcase
      number_q <= at_q == AtRow ? byte_out[3:0] : 10 * number_q + byte_out[3:0];
    end
    if (rst_i) at_q <= AtStart;
  end

  // ---- a cycle ago
  reg held_q, waited_q;
  reg [7:0] was_byte_q;
  reg [2*LogSize+6:0] was_command_q;
  wire [2*LogSize+6:0] command = op == OpPlay ? {op, col, row, shape} : op;
  always @(posedge clk_i) begin
    held_q <= live && byte_valid && !byte_ready_i;
    was_byte_q <= byte_out;
    waited_q <= live && cmd_valid && !cmd_ready_i;
    was_command_q <= command;
  end

  always @* begin
    if (live) begin
      // A byte holds until it passes. A command does not change, but a new question may call it off.
      if (held_q) begin a_byte_held : assert (byte_valid && byte_out == was_byte_q); end
      if (waited_q && cmd_valid) begin a_command_held : assert (command == was_command_q); end
      if (cmd_valid) begin a_alone : assert (!due_q); end
      // Lines: the team code, or the move that was played, and that is still played while they are sent.
      if (send && at_q == AtStart) begin
        a_start : assert (code || (letter && own_q && byte_out == 8'h40 + col_q));
      end
      if (send && at_q == AtCode) begin a_code : assert (byte_out == "!"); end
      if (send && at_q == AtRow) begin a_row : assert (digit && own_q); end
      if (send && at_q == AtShape && !sign) begin
        a_digit : assert (digit && number_q != 0 && 10 * number_q + byte_out[3:0] == row_q);
      end
      if (send && at_q == AtShape && sign) begin
        a_move : assert (own_q && number_q == row_q && byte_out == (shape_q == 0 ? "+" : shape_q == 1 ? "/" : 8'h5c));
      end
      if (send && at_q == AtEnd) begin a_end : assert (byte_out == LineFeed); end
    end
    c_code : cover (send && at_q == AtEnd && op_q == OpNew && pass == 0 && own_q == 0);
    c_move : cover (send && at_q == AtEnd && own_q && row_q == 12 && shape_q == 2);
    c_held : cover (live && held_q && at_q == AtShape && byte_ready_i);
    c_given_up : cover (live && waited_q && op == OpUndo && pass);
    c_reply : cover (pass && op == OpPlay && col == 2 && row == 1 && shape == 1);
  end
endmodule
`default_nettype wire
