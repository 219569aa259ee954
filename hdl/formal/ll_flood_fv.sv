// SPDX-License-Identifier: Apache-2.0
//
// ll_flood, by its ports alone: any field, whenever it is given and taken, with resets at any time.
// What is not inside is the least set of free cells that holds those on the edge, and with a cell
// its free neighbours: it is such a set, and lies in every other one. The other one is any set that
// is never changed. Columns and rows define the neighbours.
`default_nettype none

module ll_flood_fv #(
    parameter int Width = 4,
    parameter int Height = 4,
    parameter int Neighbours = 4
) (
    input logic clk_i,
    input logic rst_i,
    input logic valid_i,
    input logic ready_i,
    input logic [Width*Height-1:0] walls_i,
    input logic [Width*Height-1:0] other_i
);
  localparam int Cells = Width * Height;

  logic ready, valid;
  logic [Cells-1:0] inside;

  ll_flood #(
      .Width(Width),
      .Height(Height),
      .Neighbours(Neighbours)
  ) dut (
      .clk_i   (clk_i),
      .rst_i   (rst_i),
      .valid_i (valid_i),
      .ready_o (ready),
      .walls_i (walls_i),
      .valid_o (valid),
      .ready_i (ready_i),
      .inside_o(inside)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);

  // The field that was asked about, and since when.
  logic [Cells-1:0] walls_q;
  logic pending_q = 1'b0;
  logic [7:0] since_q;
  logic held_q = 1'b0;
  logic [Cells-1:0] inside_q, other_q;
  always_ff @(posedge clk_i) begin
    if (valid && ready_i) pending_q <= 1'b0;
    if (since_q != 8'hff) since_q <= since_q + 1;
    if (valid_i && ready) begin
      walls_q   <= walls_i;
      other_q   <= other_i;
      pending_q <= 1'b1;
      since_q   <= 1;
    end
    if (rst_i) pending_q <= 1'b0;
    held_q   <= valid && !ready_i && !rst_i;
    inside_q <= inside;
  end

  // Sets of free cells: what is not inside, and another one. Is there a free cell at the edge that
  // is not in, or one that is not in beside one that is?
  logic [Cells-1:0] outside;
  assign outside = ~walls_q & ~inside;
  logic leaks, other_leaks;
  logic near;
  always_comb begin
    leaks = 0;
    other_leaks = 0;
    near = 0;
    for (int a = 0; a < Cells; a++) begin
      if (a % Width == 0 || a % Width == Width - 1 || a / Width == 0 || a / Width == Height - 1) begin
        if (!walls_q[a] && !outside[a]) leaks = 1;
        if (!walls_q[a] && !other_q[a]) other_leaks = 1;
      end
      for (int b = 0; b < Cells; b++) begin
        near = (a % Width - b % Width) * (a % Width - b % Width) + (a / Width - b / Width) * (a / Width - b / Width) <=
            (Neighbours == 8 ? 2 : 1);
        if (near && !walls_q[b] && outside[a] && !outside[b]) leaks = 1;
        if (near && !walls_q[b] && !walls_q[a] && other_q[a] && !other_q[b]) other_leaks = 1;
      end
    end
  end

  always_comb begin
    if (valid && started) begin
      a_asked : assert (pending_q);
      a_no_wall : assert ((inside & walls_q) == 0);
      a_closed : assert (!leaks);
      if (!other_leaks) begin a_least : assert ((outside & ~other_q) == 0); end
    end
    if (started && pending_q && since_q > Cells) begin a_in_time : assert (valid); end
    if (started && !pending_q) begin a_ready : assert (ready); end
    if (started && pending_q && !(valid && ready_i)) begin a_busy : assert (!ready); end
    if (held_q) begin a_holds : assert (valid && inside == inside_q); end
    c_ring : cover (valid && inside != 0 && (inside & (inside - 1)) == 0 && walls_q != 0);
    c_two : cover (valid && (inside & (inside - 1)) != 0);
    c_again : cover (valid && ready_i && valid_i && ready && inside == 0 && since_q > 4);
  end
endmodule
`default_nettype wire
