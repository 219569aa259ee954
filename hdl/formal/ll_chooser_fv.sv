// SPDX-License-Identifier: Apache-2.0
//
// What ll_chooser does with a core that answers anything, at any time. That it plays legal moves alone
// is shown by a mark, a bit of a move: if the legal moves that the core streams have it, and the others
// not, then every move that is played has it.
`default_nettype none

module ll_chooser_fv #(
    parameter int LogSize = 3,
    parameter int ListDepth = 4,
    parameter int BudgetCycles = 20,
    parameter int Mark = 0  // which bit, of shape, row, column
) (
    input logic clk_i,
    input logic rst_i,
    input logic run_i,
    input logic cmd_ready_i,
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
  logic idle, done, found;
  logic [LogSize:0] col;
  logic [LogSize:0] row;
  logic [1:0] shape;
  logic cmd_valid;
  logic [2:0] op;

  ll_chooser #(
      .LogSize(LogSize),
      .ListDepth(ListDepth),
      .BudgetCycles(BudgetCycles)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .run_i(run_i),
      .idle_o(idle),
      .done_o(done),
      .found_o(found),
      .col_o(col),
      .row_o(row),
      .shape_o(shape),
      .cmd_valid_o(cmd_valid),
      .cmd_ready_i(cmd_ready_i),
      .cmd_op_o(op),
      .rsp_valid_i(rsp_valid_i),
      .gen_valid_i(gen_valid_i),
      .gen_col_i(gen_col_i),
      .gen_row_i(gen_row_i),
      .gen_shape_i(gen_shape_i),
      .gen_status_i(gen_status_i),
      .gen_completed_i(gen_completed_i),
      .tiles_i(tiles_i),
      .red_i(red_i)
  );
  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);
  logic live;
  assign live = started && !rst_i;

  // ---- the core: an answer to each command, later; moves between GEN and its answer
  logic pass;
  assign pass = live && cmd_valid && cmd_ready_i;
  logic due_q = 1'b0;
  logic [2:0] op_q;
  always_ff @(posedge clk_i) begin
    due_q <= !rst_i && (pass || (due_q && !rsp_valid_i));
    if (pass) op_q <= op;
  end
  always_comb begin
    assume (!rsp_valid_i || due_q);
    assume (!cmd_ready_i || !due_q || rsp_valid_i);
    assume (!gen_valid_i || (due_q && op_q == ll_trax_pkg::OpGen && !rsp_valid_i));
  end

  // ---- the mark
  logic [15:0] streamed;
  assign streamed = {gen_shape_i, gen_row_i, gen_col_i};
  logic [15:0] chosen;
  assign chosen = {shape, row, col};
  logic legal;
  assign legal = gen_valid_i && gen_status_i == ll_trax_pkg::Ok;
  always_comb if (gen_valid_i) assume (streamed[Mark] == legal);

  // ---- turns on the core since the work began, and whether it was ever taken off the work
  logic [1:0] turns_q = 0;
  logic listed_q = 1'b0;  // a legal move has been streamed
  always_ff @(posedge clk_i) begin
    if (rst_i || idle) begin
      turns_q <= 0;
      listed_q <= 1'b0;
    end else begin
      if (pass && op == ll_trax_pkg::OpPlay) turns_q <= turns_q + 1;
      if (pass && op == ll_trax_pkg::OpUndo) turns_q <= turns_q - 1;
      if (legal) listed_q <= 1'b1;
    end
  end

  // ---- a cycle ago
  logic waited_q, done_q;
  logic [2:0] was_op_q;
  always_ff @(posedge clk_i) begin
    waited_q <= live && cmd_valid && !cmd_ready_i;
    done_q <= live && done && run_i;
    was_op_q <= op;
  end

  always_comb begin
    if (live) begin
      if (pass && op == ll_trax_pkg::OpPlay) begin a_legal : assert (chosen[Mark]); end
      if (done && found) begin a_found : assert (chosen[Mark] && turns_q == 1); end
      if (done && !found) begin a_none : assert (turns_q == 0 && !listed_q); end
      // A command is one of three, comes alone, and holds until it passes.
      if (cmd_valid) begin
        a_command : assert (!due_q && (op == ll_trax_pkg::OpPlay || op == ll_trax_pkg::OpUndo ||
                                       op == ll_trax_pkg::OpGen));
      end
      if (waited_q) begin a_waited : assert (cmd_valid && op == was_op_q); end
      if (idle) begin a_idle : assert (!cmd_valid && !due_q); end
      // Turns are taken back that were played: two deep at most.
      if (pass && op == ll_trax_pkg::OpPlay) begin a_deep : assert (turns_q < 2); end
      if (pass && op == ll_trax_pkg::OpUndo) begin a_undo : assert (turns_q != 0); end
      if (done_q) begin a_done : assert (done); end
    end
    c_played : cover (live && done && found);
    c_nothing : cover (live && done && !found);
    c_deep : cover (pass && op == ll_trax_pkg::OpUndo && turns_q == 2);
    c_given_up : cover (live && waited_q && !run_i && op == ll_trax_pkg::OpUndo);
  end
endmodule
`default_nettype wire
