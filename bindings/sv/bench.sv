// SPDX-License-Identifier: Apache-2.0
//
// Plays random games on ll_core and compares it with the rules after each turn.
//
//   +turns=N     PLAY and TRY to compare; 20000 if not given
//   +seed=N      of the games
//   +plies=N     games end after so many turns: 1 for a core that knows the first turn alone
//   +without=N   operations that the core lacks: 4 UNDO, 8 TRY, 16 GEN, and sums of these
`default_nettype none

module bench #(
    parameter int LogSize  = 5,
    parameter int Patience = 4000000  // clock cycles
) (
`ifdef LL_CLOCK_PORT
    input wire clk
`endif
);
  /* verilator lint_off BLKSEQ */
`ifndef LL_CLOCK_PORT
  logic clk = 1'b0;
  always begin
    #5 clk = 1'b1;
    #5 clk = 1'b0;
  end
`endif
  logic rst = 1'b1;
  logic cmd_valid = 1'b0, cmd_ready;
  logic [2:0] cmd_op = 3'd0;
  logic [LogSize:0] cmd_col = 0, cmd_row = 0;
  logic [1:0] cmd_shape = 2'd0;
  logic rsp_valid;
  logic [3:0] rsp_status, rsp_completed;
  logic gen_valid, gen_ready;
  logic [LogSize:0] gen_col, gen_row;
  logic [1:0] gen_shape;
  logic [3:0] gen_status, gen_completed;
  logic [LogSize:0] width, height;
  logic [2*LogSize:0] tiles;
  logic red, over, winner;
  logic trace_valid, trace_undo, trace_forced;
  logic [LogSize-1:0] trace_x, trace_y, origin_x, origin_y;
  logic [3:0] trace_tile;
  logic differs;

  ll_core #(
      .LogSize(LogSize)
  ) core (
      .clk_i          (clk),
      .rst_i          (rst),
      .cmd_valid_i    (cmd_valid),
      .cmd_ready_o    (cmd_ready),
      .cmd_op_i       (cmd_op),
      .cmd_col_i      (cmd_col),
      .cmd_row_i      (cmd_row),
      .cmd_shape_i    (cmd_shape),
      .rsp_valid_o    (rsp_valid),
      .rsp_status_o   (rsp_status),
      .rsp_completed_o(rsp_completed),
`ifndef LL_WITHOUT_GEN
      .gen_valid_o    (gen_valid),
      .gen_ready_i    (gen_ready),
      .gen_col_o      (gen_col),
      .gen_row_o      (gen_row),
      .gen_shape_o    (gen_shape),
      .gen_status_o   (gen_status),
      .gen_completed_o(gen_completed),
`endif
      .width_o        (width),
      .height_o       (height),
      .tiles_o        (tiles),
      .red_o          (red),
      .over_o         (over),
      .winner_o       (winner),
      .trace_valid_o  (trace_valid),
      .trace_undo_o   (trace_undo),
      .trace_forced_o (trace_forced),
      .trace_x_o      (trace_x),
      .trace_y_o      (trace_y),
      .trace_tile_o   (trace_tile),
      .origin_x_o     (origin_x),
      .origin_y_o     (origin_y)
  );
`ifdef LL_WITHOUT_GEN
  assign gen_valid = 1'b0;
  assign {gen_col, gen_row, gen_shape, gen_status, gen_completed} = 0;
`endif

  ll_scoreboard #(
      .LogSize(LogSize)
  ) scoreboard (
      .clk_i          (clk),
      .rst_i          (rst),
      .cmd_valid_i    (cmd_valid),
      .cmd_ready_o    (cmd_ready),
      .cmd_op_i       (cmd_op),
      .cmd_col_i      (cmd_col),
      .cmd_row_i      (cmd_row),
      .cmd_shape_i    (cmd_shape),
      .rsp_valid_o    (rsp_valid),
      .rsp_status_o   (rsp_status),
      .rsp_completed_o(rsp_completed),
      .gen_valid_o    (gen_valid),
      .gen_ready_i    (gen_ready),
      .gen_col_o      (gen_col),
      .gen_row_o      (gen_row),
      .gen_shape_o    (gen_shape),
      .gen_status_o   (gen_status),
      .gen_completed_o(gen_completed),
      .width_o        (width),
      .height_o       (height),
      .tiles_o        (tiles),
      .red_o          (red),
      .over_o         (over),
      .winner_o       (winner),
      .trace_valid_o  (trace_valid),
      .trace_undo_o   (trace_undo),
      .trace_forced_o (trace_forced),
      .trace_x_o      (trace_x),
      .trace_y_o      (trace_y),
      .trace_tile_o   (trace_tile),
      .origin_x_o     (origin_x),
      .origin_y_o     (origin_y),
      .differs        (differs)
  );

  // Takes moves of GEN with pauses.
  logic [15:0] noise = 16'd1;
  always @(posedge clk) noise <= {noise[14:0], noise[15] ^ noise[13] ^ noise[12] ^ noise[10]};
  assign gen_ready = noise[0] | noise[3];

  int turns, seed, plies, without, stimulus, waited, resets;
  logic ended = 1'b0;
  logic early = 1'b1;
  logic passes = 1'b0;  // at the next rising edge
  logic [27:0] command;
  initial begin
    if (!$value$plusargs("turns=%d", turns)) turns = 20000;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("plies=%d", plies)) plies = 0;
    if (!$value$plusargs("without=%d", without)) without = 0;
    stimulus = loopline_pkg::ll_stimulus_new(seed, LogSize, without, plies);
    if (stimulus < 0) $fatal(1, "%s", loopline_pkg::ll_error_text(stimulus));
  end

  // Every other command is offered while the core is busy. What has no meaning any more changes. There is
  // one process without waits: to resume one at each edge takes a simulator longer.
  always @(negedge clk) begin
    if (passes) begin
      cmd_valid = 1'b0;
      {cmd_op, cmd_col, cmd_row, cmd_shape} = ~{cmd_op, cmd_col, cmd_row, cmd_shape};
      early = !early;
      passes = 1'b0;
    end
    if (resets < 4) begin
      resets = resets + 1;
      if (resets == 4) rst = 1'b0;
    end else if (ended) begin
      scoreboard.report_exit();
      $finish;
    end else if (differs) begin
      ended = 1'b1;
    end else begin
      if (!cmd_valid && (cmd_ready || early)) begin
        if (scoreboard.turns() < turns) offer;
        else ended = cmd_ready;
      end
      passes = cmd_valid && cmd_ready;
      waited = cmd_ready ? 0 : waited + 1;
      if (waited == Patience) begin
        scoreboard.timeout();
        scoreboard.report_exit();
      end
    end
  end

  task offer;
    command = 28'(loopline_pkg::ll_stimulus_next(stimulus));
    cmd_valid = 1'b1;
    cmd_op = command[2:0];
    cmd_shape = command[5:4];
    cmd_col = command[8+:LogSize+1];
    cmd_row = command[18+:LogSize+1];
  endtask
endmodule

`default_nettype wire
