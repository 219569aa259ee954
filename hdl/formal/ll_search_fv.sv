// SPDX-License-Identifier: Apache-2.0
//
// What ll_search commands and says, whatever the core answers and shows, whenever, and whenever it is
// told to work: commands one at a time, every move but the one that is given taken back.
`default_nettype none

module ll_search_fv #(
    parameter int LogSize = 3
) (
    input logic clk_i,
    input logic rst_i,
    input logic run_i,
    input logic cmd_ready_i,
    input logic rsp_valid_i,
    input logic [3:0] rsp_status_i,
    input logic [3:0] rsp_completed_i,
    input logic red_i,
    input logic look_valid_i,
    input logic look_empty_i,
    input logic [2*LogSize-1:0] look_square_i,
    input logic [8*LogSize+15:0] look_words_i
);
  localparam int Plies = 4;

  logic idle, done, found, cmd_valid, see;
  logic [2*LogSize-1:0] see_square;
  logic [1:0] op, shape;
  logic [LogSize:0] col, row, none;
  assign none = 0;
  logic [LogSize-1:0] origin;
  assign origin = 0;
  logic [23:0] nodes;

  ll_search #(
      .LogSize(LogSize),
      .ListDepth(5),
      .PlyDepth(2),
      .Depth(3),
      .BudgetCycles(100),
      .HistoryLog(1)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .weights_i(1'b0),
      .load_i(1'b0),
      .load_address_i(17'd0),
      .load_data_i(16'd0),
      .run_i(run_i),
      .idle_o(idle),
      .done_o(done),
      .found_o(found),
      .cmd_valid_o(cmd_valid),
      .cmd_ready_i(cmd_ready_i),
      .cmd_op_o(op),
      .col_o(col),
      .row_o(row),
      .shape_o(shape),
      .rsp_valid_i(rsp_valid_i),
      .rsp_status_i(rsp_status_i),
      .rsp_completed_i(rsp_completed_i),
      .width_i(none),
      .height_i(none),
      .red_i(red_i),
      .origin_x_i(origin),
      .origin_y_i(origin),
      .see_o(see),
      .see_square_o(see_square),
      .look_valid_i(look_valid_i),
      .look_empty_i(look_empty_i),
      .look_square_i(look_square_i),
      .look_words_i(look_words_i),
      .nodes_o(nodes)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);
  logic live;
  assign live = started && !rst_i;

  // ---- the core: an answer to each command, later
  logic pass;
  assign pass = live && cmd_valid && cmd_ready_i;
  logic due_q = 1'b0;
  always_ff @(posedge clk_i) due_q <= !rst_i && (pass || (due_q && !rsp_valid_i));
  always_comb begin
    assume (!rsp_valid_i || due_q);
    assume (!cmd_ready_i || !due_q || rsp_valid_i);
  end

  // ---- how many turns are on the board, and the last that was played. One that the core refuses is not
  // there, but the move that is given, which has been played before, is taken to be
  logic [3:0] played_q;
  logic [LogSize:0] col_q, row_q;
  logic [1:0] shape_q, last_q;
  logic refused_q = 1'b0;
  always_ff @(posedge clk_i) begin
    if (pass && op == 2'(ll_trax_pkg::OpPlay)) begin
      played_q <= played_q + 1;
      col_q <= col;
      row_q <= row;
      shape_q <= shape;
    end
    if (pass && op == 2'(ll_trax_pkg::OpUndo)) played_q <= played_q - 1;
    refused_q <= due_q && rsp_valid_i && last_q == 2'(ll_trax_pkg::OpPlay) && rsp_status_i != ll_trax_pkg::Ok;
    if (refused_q && !done) played_q <= played_q - 1;
    if (pass) last_q <= op;
    if (rst_i || idle) played_q <= 0;
  end

  // ---- a cycle ago
  logic waited_q;
  logic [2*LogSize+5:0] was_q, command;
  assign command = op == 2'(ll_trax_pkg::OpUndo) ? op : {op, col, row, shape};
  always_ff @(posedge clk_i) begin
    waited_q <= live && run_i && cmd_valid && !cmd_ready_i;
    was_q <= command;
  end

  always_comb begin
    if (live) begin
      if (idle) begin a_free : assert (!due_q && !cmd_valid); end
      if (cmd_valid) begin a_alone : assert (!due_q); end
      if (waited_q) begin a_held : assert (cmd_valid && command == was_q); end
      if (pass && op == 2'(ll_trax_pkg::OpPlay)) begin a_room : assert (played_q < Plies); end
      if (pass && op == 2'(ll_trax_pkg::OpUndo)) begin a_back : assert (played_q != 0); end
      if (pass) begin
        a_op : assert (op == 2'(ll_trax_pkg::OpPlay) || op == 2'(ll_trax_pkg::OpUndo) ||
                       op == 2'(ll_trax_pkg::OpTry));
      end
      if (done && found) begin
        a_given : assert (played_q == 1 && last_q == 2'(ll_trax_pkg::OpPlay) && col == col_q && row == row_q && shape == shape_q);
      end
      if (done && !found) begin a_none : assert (played_q == 0); end
    end
    c_given : cover (live && done && found && nodes == 2);
    c_none : cover (live && done && !found);
    c_deep : cover (live && pass && op == 2'(ll_trax_pkg::OpPlay) && played_q == 1);
    c_given_up : cover (live && started && !run_i && due_q && rsp_valid_i && !idle);
  end
endmodule
`default_nettype wire
