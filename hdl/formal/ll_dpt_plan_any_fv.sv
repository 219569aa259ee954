// SPDX-License-Identifier: Apache-2.0
//
// In place of ll_dpt_plan, for the proof of ll_dpt_player: any action that the proof of ll_dpt_plan allows,
// after any time. What holds then holds for every plan.
`default_nettype none

module ll_dpt_plan (
    input  logic              clk_i,
    input  logic              rst_i,
    input  logic              write_i,
    input  logic        [7:0] write_cell_i,
    input  logic        [1:0] write_tile_i,
    input  logic              go_i,
    input  logic        [9:0] left_i,
    input  logic        [2:0] rotation_i,
    input  logic        [4:0] width_i,
    input  logic        [4:0] height_i,
    input  logic        [3:0] own_x_i,
    input  logic        [3:0] own_y_i,
    input  logic              other_i,
    input  logic        [3:0] other_x_i,
    input  logic        [3:0] other_y_i,
    output logic              busy_o,
    output logic              valid_o,
    input  logic              ready_i,
    output logic        [1:0] kind_o,
    output logic signed [1:0] dx_o,
    output logic signed [1:0] dy_o
);
  (* anyseq *) logic ends;
  (* anyseq *) logic [5:0] action;
  logic busy_q, valid_q;
  logic [5:0] action_q;
  assign busy_o = busy_q;
  assign valid_o = valid_q;
  assign {kind_o, dx_o, dy_o} = action_q;
  always_comb assume (action[5:4] != 3 && action[3:2] != 2 && action[1:0] != 2);
  always_ff @(posedge clk_i) begin
    if (!busy_q && go_i) busy_q <= 1'b1;
    if (busy_q && !valid_q && ends) begin
      valid_q  <= 1'b1;
      action_q <= action;
    end
    if (valid_q && ready_i) {busy_q, valid_q} <= 2'd0;
    if (rst_i) {busy_q, valid_q} <= 2'd0;
  end
endmodule
`default_nettype wire
