// SPDX-License-Identifier: Apache-2.0
//
// In place of ll_chooser, for the proof of ll_player: any commands, for any time, then done, with a
// move that was played or none. It keeps the properties that ll_chooser_fv proves of ll_chooser.
`default_nettype none

module ll_chooser #(
    parameter int LogSize = 5,
    parameter int ListDepth = 9,
    parameter int BudgetCycles = 6_000_000,
    parameter logic [15:0] Seed = 16'd1
) (
    input logic clk_i,
    input logic rst_i,
    input logic run_i,
    output logic idle_o,
    output logic done_o,
    output logic found_o,
    output logic [LogSize:0] col_o,
    output logic [LogSize:0] row_o,
    output logic [1:0] shape_o,
    output logic cmd_valid_o,
    input logic cmd_ready_i,
    output logic [2:0] cmd_op_o,
    input logic rsp_valid_i,
    input logic gen_valid_i,
    input logic [LogSize:0] gen_col_i,
    input logic [LogSize:0] gen_row_i,
    input logic [1:0] gen_shape_i,
    input logic [3:0] gen_status_i,
    input logic [3:0] gen_completed_i,
    input logic [2*LogSize:0] tiles_i,
    input logic red_i
);
  localparam logic [1:0] StIdle = 0;
  localparam logic [1:0] StAsk = 1;   // a command is offered
  localparam logic [1:0] StWait = 2;  // for its answer
  localparam logic [1:0] StDone = 3;

  // What it does next: a command, or none any more.
  (* anyseq *) logic more;
  (* anyseq *) logic [2:0] op;
  (* anyseq *) logic [LogSize:0] col;
  (* anyseq *) logic [LogSize:0] row;
  (* anyseq *) logic [1:0] shape;
  always_comb assume ((op == 1 || op == 2 || op == 4) && shape != 3);

  logic [1:0] state_q;
  logic free;
  assign free = state_q == StIdle || (state_q == StWait && rsp_valid_i);
  logic go_on;
  assign go_on = more || state_q == StIdle;
  always_ff @(posedge clk_i) begin
    if (state_q == StAsk && cmd_ready_i) state_q <= StWait;
    if (free && run_i) begin
      state_q <= go_on ? StAsk : StDone;
      found_o <= !go_on && cmd_op_o == 1;
      if (go_on) begin
        cmd_op_o <= op;
        col_o <= col;
        row_o <= row;
        shape_o <= shape;
      end
    end
    if (rst_i || (!run_i && (free || state_q == StDone))) state_q <= StIdle;
  end

  assign idle_o = state_q == StIdle;
  assign done_o = state_q == StDone;
  assign cmd_valid_o = state_q == StAsk;
endmodule
`default_nettype wire
