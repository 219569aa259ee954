// SPDX-License-Identifier: Apache-2.0
//
// Compares a Trax core with the rules by what its ports do (docs/rtl-interface.md), turn by turn.
// Connect the ports of the same names. A core without GEN leaves the gen inputs at 0.
//
// differs rises with the first difference, and nothing is compared from then on. Call
// report_exit() at the end: it prints difference and summary, and ends the simulator with exit
// status 1 unless turns were compared and all agree.
`default_nettype none

module ll_scoreboard #(
    parameter int LogSize = 5
) (
    input wire               clk_i,
    input wire               rst_i,
    input wire               cmd_valid_i,
    input wire               cmd_ready_o,
    input wire [        2:0] cmd_op_i,
    input wire [  LogSize:0] cmd_col_i,
    input wire [  LogSize:0] cmd_row_i,
    input wire [        1:0] cmd_shape_i,
    input wire               rsp_valid_o,
    input wire [        3:0] rsp_status_o,
    input wire [        3:0] rsp_completed_o,
    input wire               gen_valid_o,
    input wire               gen_ready_i,
    input wire [  LogSize:0] gen_col_o,
    input wire [  LogSize:0] gen_row_o,
    input wire [        1:0] gen_shape_o,
    input wire [        3:0] gen_status_o,
    input wire [        3:0] gen_completed_o,
    input wire [  LogSize:0] width_o,
    input wire [  LogSize:0] height_o,
    input wire [2*LogSize:0] tiles_o,
    input wire               red_o,
    input wire               over_o,
    input wire               winner_o,
    input wire               trace_valid_o,
    input wire               trace_undo_o,
    input wire               trace_forced_o,
    input wire [LogSize-1:0] trace_x_o,
    input wire [LogSize-1:0] trace_y_o,
    input wire [        3:0] trace_tile_o,
    input wire [LogSize-1:0] origin_x_o,
    input wire [LogSize-1:0] origin_y_o,

    output logic differs
);
  int   handle;
  logic settling;  // answered, and not ready since

  initial begin
    differs  = 1'b0;
    settling = 1'b0;
    if (loopline_pkg::ll_abi_version() != loopline_pkg::AbiVersion) $fatal(1, "libloopline is of another version");
    handle = loopline_pkg::ll_scoreboard_new(LogSize);
    if (handle < 0) $fatal(1, "%s", loopline_pkg::ll_error_text(handle));
  end

  // A bit that is x or z must not become 0 unseen.
  function automatic void known(logic unknown);
    if (unknown) $fatal(1, "ll_scoreboard: a port is x or z");
  endfunction

  // Tells the state ports, before an answer and before the core is ready.
  function automatic logic wrong_state();
    known($isunknown({width_o, height_o, tiles_o, red_o, over_o, winner_o, origin_x_o, origin_y_o}));
    return loopline_pkg::ll_sb_state(handle, int'(width_o), int'(height_o), int'(tiles_o), int'(red_o), int'(over_o),
                                     int'(winner_o), int'(origin_x_o), int'(origin_y_o)) != 0;
  endfunction

  logic wrong;  // in this cycle
  /* verilator lint_off BLKSEQ */
  always @(posedge clk_i) begin
    wrong = 1'b0;
    if (rst_i) wrong = loopline_pkg::ll_sb_reset(handle) != 0;
    if (!rst_i && trace_valid_o) begin
      known($isunknown({trace_undo_o, trace_x_o, trace_y_o, origin_x_o, origin_y_o}) ||
            (!trace_undo_o && $isunknown({trace_forced_o, trace_tile_o})));
      wrong = loopline_pkg::ll_sb_trace(handle, int'(trace_undo_o), int'(trace_forced_o), int'(trace_x_o),
                                        int'(trace_y_o), int'(trace_tile_o), int'(origin_x_o),
                                        int'(origin_y_o)) != 0;
    end
    if (!rst_i && gen_valid_o && gen_ready_i) begin
      known($isunknown({gen_col_o, gen_row_o, gen_shape_o, gen_status_o, gen_completed_o}));
      wrong = loopline_pkg::ll_sb_gen(handle, int'(gen_col_o), int'(gen_row_o), int'(gen_shape_o),
                                      int'(gen_status_o), int'(gen_completed_o)) != 0;
    end
    if (!rst_i && rsp_valid_o) begin
      known($isunknown({rsp_status_o, rsp_completed_o}));
      wrong = wrong_state();
      wrong = loopline_pkg::ll_sb_response(handle, int'(rsp_status_o), int'(rsp_completed_o)) != 0;
    end
    if (!rst_i && cmd_ready_o && (settling || rsp_valid_o)) begin
      wrong = wrong_state();
      wrong = loopline_pkg::ll_sb_ready(handle) != 0;
    end
    if (!rst_i && cmd_valid_i && cmd_ready_o) begin
      wrong = loopline_pkg::ll_sb_command(handle, int'(cmd_op_i), int'(cmd_col_i), int'(cmd_row_i),
                                          int'(cmd_shape_i)) != 0;
    end
    settling <= !rst_i && (settling || rsp_valid_o) && !cmd_ready_o;
    differs  <= differs || wrong;
  end
  /* verilator lint_on BLKSEQ */

  // PLAY and TRY that were compared.
  function automatic int turns();
    return loopline_pkg::ll_sb_turns(handle);
  endfunction

  /* verilator lint_off IGNOREDRETURN */
  // The testbench has waited too long.
  function automatic void timeout();
    void'(loopline_pkg::ll_sb_timeout(handle));
  endfunction

  // Prints difference and summary; ends the simulator with exit status 1 unless all agrees.
  function automatic void report_exit();
    void'(loopline_pkg::ll_sb_report_exit(handle));
  endfunction
  /* verilator lint_on IGNOREDRETURN */
endmodule

`default_nettype wire
