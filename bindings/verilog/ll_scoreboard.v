// SPDX-License-Identifier: Apache-2.0
//
// Compares a Trax core with the rules by what its ports do (docs/rtl-interface.md), turn by turn,
// in simulators that load loopline_vpi.c. Connect the ports of the same names. A core without GEN
// leaves the gen inputs at 0. Verilog-2005.
//
// differs rises with the first difference, and nothing is compared from then on. Enable
// report_exit at the end: it prints difference and summary, and ends the simulator with exit
// status 1 unless turns were compared and all agree.
`default_nettype none

module ll_scoreboard #(
    parameter LogSize = 5
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

    output reg differs
);
  integer handle, code;
  reg settling;  // answered, and not ready since

  initial begin
    differs  = 1'b0;
    settling = 1'b0;
    handle   = $ll_scoreboard_new(LogSize);
    if (handle < 0) begin
      $display("FAIL: LogSize %0d: no scoreboard, error %0d", LogSize, handle);
      code = $ll_expect(handle, 0, "$ll_scoreboard_new");
      $finish;
    end
  end

  always @(posedge clk_i) begin
    code = 0;
    if (rst_i) code = $ll_sb_reset(handle);
    if (!rst_i && trace_valid_o) begin
      code = $ll_sb_trace(handle, trace_undo_o, !trace_undo_o && trace_forced_o, trace_x_o, trace_y_o,
                          trace_undo_o ? 4'd0 : trace_tile_o, origin_x_o, origin_y_o);
    end
    if (!rst_i && gen_valid_o && gen_ready_i) begin
      code = $ll_sb_gen(handle, gen_col_o, gen_row_o, gen_shape_o, gen_status_o, gen_completed_o);
    end
    if (!rst_i && rsp_valid_o) begin
      state;
      code = $ll_sb_response(handle, rsp_status_o, rsp_completed_o);
    end
    if (!rst_i && cmd_ready_o && (settling || rsp_valid_o)) begin
      state;
      code = $ll_sb_ready(handle);
    end
    if (!rst_i && cmd_valid_i && cmd_ready_o) begin
      code = $ll_sb_command(handle, cmd_op_i, cmd_col_i, cmd_row_i, cmd_shape_i);
    end
    settling <= !rst_i && (settling || rsp_valid_o) && !cmd_ready_o;
    differs  <= differs || code != 0;
  end

  // Tells the state ports, before an answer and before the core is ready.
  task state;
    code = $ll_sb_state(handle, width_o, height_o, tiles_o, red_o, over_o, winner_o, origin_x_o, origin_y_o);
  endtask

  // PLAY and TRY that were compared.
  function integer turns(input unused);
    turns = $ll_sb_turns(handle);
  endfunction

  // The testbench has waited too long.
  task timeout;
    code = $ll_sb_timeout(handle);
  endtask

  // Prints difference and summary; ends the simulator with exit status 1 unless all agrees.
  task report_exit;
    code = $ll_sb_report_exit(handle);
  endtask
endmodule

`default_nettype wire
