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
);
  logic clk = 1'b0, rst = 1'b1;
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

  always begin
    #5 clk = 1'b1;
    #5 clk = 1'b0;
  end

  // Takes moves of GEN with pauses.
  logic [15:0] noise = 16'd1;
  always @(posedge clk) noise <= {noise[14:0], noise[15] ^ noise[13] ^ noise[12] ^ noise[10]};
  assign gen_ready = noise[0] | noise[3];

  // Every other command is offered while the core is busy. What has no meaning any more changes.
  logic early;
  int turns, seed, plies, without, stimulus, waited;
  logic [27:0] command;
  initial begin
    if (!$value$plusargs("turns=%d", turns)) turns = 20000;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("plies=%d", plies)) plies = 0;
    if (!$value$plusargs("without=%d", without)) without = 0;
    stimulus = $ll_stimulus_new(seed, LogSize, without, plies);
    if (stimulus < 0) $fatal(1, "no stimulus: error %0d of loopline.h", stimulus);
    repeat (4) @(negedge clk);
    rst = 1'b0;
    early = 1'b1;
    while (!differs && scoreboard.turns(1'b0) < turns) begin
      command = $ll_stimulus_next(stimulus);
      cmd_valid = 1'b1;
      cmd_op = command[2:0];
      cmd_shape = command[5:4];
      cmd_col = command[8+:LogSize+1];
      cmd_row = command[18+:LogSize+1];
      wait_ready;
      @(negedge clk);  // it has passed
      cmd_valid = 1'b0;
      {cmd_op, cmd_col, cmd_row, cmd_shape} = ~{cmd_op, cmd_col, cmd_row, cmd_shape};
      early = !early;
      if (!early) wait_ready;
    end
    wait_ready;
    @(negedge clk);
    scoreboard.report_exit;
    $finish;
  end

  // Waits for a falling edge at which the core is ready: a command offered there passes.
  task wait_ready;
    waited = 0;
    while (!cmd_ready && !differs) begin
      waited = waited + 1;
      if (waited == Patience) begin
        scoreboard.timeout;
        scoreboard.report_exit;
      end
      @(negedge clk);
    end
  endtask
endmodule

`default_nettype wire
