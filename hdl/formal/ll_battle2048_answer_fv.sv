// SPDX-License-Identifier: Apache-2.0
//
// ll_battle2048_answer, by its ports alone, with any tiles at any times and any backpressure: each
// line is 3 3 or D M V and a row and a column for each tile, each of them taken once, in order; what
// is offered holds.
`default_nettype none

module ll_battle2048_answer_fv (
    input logic clk_i,
    input logic rst_i,
    input logic start_i,
    input logic tile_valid_i,
    input logic last_i,
    input logic [1:0] direction_i,
    input logic [2:0] split_i,
    input logic [3:0] exponent_i,
    input logic [2:0] row_i,
    input logic [2:0] column_i,
    input logic ready_i
);
  logic idle, tile_ready, valid, eol;
  logic [7:0] char;

  ll_battle2048_answer dut (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .start_i       (start_i),
      .idle_o        (idle),
      .tile_valid_i  (tile_valid_i),
      .tile_ready_o  (tile_ready),
      .last_i        (last_i),
      .direction_i   (direction_i),
      .split_i       (split_i),
      .exponent_i    (exponent_i),
      .row_i         (row_i),
      .column_i      (column_i),
      .answer_valid_o(valid),
      .answer_ready_i(ready_i),
      .answer_char_o (char),
      .answer_eol_o  (eol)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);

  // Tiles hold until they are taken, and those of an answer have its slide. Nobody asks for the
  // start cell meanwhile.
  logic waits_q = 1'b0, within_q = 1'b0;
  logic [9:0] tile_q;
  logic [8:0] slide_q;
  always_ff @(posedge clk_i) begin
    waits_q <= tile_valid_i && !tile_ready && !rst_i;
    tile_q  <= {last_i, row_i, column_i, 3'd0};
    slide_q <= {direction_i, split_i, exponent_i};
    if (tile_valid_i) within_q <= !(tile_ready && last_i);
    if (rst_i) within_q <= 1'b0;
  end
  always_comb begin
    if (waits_q) assume (tile_valid_i && tile_q == {last_i, row_i, column_i, 3'd0});
    if (within_q) assume (slide_q == {direction_i, split_i, exponent_i} && !start_i);
    if (!idle || tile_valid_i) assume (!start_i);
    if (cell_q) assume (!tile_valid_i);
    assume (split_i <= 4 && exponent_i >= 1 && exponent_i <= 11 && row_i <= 4 && column_i <= 4);
  end

  // The line: the place of its next character, and whether it is the start cell.
  logic cell_q = 1'b0, line_q = 1'b0, ends_q = 1'b0;
  logic [3:0] place_q = 4'd0;
  logic wide_count, wide_exponent;
  logic [3:0] first;  // place of the space before the first row
  assign wide_count = split_i == 4;
  assign wide_exponent = exponent_i >= 10;
  assign first = 4'd5 + {3'd0, wide_count} + {3'd0, wide_exponent};
  logic [3:0] in_tile;
  assign in_tile = place_q - first;

  logic [7:0] want;
  logic [4:0] count;
  assign count = 5'd1 << split_i;
  always_comb begin
    want = 8'h20;
    if (cell_q) want = place_q == 1 ? 8'h20 : "3";
    else if (place_q == 0) want = direction_i == 0 ? "U" : direction_i == 1 ? "R" : direction_i == 2 ? "D" : "L";
    else if (place_q == 2) want = wide_count ? "1" : 8'h30 + {3'd0, count};
    else if (place_q == 3 && wide_count) want = "6";
    else if (place_q == first - 1) want = 8'h30 + {4'd0, exponent_i} - (wide_exponent ? 8'd10 : 8'd0);
    else if (place_q == first - 2 && wide_exponent) want = "1";
    else if (place_q > first && in_tile == 1) want = 8'h31 + {5'd0, row_i};
    else if (place_q > first && in_tile == 3) want = 8'h31 + {5'd0, column_i};
  end

  logic passes;
  assign passes = valid && ready_i;
  always_ff @(posedge clk_i) begin
    if (start_i) cell_q <= 1'b1;
    if (passes && !eol) begin
      line_q  <= 1'b1;
      place_q <= place_q + 1;
      if (cell_q ? place_q == 2 : place_q > first && in_tile == 3) begin
        ends_q  <= cell_q || last_i;
        place_q <= first;
      end
    end
    if (passes && eol) begin
      line_q  <= 1'b0;
      cell_q  <= 1'b0;
      ends_q  <= 1'b0;
      place_q <= 0;
    end
    if (rst_i) begin
      line_q  <= 1'b0;
      cell_q  <= 1'b0;
      ends_q  <= 1'b0;
      place_q <= 0;
    end
  end

  logic held_q = 1'b0;
  logic [8:0] offered_q;
  always_ff @(posedge clk_i) begin
    held_q    <= valid && !ready_i && !rst_i;
    offered_q <= {eol, eol ? 8'd0 : char};
  end

  always_comb begin
    if (started && valid) begin
      a_asked : assert (cell_q || tile_valid_i);
      a_end : assert (eol == ends_q);
    end
    if (started && valid && !eol) begin a_char : assert (char == want); end
    if (started && tile_ready) begin
      a_taken : assert (passes && (last_i ? eol : place_q > first && in_tile == 3));
    end
    if (started && idle) begin a_idle : assert (!line_q && !valid); end
    if (started && passes && eol && !cell_q) begin a_last : assert (tile_ready); end
    if (started && passes && !eol && !cell_q && place_q > first && in_tile == 3 && !last_i) begin
      a_next : assert (tile_ready);
    end
    if (held_q) begin a_holds : assert (valid && {eol, eol ? 8'd0 : char} == offered_q); end
    c_cell : cover (passes && eol && cell_q);
    c_two : cover (passes && !eol && place_q == first && ends_q == 0 && split_i == 4 && exponent_i == 10 && in_tile == 0 && line_q && tile_q[5:3] == 2);
    c_last : cover (passes && eol && !cell_q);
  end
endmodule
`default_nettype wire
