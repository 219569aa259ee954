-- SPDX-License-Identifier: Apache-2.0
--
-- loopline.h for VHDL-2008, by GHDL's VHPIDIRECT. The header says what each function does; codes
-- and numbers are those of docs/rtl-interface.md. GHDL finds libloopline.so where the loader does:
-- in LD_LIBRARY_PATH, or where the system keeps libraries.
package loopline is
  constant ABI_VERSION : integer := 1;

  constant OP_NEW  : integer := 0;
  constant OP_PLAY : integer := 1;
  constant OP_UNDO : integer := 2;
  constant OP_TRY  : integer := 3;
  constant OP_GEN  : integer := 4;

  impure function ll_abi_version return integer;
  attribute foreign of ll_abi_version : function is "VHPIDIRECT libloopline.so ll_abi_version";
  impure function ll_position_new (log_size : integer) return integer;
  attribute foreign of ll_position_new : function is "VHPIDIRECT libloopline.so ll_position_new";
  impure function ll_position_copy (position : integer) return integer;
  attribute foreign of ll_position_copy : function is "VHPIDIRECT libloopline.so ll_position_copy";
  impure function ll_position_free (position : integer) return integer;
  attribute foreign of ll_position_free : function is "VHPIDIRECT libloopline.so ll_position_free";
  impure function ll_position_reset (position : integer) return integer;
  attribute foreign of ll_position_reset : function is "VHPIDIRECT libloopline.so ll_position_reset";
  impure function ll_play (position, col, row, shape : integer) return integer;
  attribute foreign of ll_play : function is "VHPIDIRECT libloopline.so ll_play";
  impure function ll_try (position, col, row, shape : integer) return integer;
  attribute foreign of ll_try : function is "VHPIDIRECT libloopline.so ll_try";
  impure function ll_undo (position : integer) return integer;
  attribute foreign of ll_undo : function is "VHPIDIRECT libloopline.so ll_undo";
  impure function ll_width (position : integer) return integer;
  attribute foreign of ll_width : function is "VHPIDIRECT libloopline.so ll_width";
  impure function ll_height (position : integer) return integer;
  attribute foreign of ll_height : function is "VHPIDIRECT libloopline.so ll_height";
  impure function ll_tiles (position : integer) return integer;
  attribute foreign of ll_tiles : function is "VHPIDIRECT libloopline.so ll_tiles";
  impure function ll_plies (position : integer) return integer;
  attribute foreign of ll_plies : function is "VHPIDIRECT libloopline.so ll_plies";
  impure function ll_red (position : integer) return integer;
  attribute foreign of ll_red : function is "VHPIDIRECT libloopline.so ll_red";
  impure function ll_over (position : integer) return integer;
  attribute foreign of ll_over : function is "VHPIDIRECT libloopline.so ll_over";
  impure function ll_winner (position : integer) return integer;
  attribute foreign of ll_winner : function is "VHPIDIRECT libloopline.so ll_winner";
  impure function ll_completed (position : integer) return integer;
  attribute foreign of ll_completed : function is "VHPIDIRECT libloopline.so ll_completed";
  impure function ll_square (position, col, row : integer) return integer;
  attribute foreign of ll_square : function is "VHPIDIRECT libloopline.so ll_square";
  impure function ll_scoreboard_new (log_size : integer) return integer;
  attribute foreign of ll_scoreboard_new : function is "VHPIDIRECT libloopline.so ll_scoreboard_new";
  impure function ll_scoreboard_free (scoreboard : integer) return integer;
  attribute foreign of ll_scoreboard_free : function is "VHPIDIRECT libloopline.so ll_scoreboard_free";
  impure function ll_sb_reset (scoreboard : integer) return integer;
  attribute foreign of ll_sb_reset : function is "VHPIDIRECT libloopline.so ll_sb_reset";
  impure function ll_sb_command (scoreboard, op, col, row, shape : integer) return integer;
  attribute foreign of ll_sb_command : function is "VHPIDIRECT libloopline.so ll_sb_command";
  impure function ll_sb_trace (scoreboard, undo, forced, x, y, tile, origin_x, origin_y : integer) return integer;
  attribute foreign of ll_sb_trace : function is "VHPIDIRECT libloopline.so ll_sb_trace";
  impure function ll_sb_gen (scoreboard, col, row, shape, status, completed : integer) return integer;
  attribute foreign of ll_sb_gen : function is "VHPIDIRECT libloopline.so ll_sb_gen";
  impure function ll_sb_state (scoreboard, width, height, tiles, red, over, winner, origin_x, origin_y : integer) return integer;
  attribute foreign of ll_sb_state : function is "VHPIDIRECT libloopline.so ll_sb_state";
  impure function ll_sb_response (scoreboard, status, completed : integer) return integer;
  attribute foreign of ll_sb_response : function is "VHPIDIRECT libloopline.so ll_sb_response";
  impure function ll_sb_ready (scoreboard : integer) return integer;
  attribute foreign of ll_sb_ready : function is "VHPIDIRECT libloopline.so ll_sb_ready";
  impure function ll_sb_timeout (scoreboard : integer) return integer;
  attribute foreign of ll_sb_timeout : function is "VHPIDIRECT libloopline.so ll_sb_timeout";
  impure function ll_sb_differs (scoreboard : integer) return integer;
  attribute foreign of ll_sb_differs : function is "VHPIDIRECT libloopline.so ll_sb_differs";
  impure function ll_sb_turns (scoreboard : integer) return integer;
  attribute foreign of ll_sb_turns : function is "VHPIDIRECT libloopline.so ll_sb_turns";
  impure function ll_sb_finish (scoreboard : integer) return integer;
  attribute foreign of ll_sb_finish : function is "VHPIDIRECT libloopline.so ll_sb_finish";
  impure function ll_sb_report (scoreboard : integer) return integer;
  attribute foreign of ll_sb_report : function is "VHPIDIRECT libloopline.so ll_sb_report";
  impure function ll_sb_report_exit (scoreboard : integer) return integer;
  attribute foreign of ll_sb_report_exit : function is "VHPIDIRECT libloopline.so ll_sb_report_exit";
  impure function ll_stimulus_new (seed, log_size, without, plies : integer) return integer;
  attribute foreign of ll_stimulus_new : function is "VHPIDIRECT libloopline.so ll_stimulus_new";
  impure function ll_stimulus_free (stimulus : integer) return integer;
  attribute foreign of ll_stimulus_free : function is "VHPIDIRECT libloopline.so ll_stimulus_free";
  impure function ll_stimulus_next (stimulus : integer) return integer;
  attribute foreign of ll_stimulus_next : function is "VHPIDIRECT libloopline.so ll_stimulus_next";
end package;

-- What a simulator runs that knows no VHPIDIRECT.
package body loopline is
  impure function ll_abi_version return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_position_new (log_size : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_position_copy (position : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_position_free (position : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_position_reset (position : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_play (position, col, row, shape : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_try (position, col, row, shape : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_undo (position : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_width (position : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_height (position : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_tiles (position : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_plies (position : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_red (position : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_over (position : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_winner (position : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_completed (position : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_square (position, col, row : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_scoreboard_new (log_size : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_scoreboard_free (scoreboard : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_sb_reset (scoreboard : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_sb_command (scoreboard, op, col, row, shape : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_sb_trace (scoreboard, undo, forced, x, y, tile, origin_x, origin_y : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_sb_gen (scoreboard, col, row, shape, status, completed : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_sb_state (scoreboard, width, height, tiles, red, over, winner, origin_x, origin_y : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_sb_response (scoreboard, status, completed : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_sb_ready (scoreboard : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_sb_timeout (scoreboard : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_sb_differs (scoreboard : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_sb_turns (scoreboard : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_sb_finish (scoreboard : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_sb_report (scoreboard : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_sb_report_exit (scoreboard : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_stimulus_new (seed, log_size, without, plies : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_stimulus_free (stimulus : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;

  impure function ll_stimulus_next (stimulus : integer) return integer is
  begin
    report "no VHPIDIRECT" severity failure;
    return -8;
  end function;
end package body;
