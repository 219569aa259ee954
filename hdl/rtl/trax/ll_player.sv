// SPDX-License-Identifier: Apache-2.0
//
// A contest player of Trax: lines of text from the host in, its answers out, and a core
// to play with. It keeps the protocol of docs/protocol.md, and has the player port of
// ll_serial_shell.
//
//                   +----------------+   +-------------+ run  +---------+
//   characters ---->| ll_line_decode |-->|  ll_player  |----->| chooser |
//                   +----------------+   |             |<-----|         |
//                   +----------------+   |             | move +----+----+
//   answers    <----| ll_move_encode |<--|             |           |
//                   +----------------+   +------+------+           | GEN PLAY UNDO
//                                               | NEW PLAY         |
//                                               +------> core <----+
//
//   -T        answers the team code; no game is on
//   -W        new game: chooses the first move and answers it
//   -B, -R    new game: waits for the first move
//   -E        no game is on
//   a move    plays it, and answers the move that it chooses
//
// These start afresh at any time, also while a move is chosen. A line that it has begun to
// send is sent to its end first; of questions that come meanwhile the last one counts. A
// move is passed over when no game is on or it is not the opponent's turn. Lines that
// begin with a hyphen and are none of the above are passed over too.
//
// It sends nothing more until the next -T, -W or -B, when
//   - the opponent's move is illegal, is no move at all, or is one the board has no
//     room for (status board-full),
//   - the game has ended,
//   - it finds no move that the core calls legal.
//
// Handshake:  a character, or the end of a line, passes in a cycle in which char_valid_i
//             and char_ready_o are high; of an answer, when answer_valid_o and answer_ready_i are.
//             Behind the opponent's move none passes until the core has played it.
// Chooser:    ll_chooser or another, which works while run_o is high. It has the core until
//             chooser_idle_i, is over with chooser_done_i, and has then played the own move
//             if chooser_found_i is high.
// Core:       as master of the command port of docs/rtl-interface.md while the chooser is
//             idle. rsp_valid_i answers either of them.
// Latency:    a few clock cycles, and those of the chooser and the core.
// Throughput: an answer at a time, a character of it in a clock cycle but for those that
//             ll_move_encode takes.
// Reset:      synchronous; together with the core's. It answers -T while the core is not
//             ready yet.
//
// Parameters
//   LogSize        binary logarithm of the board's columns and rows, 3 to 8
//   TeamCode       two characters, printable, no space, the first no hyphen
`default_nettype none

module ll_player #(
    parameter int LogSize = 5,
    parameter logic [15:0] TeamCode = "LL"
) (
    input  logic               clk_i,
    input  logic               rst_i,
    // characters of the host's lines
    input  logic               char_valid_i,
    output logic               char_ready_o,
    input  logic [        7:0] char_i,
    input  logic               eol_i,            // an end of line; char_i has no meaning
    input  logic               bad_i,            // with eol_i: the line is not to be trusted
    // characters of its answers
    output logic               answer_valid_o,
    input  logic               answer_ready_i,
    output logic [        7:0] answer_char_o,
    output logic               answer_eol_o,     // an end of line; answer_char_o has no meaning
    // the chooser
    output logic               run_o,
    input  logic               chooser_idle_i,
    input  logic               chooser_done_i,
    input  logic               chooser_found_i,
    input  logic [  LogSize:0] own_col_i,        // the own move
    input  logic [  LogSize:0] own_row_i,
    input  logic [        1:0] own_shape_i,
    // the core
    output logic               cmd_valid_o,
    input  logic               cmd_ready_i,
    output logic [        2:0] cmd_op_o,
    output logic [  LogSize:0] cmd_col_o,
    output logic [  LogSize:0] cmd_row_o,
    output logic [        1:0] cmd_shape_o,
    input  logic               rsp_valid_i,
    input  logic [        3:0] rsp_status_i,
    // it has something to do: work out a move, play one, make the core empty, send a line
    output logic               busy_o
);
  localparam logic Printable = TeamCode[15:8] > 8'h20 && TeamCode[15:8] < 8'h7f &&
                               TeamCode[7:0] > 8'h20 && TeamCode[7:0] < 8'h7f &&
                               TeamCode[15:8] != "-";

  if (LogSize < 3 || LogSize > 8) begin : gen_check_size
    ll_player_LogSize_must_be_3_to_8 u_error ();
  end
  if (!Printable) begin : gen_check_code
    ll_player_TeamCode_must_be_2_printable_characters u_error ();
  end

  typedef enum logic [3:0] {
    StIdle,     // no game
    StNew,      // the core is made empty
    StTurn,     // it is the opponent's turn
    StPlay,     // the opponent's move is played on the core
    StThink,    // a move is chosen,
    StMove,     // sent
    StMoveEnd,  // with its end of line
    StCode1,    // the team code is sent
    StCode2,
    StCodeEnd   // with its end of line
  } state_e;

  logic [3:0] state_q;

  // What the host says.
  logic line_valid, line_ready, team, white, red, over, move;
  logic [LogSize:0] line_col, line_row;
  logic [1:0] line_shape;

  ll_line_decode #(
      .LogSize(LogSize)
  ) line_decode (
      .clk_i,
      .rst_i,
      .char_valid_i,
      .char_ready_o,
      .char_i,
      .eol_i,
      .bad_i,
      .valid_o(line_valid),
      .ready_i(line_ready),
      .team_o (team),
      .white_o(white),
      .red_o  (red),
      .end_o  (over),
      .move_o (move),
      .col_o  (line_col),
      .row_o  (line_row),
      .shape_o(line_shape)
  );

  // The own move.
  assign run_o = state_q == StThink || state_q == StMove;

  logic text_valid, text_last;
  logic [7:0] text;

  ll_move_encode #(
      .LogSize(LogSize)
  ) encode (
      .clk_i,
      .write_i     (state_q == StMove),
      .col_i       (own_col_i),
      .row_i       (own_row_i),
      .shape_i     (own_shape_i),
      .char_valid_o(text_valid),
      .char_ready_i(answer_ready_i),
      .char_o      (text),
      .last_o      (text_last)
  );

  // The core belongs to the chooser until it is idle.
  logic asks, sent_q;

  assign asks = (state_q == StNew || state_q == StPlay) && chooser_idle_i;
  assign cmd_valid_o = asks && !sent_q;
  assign cmd_op_o = state_q == StNew ? ll_trax_pkg::OpNew : ll_trax_pkg::OpPlay;
  assign cmd_col_o = line_col;
  assign cmd_row_o = line_row;
  assign cmd_shape_o = line_shape;

  always_ff @(posedge clk_i) begin
    if (rst_i || rsp_valid_i) sent_q <= 1'b0;
    else if (asks && cmd_ready_i) sent_q <= 1'b1;
  end

  // The answers.
  logic answer_passes;

  assign answer_valid_o = state_q == StMove ? text_valid :
                          state_q == StMoveEnd || state_q == StCode1 ||
                          state_q == StCode2 || state_q == StCodeEnd;
  assign answer_char_o = state_q == StMove ? text :
                         state_q == StCode1 ? TeamCode[15:8] : TeamCode[7:0];
  assign answer_eol_o = state_q == StMoveEnd || state_q == StCodeEnd;
  assign answer_passes = answer_valid_o && answer_ready_i;

  // A line is heard at any time; what it asks for waits for the end of a line of ours.
  // Only the opponent's move stays where it is, until the core has played it.
  logic playing, hears, plays, turns, sending, sent, white_q;
  logic [3:0] asked, after_q;  // what the host asks for; what follows the line that is sent

  assign playing = state_q == StPlay || (state_q == StNew && move);
  assign hears = line_valid && !playing;
  assign plays = hears && move && state_q == StTurn;
  assign turns = hears && (team || white || red || over);
  assign line_ready = (hears && !plays) || (state_q == StPlay && asks && rsp_valid_i);
  assign asked = team ? StCode1 : over ? StIdle : StNew;
  assign sending = state_q == StMove || state_q == StMoveEnd ||
                   state_q == StCode1 || state_q == StCode2 || state_q == StCodeEnd;
  assign sent = (state_q == StMoveEnd || state_q == StCodeEnd) && answer_passes;

  always_ff @(posedge clk_i) begin
    case (state_q)
      StTurn: if (plays) state_q <= StPlay;
      StNew: if (asks && rsp_valid_i) state_q <= white_q ? StThink : StTurn;
      StPlay: if (asks && rsp_valid_i) state_q <= rsp_status_i == ll_trax_pkg::Ok ? StThink : StIdle;
      StThink: if (chooser_done_i) state_q <= chooser_found_i ? StMove : StIdle;
      StMove: if (answer_passes && text_last) state_q <= StMoveEnd;
      StCode1: if (answer_passes) state_q <= StCode2;
      StCode2: if (answer_passes) state_q <= StCodeEnd;
      default: ;
    endcase
    if (sent || (turns && !sending)) state_q <= turns ? asked : after_q;

    if (!sending) after_q <= turns ? StIdle : StTurn;
    else if (sent) after_q <= StIdle;
    else if (turns) after_q <= asked;

    if (turns) white_q <= white;
    if (rst_i) state_q <= StIdle;
  end

  assign busy_o = state_q != StIdle && state_q != StTurn;
endmodule

`default_nettype wire
