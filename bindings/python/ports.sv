// SPDX-License-Identifier: Apache-2.0
//
// A core that programs talk to by lines: it takes the commands of a file, and prints what its
// ports do, a line an event, in the order in which a scoreboard wants it. bench.py has the other
// side. Runs in any simulator of SystemVerilog.
//
//   +commands=FILE   a line a command: op, column, row and shape as numbers
`default_nettype none

module ports #(
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

  always begin
    #5 clk = 1'b1;
    #5 clk = 1'b0;
  end

  // Takes moves of GEN with pauses.
  logic [15:0] noise = 16'd1;
  always @(posedge clk) noise <= {noise[14:0], noise[15] ^ noise[13] ^ noise[12] ^ noise[10]};
  assign gen_ready = noise[0] | noise[3];

  // A line an event.
  logic settling = 1'b0;  // answered, and not ready since
  always @(posedge clk) begin
    if (rst) begin
      $display("R");
    end else begin
      if (trace_valid) begin
        $display("T %0d %0d %0d %0d %0d %0d %0d", trace_undo, trace_forced, trace_x, trace_y, trace_tile, origin_x,
                 origin_y);
      end
      if (gen_valid && gen_ready) begin
        $display("G %0d %0d %0d %0d %0d", gen_col, gen_row, gen_shape, gen_status, gen_completed);
      end
      if (rsp_valid) begin
        $display("A %0d %0d %0d %0d %0d %0d %0d %0d %0d %0d", width, height, tiles, red, over, winner, origin_x,
                 origin_y, rsp_status, rsp_completed);
      end
      if (cmd_ready && (settling || rsp_valid)) begin
        $display("I %0d %0d %0d %0d %0d %0d %0d %0d", width, height, tiles, red, over, winner, origin_x, origin_y);
      end
      if (cmd_valid && cmd_ready) $display("C %0d %0d %0d %0d", cmd_op, cmd_col, cmd_row, cmd_shape);
    end
    settling <= !rst && (settling || rsp_valid) && !cmd_ready;
  end

  // Every other command is offered while the core is busy. What has no meaning any more changes.
  logic early;
  string name;
  int file, op, col, row, shape, waited;
  initial begin
    if (!$value$plusargs("commands=%s", name)) name = "commands.txt";
    file = $fopen(name, "r");
    if (file == 0) begin
      $display("E no such file; give one with +commands=FILE");
      $finish;
    end
    repeat (4) @(negedge clk);
    rst = 1'b0;
    early = 1'b1;
    while ($fscanf(file, "%d %d %d %d", op, col, row, shape) == 4) begin
      cmd_valid = 1'b1;
      cmd_op = op[2:0];
      cmd_shape = shape[1:0];
      cmd_col = col[LogSize:0];
      cmd_row = row[LogSize:0];
      wait_ready;
      @(negedge clk);  // it has passed
      cmd_valid = 1'b0;
      {cmd_op, cmd_col, cmd_row, cmd_shape} = ~{cmd_op, cmd_col, cmd_row, cmd_shape};
      early = !early;
      if (!early) wait_ready;
    end
    wait_ready;
    @(negedge clk);
    $display("E");
    $finish;
  end

  // Waits for a falling edge at which the core is ready: a command offered there passes.
  task wait_ready;
    waited = 0;
    while (!cmd_ready) begin
      waited = waited + 1;
      if (waited == Patience) begin
        $display("W");
        $finish;
      end
      @(negedge clk);
    end
  endtask
endmodule

`default_nettype wire
