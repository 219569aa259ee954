// SPDX-License-Identifier: Apache-2.0
//
// loopline.h for SystemVerilog, by DPI-C (IEEE 1800-2017, clause 35). The header says what each
// function does; codes and numbers are those of docs/rtl-interface.md. Link libloopline.
`default_nettype none

package loopline_pkg;
  localparam int AbiVersion = 1;

  import "DPI-C" function int ll_abi_version();
  import "DPI-C" function string ll_error_text(input int code);

  import "DPI-C" function int ll_position_new(input int log_size);
  import "DPI-C" function int ll_position_copy(input int position);
  import "DPI-C" function int ll_position_free(input int position);
  import "DPI-C" function int ll_position_reset(input int position);
  import "DPI-C" function int ll_play(input int position, input int col, input int row, input int shape);
  import "DPI-C" function int ll_play_text(input int position, input string move, input longint unsigned length);
  import "DPI-C" function int ll_try(input int position, input int col, input int row, input int shape);
  import "DPI-C" function int ll_undo(input int position);
  import "DPI-C" function int ll_width(input int position);
  import "DPI-C" function int ll_height(input int position);
  import "DPI-C" function int ll_tiles(input int position);
  import "DPI-C" function int ll_plies(input int position);
  import "DPI-C" function int ll_red(input int position);
  import "DPI-C" function int ll_over(input int position);
  import "DPI-C" function int ll_winner(input int position);
  import "DPI-C" function int ll_completed(input int position);
  import "DPI-C" function int ll_square(input int position, input int col, input int row);

  import "DPI-C" function int ll_scoreboard_new(input int log_size);
  import "DPI-C" function int ll_scoreboard_free(input int scoreboard);
  import "DPI-C" function int ll_sb_reset(input int scoreboard);
  import "DPI-C" function int ll_sb_command(input int scoreboard, input int op, input int col, input int row,
                                            input int shape);
  import "DPI-C" function int ll_sb_trace(input int scoreboard, input int undo, input int forced, input int x,
                                          input int y, input int tile, input int origin_x, input int origin_y);
  import "DPI-C" function int ll_sb_gen(input int scoreboard, input int col, input int row, input int shape,
                                        input int status, input int completed);
  import "DPI-C" function int ll_sb_state(input int scoreboard, input int width, input int height, input int tiles,
                                          input int red, input int over, input int winner, input int origin_x,
                                          input int origin_y);
  import "DPI-C" function int ll_sb_response(input int scoreboard, input int status, input int completed);
  import "DPI-C" function int ll_sb_ready(input int scoreboard);
  import "DPI-C" function int ll_sb_timeout(input int scoreboard);
  import "DPI-C" function int ll_sb_differs(input int scoreboard);
  import "DPI-C" function int ll_sb_turns(input int scoreboard);
  import "DPI-C" function longint ll_sb_bin(input int scoreboard, input string name,
                                            input longint unsigned length);
  import "DPI-C" function int ll_sb_finish(input int scoreboard);
  import "DPI-C" function int ll_sb_report(input int scoreboard);
  import "DPI-C" function int ll_sb_report_exit(input int scoreboard);

  import "DPI-C" function int ll_stimulus_new(input int seed, input int log_size, input int without,
                                              input int plies);
  import "DPI-C" function int ll_stimulus_free(input int stimulus);
  import "DPI-C" function int ll_stimulus_next(input int stimulus);

  // Plays a move in notation.
  function automatic int play(int position, string move);
    return ll_play_text(position, move, longint'(move.len()));
  endfunction
endpackage

`default_nettype wire
