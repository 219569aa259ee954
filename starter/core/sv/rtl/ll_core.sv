// A Trax core behind the ports of docs/rtl-interface.md: one command at a time,
// its tiles on the trace port, then its answer.
//
// It knows the first turn. TODO: all others. Keep the tiles in a memory of
// 2**LogSize columns and rows, play the tiles that a turn forces, refuse what
// contradicts, find loops and lines. Then UNDO, TRY and GEN.
`default_nettype none

module ll_core #(
    parameter int LogSize = 5
) (
    input wire clk_i,
    input wire rst_i,

    input  wire             cmd_valid_i,
    output logic            cmd_ready_o,
    input  wire [2:0]       cmd_op_i,     // 0 NEW, 1 PLAY
    input  wire [LogSize:0] cmd_col_i,
    input  wire [LogSize:0] cmd_row_i,
    input  wire [1:0]       cmd_shape_i,  // 0 +, 1 /, 2 \, 3 no move

    output logic       rsp_valid_o,
    output logic [3:0] rsp_status_o,
    output logic [3:0] rsp_completed_o,

    output logic [LogSize:0]   width_o,
    output logic [LogSize:0]   height_o,
    output logic [2*LogSize:0] tiles_o,
    output logic               red_o,
    output logic               over_o,
    output logic               winner_o,

    output logic               trace_valid_o,
    output logic               trace_undo_o,
    output logic               trace_forced_o,
    output logic [LogSize-1:0] trace_x_o,
    output logic [LogSize-1:0] trace_y_o,
    output logic [3:0]         trace_tile_o,
    output logic [LogSize-1:0] origin_x_o,
    output logic [LogSize-1:0] origin_y_o
);
  localparam logic [2:0] New = 3'd0, Play = 3'd1;
  localparam logic [3:0] Ok = 4'd0, Syntax = 4'd1, FirstMove = 4'd3, Isolated = 4'd6;

  logic played;  // the first tile lies, in column 1 and row 1

  // What a PLAY is worth. TODO: on a board with tiles.
  logic [3:0] verdict;
  always_comb begin
    if (cmd_shape_i == 2'd3) verdict = Syntax;
    else if (played) verdict = Isolated;
    else if (cmd_col_i != 0 || cmd_row_i != 0 || cmd_shape_i == 2'd2) verdict = FirstMove;
    else verdict = Ok;
  end

  assign width_o = {{LogSize{1'b0}}, played};
  assign height_o = {{LogSize{1'b0}}, played};
  assign tiles_o = {{2 * LogSize{1'b0}}, played};
  assign red_o = played;
  assign over_o = 1'b0;
  assign winner_o = 1'b0;
  assign rsp_completed_o = 4'd0;
  assign trace_undo_o = 1'b0;
  assign trace_forced_o = 1'b0;
  assign trace_x_o = 1;
  assign trace_y_o = 1;
  assign origin_x_o = 0;
  assign origin_y_o = 0;

  always_ff @(posedge clk_i) begin
    rsp_valid_o   <= 1'b0;
    trace_valid_o <= 1'b0;
    cmd_ready_o   <= 1'b1;
    if (rst_i) begin
      played <= 1'b0;
      cmd_ready_o <= 1'b0;
    end else if (cmd_valid_i && cmd_ready_o) begin
      cmd_ready_o  <= 1'b0;
      rsp_valid_o  <= 1'b1;
      rsp_status_o <= cmd_op_i == Play ? verdict : Ok;
      if (cmd_op_i == New) played <= 1'b0;
      if (cmd_op_i == Play && verdict == Ok) begin
        played <= 1'b1;
        trace_valid_o <= 1'b1;
        // Red sides: bit 0 right, 1 top, 2 left, 3 bottom.
        trace_tile_o <= cmd_shape_i == 2'd0 ? 4'b0101 : 4'b1001;
      end
    end
  end
endmodule

`default_nettype wire
