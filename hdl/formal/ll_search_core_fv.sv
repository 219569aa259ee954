// SPDX-License-Identifier: Apache-2.0
//
// ll_search_core, or ll_chooser_core, from its reset: NEW and any first move are answered as the rules
// have it, while it is not told to search; told to, it is idle no more.
`default_nettype none

module ll_search_core_fv #(
    parameter int Choosing = 0  // 1 is ll_chooser_core
) (
    input logic clk_i
);
  localparam int LogSize = 3;
  localparam int Ready = 4 * 64 + 4;

  (* anyconst *) logic [LogSize:0] col;
  (* anyconst *) logic [LogSize:0] row;
  (* anyconst *) logic [1:0] shape;

  logic [9:0] age_q = 0;
  always_ff @(posedge clk_i) if (age_q != 1023) age_q <= age_q + 1;

  logic ready, rsp, idle, done, found;
  logic [3:0] status;
  logic [LogSize:0] own_col, own_row;
  logic [1:0] own_shape;
  if (Choosing != 0) begin : gen_chooser
    ll_chooser_core #(
        .LogSize(LogSize),
        .ListDepth(5)
    ) dut (
        .clk_i(clk_i),
        .rst_i(age_q == 0),
        .cmd_valid_i(age_q == Ready || age_q == Ready + 4),
        .cmd_ready_o(ready),
        .cmd_op_i(age_q == Ready ? 2'd0 : 2'd1),
        .cmd_col_i(col),
        .cmd_row_i(row),
        .cmd_shape_i(shape),
        .rsp_valid_o(rsp),
        .rsp_status_o(status),
        .run_i(age_q == Ready + 15),
        .idle_o(idle),
        .done_o(done),
        .found_o(found),
        .col_o(own_col),
        .row_o(own_row),
        .shape_o(own_shape)
    );
  end else begin : gen_search
    logic [23:0] nodes;
    ll_search_core #(
        .LogSize(LogSize),
        .ListDepth(5),
        .PlyDepth(2)
    ) dut (
        .clk_i(clk_i),
        .rst_i(age_q == 0),
        .cmd_valid_i(age_q == Ready || age_q == Ready + 4),
        .cmd_ready_o(ready),
        .cmd_op_i(age_q == Ready ? 2'd0 : 2'd1),
        .cmd_col_i(col),
        .cmd_row_i(row),
        .cmd_shape_i(shape),
        .rsp_valid_o(rsp),
        .rsp_status_o(status),
        .weights_i(1'b0),
        .load_i(1'b0),
        .load_address_i(17'd0),
        .load_data_i(16'd0),
        .run_i(age_q == Ready + 15),
        .idle_o(idle),
        .done_o(done),
        .found_o(found),
        .col_o(own_col),
        .row_o(own_row),
        .shape_o(own_shape),
        .nodes_o(nodes)
    );
  end

  logic first;
  assign first = col == 0 && row == 0 && !shape[1];
  always_comb begin
    if (age_q == Ready) begin a_ready : assert (ready && idle); end
    if (age_q == Ready + 1) begin a_new : assert (rsp && status == ll_trax_pkg::Ok); end
    if (age_q == Ready + 6 && !first) begin
      a_refused : assert (rsp && status == (&shape ? ll_trax_pkg::Syntax : ll_trax_pkg::FirstMove));
    end
    if (age_q == Ready + 10 && first) begin a_played : assert (rsp && status == ll_trax_pkg::Ok); end
    if (age_q == Ready + 16) begin a_runs : assert (!idle && !done); end
    c_played : cover (age_q == Ready + 10 && first);
    c_refused : cover (age_q == Ready + 6 && shape == 3);
  end
endmodule
`default_nettype wire
