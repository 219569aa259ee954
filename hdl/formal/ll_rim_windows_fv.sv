// SPDX-License-Identifier: Apache-2.0
//
// ll_rim_windows with the words of any one window of ten edges, and of six, loaded, and anything at
// other places: along any walk, with first edges at any times, the sum of an edge with which that
// window ends is that of the words that have its tag. No edge passes in the cycles of Gaps. The window
// is found here by its definition: which of its edges a later one is the mate of. Places and tags are
// ll_rim_hash's.
`default_nettype none

module ll_rim_windows_fv #(
    parameter int LogSize = 3,
    parameter int Gaps = 0
) (
    input logic clk_i,
    input logic first_i,
    input logic other_i,
    input logic [1:0] bend_i,
    input logic [2*LogSize+1:0] edge_i,
    input logic [2*LogSize+1:0] mate_i
);
  localparam int Edges = 10;
  localparam int EdgeWidth = 2 * LogSize + 2;
  localparam logic [39:0] Depends = 40'h9ffffffff7;

  (* anyconst *) logic enable;
  (* anyconst *) logic [39:0] sought;
  (* anyconst *) logic [63:0] words;
  logic [55:0] places;
  logic [9:0] wide_tag;
  logic [6:0] narrow_tag;
  logic [39:0] unused;
  ll_rim_hash hash (
      .place_i(14'd0),
      .window_o(unused),
      .window_i(sought),
      .places_o(places),
      .wide_tag_o(wide_tag),
      .narrow_tag_o(narrow_tag)
  );

  // Loads a word of each RAM, and then leaves time.
  localparam logic [3:0] Loads = 4'd8;
  localparam logic [3:0] Walks = 4'd10;
  logic [3:0] age_q = 4'd0;
  always_ff @(posedge clk_i) if (age_q != Walks) age_q <= age_q + 4'd1;
  logic walks, load;
  logic [1:0] ram;
  assign walks = age_q == Walks;
  assign load = age_q < Loads && !age_q[0];
  assign ram = age_q[2:1];

  logic valid, out_valid;
  logic signed [8:0] sum;
  logic [4:0] cycle_q = 5'd0;
  always_ff @(posedge clk_i) if (walks) cycle_q <= cycle_q + 5'd1;
  assign valid = walks && !Gaps[cycle_q];
  ll_rim_windows #(
      .LogSize(LogSize)
  ) dut (
      .clk_i(clk_i),
      .enable_i(enable),
      .valid_i(valid),
      .first_i(first_i),
      .other_i(other_i),
      .bend_i(bend_i),
      .edge_i(edge_i),
      .mate_i(mate_i),
      .valid_o(out_valid),
      .sum_o(sum),
      .load_i(load),
      .load_address_i({ram, places[14*ram+:14]}),
      .load_data_i(words[16*ram+:16])
  );

  // The walk: its last ten edges, the newest first.
  logic [Edges*EdgeWidth-1:0] edges_q, mates_q;
  logic [3*Edges-1:0] kinds_q;
  logic [3:0] count_q;
  logic begun_q = 1'b0;
  always_ff @(posedge clk_i) begin
    if (valid) begin
      edges_q <= {edges_q[(Edges-1)*EdgeWidth-1:0], edge_i};
      mates_q <= {mates_q[(Edges-1)*EdgeWidth-1:0], mate_i};
      kinds_q <= {kinds_q[3*Edges-4:0], bend_i, other_i};
      count_q <= first_i ? 4'd1 : count_q == 4'd10 ? 4'd10 : count_q + 4'd1;
      begun_q <= 1'b1;
    end
  end
  always_comb assume (begun_q || !valid || first_i);

  logic [39:0] window;
  always_comb begin
    window = 40'd0;
    for (int i = 0; i < Edges; i = i + 1) begin
      window[4*i+:3] = kinds_q[3*i+:3];
      for (int k = 0; k < i; k = k + 1) begin
        if (mates_q[EdgeWidth*k+:EdgeWidth] == edges_q[EdgeWidth*i+:EdgeWidth]) window[4*i+3] = 1'b1;
      end
    end
  end

  // Four cycles after an edge: three after it is in the window above.
  logic [3:0] valid_q = 4'd0;
  logic [2:0] whole_q, same_q;
  always_ff @(posedge clk_i) begin
    valid_q <= {valid_q[2:0], valid};
    whole_q <= {whole_q[1:0], count_q == 4'd10};
    same_q <= {same_q[1:0], ((window ^ sought) & Depends) == 0};
  end

  logic [5:0] wide;
  logic [7:0] narrow;
  logic signed [8:0] want;
  always_comb begin
    wide = 6'd0;
    for (int i = 0; i < 3; i = i + 1) if (words[16*i+6+:10] == wide_tag) wide = wide | words[16*i+:6];
    narrow = words[63:56] == {1'b0, narrow_tag} ? words[55:48] : 8'd0;
    want = {{3{wide[5]}}, wide} + {narrow[7], narrow};
  end

  always_comb begin
    if (walks) begin a_valid : assert (out_valid == valid_q[3]); end
    if (walks && valid_q[3] && (!whole_q[2] || !enable)) begin a_none : assert (sum == 0); end
    if (walks && valid_q[3] && whole_q[2] && enable && same_q[2]) begin a_sum : assert (sum == want); end
    c_sum : cover (valid_q[3] && whole_q[2] && enable && same_q[2] && want == -9'sd40 && sought[39] && sought[35]);
    c_none : cover (valid_q[3] && !whole_q[2] && enable && same_q[2] && want == 9'sd7);
  end
endmodule
`default_nettype wire
