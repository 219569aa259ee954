// SPDX-License-Identifier: Apache-2.0
//
// Weights of windows of rim edges, for a walk counterclockwise along the rim of the tiles: of each
// edge, the weight of the ten edges passed last and that of the six passed last. They are words in
// four single-port RAMs, found by hashes of the window: three for windows of ten edges, each of
// which has a place in each of them, one for windows of six. See docs/rtl/windows.md and
// trax/engine/searchmodel/rimweights.
//
// Latency:    valid_o and sum_o follow an edge by four clock cycles.
// Throughput: an edge in every cycle.
// Handshake:  valid_i passes an edge, with first_i the first of a walk. sum_o is of the edge for
//             which valid_o is high. It is 0 for the first nine edges of a walk, as long as enable_i
//             is low, and for a window that has no weight.
//             load_i writes a word. Its address and data have to hold in the next cycle, too, and
//             load_i must be low then. No edge may pass from three cycles before load_i to two
//             after it.
// Reset:      none: first_i.
//
//   bend_i         the rim's bend from the edge passed before: 0 straight, 1 outward, 2 inward
//   edge_i         the edge: the side and the square that it enters
//   mate_i         the edge at which its track ends, too
//   enable_i       the words are loaded
//   load_address_i the RAM, 2 bits, and the place of the word, 14 bits
//   load_data_i    a tag and a weight: 10 and 6 bits in RAM 0 to 2, 8 and 8 bits in RAM 3
//
// Parameters
//   LogSize   binary logarithm of the board's columns and rows, 3 to 5
`default_nettype none

module ll_rim_windows #(
    parameter int LogSize = 5
) (
    input  logic                        clk_i,
    input  logic                        enable_i,
    // the walk
    input  logic                        valid_i,
    input  logic                        first_i,
    input  logic                        other_i,  // the track is that of the side not to move
    input  logic        [          1:0] bend_i,
    input  logic        [2*LogSize+1:0] edge_i,
    input  logic        [2*LogSize+1:0] mate_i,
    // its weights
    output logic                        valid_o,
    output logic signed [          8:0] sum_o,
    // the words
    input  logic                        load_i,
    input  logic        [         15:0] load_address_i,
    input  logic        [         15:0] load_data_i
);
  if (LogSize < 3 || LogSize > 5) begin : gen_check_size
    ll_rim_windows_LogSize_must_be_3_to_5 u_error ();
  end

  localparam int Edges = 10;  // of the wide window
  localparam int EdgeWidth = 2 * LogSize + 2;
  localparam int WindowWidth = 4 * Edges;

  // The edges passed, the newest first, the mate of the newest, and how many edges of the walk.
  logic [Edges*EdgeWidth-1:0] passed_q;
  logic [EdgeWidth-1:0] mate_q;
  logic other_q;
  logic [1:0] bend_q;
  logic [3:0] count_q;
  logic whole;
  assign whole = count_q == Edges[3:0];
  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      passed_q <= {passed_q[(Edges-1)*EdgeWidth-1:0], edge_i};
      {mate_q, other_q, bend_q} <= {mate_i, other_i, bend_i};
      if (first_i) count_q <= 4'd1;
      else if (!whole) count_q <= count_q + 4'd1;
    end
  end

  // The window: an edge is {its track ends at a newer edge, bend, other}. A word to write goes to
  // the place of the window that has its address in the pivots.
  logic [2:0] valid_q;
  logic [1:0] whole_q;
  logic load_q;
  logic [WindowWidth-1:0] window_q, shifted, loaded;
  logic [9:0] wide_tag, wide_tag_q;
  logic [6:0] narrow_tag, narrow_tag_q;
  logic [55:0] places;
  assign shifted[3:0] = {1'b0, bend_q, other_q};
  for (genvar i = 1; i < Edges; i = i + 1) begin : gen_edge
    assign shifted[4*i+:4] = {
      window_q[4*i-1] | (mate_q == passed_q[i*EdgeWidth+:EdgeWidth]), window_q[4*i-4+:3]
    };
  end
  ll_rim_hash u_hash (
      .place_i     (load_address_i[13:0]),
      .window_o    (loaded),
      .window_i    (window_q),
      .places_o    (places),
      .wide_tag_o  (wide_tag),
      .narrow_tag_o(narrow_tag)
  );
  always_ff @(posedge clk_i) begin
    valid_q <= {valid_q[1:0], valid_i};
    whole_q <= {whole_q[0], whole};
    load_q <= load_i;
    if (valid_q[0] || load_i) window_q <= load_i ? loaded : shifted;
    {wide_tag_q, narrow_tag_q} <= {wide_tag, narrow_tag};
  end

  logic [63:0] words;
  for (genvar i = 0; i < 4; i = i + 1) begin : gen_ram
    ll_spram u_ram (
        .clk_i,
        .write_i  (load_q && load_address_i[15:14] == i[1:0]),
        .address_i(places[14*i+:14]),
        .data_i   (load_data_i),
        .data_o   (words[16*i+:16])
    );
  end

  // The weights of the words that have its tag.
  logic [2:0] found;
  logic counts, narrow_found;
  logic [5:0] wide;
  logic [7:0] narrow;
  for (genvar i = 0; i < 3; i = i + 1) begin : gen_found
    assign found[i] = words[16*i+6+:10] == wide_tag_q;
  end
  assign narrow_found = words[63:56] == {1'b0, narrow_tag_q};
  assign counts = whole_q[1] && enable_i;
  assign wide = {6{counts}} &
      (({6{found[0]}} & words[5:0]) | ({6{found[1]}} & words[21:16]) | ({6{found[2]}} & words[37:32]));
  assign narrow = {8{counts && narrow_found}} & words[55:48];
  always_ff @(posedge clk_i) begin
    valid_o <= valid_q[2];
    sum_o <= {{3{wide[5]}}, wide} + {narrow[7], narrow};
  end
endmodule

`default_nettype wire
