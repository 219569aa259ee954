// SPDX-License-Identifier: Apache-2.0
//
// In place of ll_kakomimasu_plan, for the proof of ll_kakomimasu_player: any actions that the proof of
// ll_kakomimasu_plan allows, and any number of them, each after any time. What holds then holds for every plan.
`default_nettype none

module ll_kakomimasu_plan (
    input  logic              clk_i,
    input  logic              rst_i,
    input  logic       [11:0] write_cell_i,
    input  logic              write_points_i,
    input  logic signed [7:0] write_point_i,
    input  logic              write_tiles_i,
    input  logic       [ 2:0] write_tile_i,
    input  logic              write_agents_i,
    input  logic       [ 6:0] write_agent_i,
    input  logic              write_off_i,
    input  logic              go_i,
    input  logic              quarter_i,
    input  logic       [ 5:0] width_i,
    input  logic       [ 5:0] height_i,
    input  logic       [ 2:0] players_i,
    input  logic       [ 4:0] agents_i,
    input  logic       [ 1:0] me_i,
    output logic              busy_o,
    output logic              valid_o,
    input  logic              ready_i,
    output logic       [ 1:0] kind_o,
    output logic       [ 4:0] agent_o,
    output logic       [ 5:0] x_o,
    output logic       [ 5:0] y_o
);
  (* anyseq *) logic offers;
  (* anyseq *) logic [18:0] action;
  logic busy_q, valid_q;
  logic [18:0] action_q;
  assign busy_o = busy_q;
  assign valid_o = valid_q;
  assign {kind_o, agent_o, x_o, y_o} = action_q;
  always_comb assume (action[16:12] < 18 && action[11:6] < 40 && action[5:0] < 40);
  always_ff @(posedge clk_i) begin
    if (!busy_q && go_i) busy_q <= 1'b1;
    if (busy_q && !valid_q && offers) begin
      valid_q  <= 1'b1;
      action_q <= action;
    end
    if (valid_q && ready_i) begin
      valid_q <= 1'b0;
      if (kind_o == 0) busy_q <= 1'b0;
    end
    if (rst_i) {busy_q, valid_q} <= 2'd0;
  end
endmodule
`default_nettype wire
