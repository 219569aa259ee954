// SPDX-License-Identifier: Apache-2.0
//
// What ll_rim tells of any three tiles that hang together, whatever tracks end at their edges: each edge
// of their rim once, with its colour and mate; a candidate behind it where the definition has one, and
// no other. Any edge, chosen before, stands for all.
`default_nettype none

module ll_rim_fv #(
    parameter int Beyond = 0
) (
    input logic clk_i,
    input logic rst_i
);
  localparam int LogSize = 3;

  // ---- three tiles in a box of three by three squares, whose corner lies anywhere on the torus
  (* anyconst *) logic [2:0] origin_x;
  (* anyconst *) logic [2:0] origin_y;
  (* anyconst *) logic [8:0] tiles;
  (* anyconst *) logic [3:0] width;   // of the box, as is told: only candidates depend on them
  (* anyconst *) logic [3:0] height;
  logic [3:0] count;
  logic joined;
  assign count = 4'(tiles[0]) + 4'(tiles[1]) + 4'(tiles[2]) + 4'(tiles[3]) + 4'(tiles[4]) + 4'(tiles[5]) +
                 4'(tiles[6]) + 4'(tiles[7]) + 4'(tiles[8]);
  logic [11:0] pairs;  // that are beside each other
  for (genvar i = 0; i < 3; i = i + 1) begin : gen_pairs
    assign pairs[4*i+:2] = {tiles[3*i+1] & tiles[3*i+2], tiles[3*i] & tiles[3*i+1]};
    assign pairs[4*i+2+:2] = i == 2 ? {tiles[2] & tiles[5], tiles[5] & tiles[8]} :
                             {tiles[i] & tiles[i+3], tiles[i+3] & tiles[i+6]};
  end
  logic [3:0] links;
  assign links = 4'(pairs[0]) + 4'(pairs[1]) + 4'(pairs[2]) + 4'(pairs[3]) + 4'(pairs[4]) + 4'(pairs[5]) +
                 4'(pairs[6]) + 4'(pairs[7]) + 4'(pairs[8]) + 4'(pairs[9]) + 4'(pairs[10]) + 4'(pairs[11]);
  assign joined = (count == 1 && links == 0) || (count == 2 && links == 1) || (count == 3 && links == 2);
  always_comb assume (joined && |tiles[2:0]);

  // Is there a tile at a square of the torus, by its distance from the origin, which is beside the box?
  function automatic logic tile_at(input logic [2:0] x, input logic [2:0] y);
    tile_at = x != 0 && x <= 3 && y != 0 && y <= 3 && tiles[4'(y - 3'd1) * 4'd3 + 4'(x - 3'd1)];
  endfunction

  // ---- the edge that is watched
  (* anyconst *) logic [5:0] at;
  (* anyconst *) logic [1:0] side;
  (* anyconst *) logic red;
  (* anyconst *) logic [7:0] mate;
  logic [2:0] at_x, at_y;
  assign at_x = at[2:0] - origin_x;
  assign at_y = at[5:3] - origin_y;
  logic [3:0] around;  // the sides of the watched square that have a tile behind them
  assign around = {tile_at(at_x, at_y + 3'd1), tile_at(at_x - 3'd1, at_y),
                   tile_at(at_x, at_y - 3'd1), tile_at(at_x + 3'd1, at_y)};
  always_comb assume (!tile_at(at_x, at_y) && around[side]);

  // ---- what the core shows of the square that was read
  logic [5:0] square, seen_q;
  logic [2:0] x, y;
  logic [3:0] edges;
  logic [39:0] words;
  (* anyseq *) logic [39:0] any;
  always_ff @(posedge clk_i) seen_q <= square;
  assign x = seen_q[2:0] - origin_x;
  assign y = seen_q[5:3] - origin_y;
  assign edges = {tile_at(x, y + 3'd1), tile_at(x - 3'd1, y), tile_at(x, y - 3'd1), tile_at(x + 3'd1, y)};
  for (genvar i = 0; i < 4; i = i + 1) begin : gen_word
    assign words[10*i+:10] = {edges[i], seen_q == at && side == i ? {red, mate} : any[10*i+:9]};
  end

  logic start, busy, done, edge_valid, first, again, edge_red, candidate_valid;
  logic [5:0] edge_square, candidate;
  logic [1:0] edge_side, bend;
  logic [7:0] edge_mate;
  logic [5:0] age_q = 0;
  always_ff @(posedge clk_i) if (age_q != 63) age_q <= age_q + 1;
  always_comb assume (rst_i == (age_q == 0));
  assign start = age_q == 1;
  ll_rim #(
      .LogSize(LogSize),
      .Beyond(Beyond)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .start_i(start),
      .busy_o(busy),
      .done_o(done),
      .width_i(width),
      .height_i(height),
      .origin_x_i(origin_x),
      .origin_y_i(origin_y),
      .square_o(square),
      .words_i(words),
      .edge_valid_o(edge_valid),
      .edge_first_o(first),
      .edge_again_o(again),
      .edge_bend_o(bend),
      .edge_square_o(edge_square),
      .edge_side_o(edge_side),
      .edge_red_o(edge_red),
      .edge_mate_o(edge_mate),
      .candidate_valid_o(candidate_valid),
      .candidate_o(candidate)
  );

  // ---- how often the watched edge has passed, and all edges
  logic shown, watched, met_q, other_q, ended_q;
  logic [3:0] passed_q, place_q, again_q;  // edges, the watched one's place, edges passed once more
  assign shown = edge_valid && edge_square == at && edge_side == side;
  assign watched = shown && !again;
  always_ff @(posedge clk_i) begin
    met_q <= !rst_i && (met_q || watched);
    if (watched) place_q <= passed_q;
    passed_q <= rst_i ? 4'd0 : passed_q + 4'(edge_valid && !again);
    again_q <= rst_i ? 4'd0 : again_q + 4'(edge_valid && again);
    ended_q <= !rst_i && (ended_q || done);
  end

  // ---- its bend, by what lies behind the edge: the walk came from where the next tile clockwise is
  logic [1:0] before;
  logic [2:0] step_x, step_y;
  assign before = side + 2'd1;
  assign step_x = at_x + (before == 0 ? 3'd1 : before == 2 ? 3'd7 : 3'd0);
  assign step_y = at_y + (before == 3 ? 3'd1 : before == 1 ? 3'd7 : 3'd0);
  logic inward, straight;
  assign inward = around[before];
  assign straight = tile_at(step_x + (side == 0 ? 3'd1 : side == 2 ? 3'd7 : 3'd0),
                            step_y + (side == 3 ? 3'd1 : side == 1 ? 3'd7 : 3'd0));

  // ---- its candidate
  logic [2:0] dx, dy, far_x, far_y;
  logic close, spans, across;
  logic [1:0] towards;
  logic [5:0] between, expected;
  logic wants;
  assign dx = mate[2:0] - at[2:0];
  assign dy = mate[5:3] - at[5:3];
  assign far_x = at_x + dx;
  assign far_y = at_y + dy;
  assign close = (dx == 0 && (dy == 0 || dy == 1 || dy == 7)) || (dy == 0 && (dx == 1 || dx == 7));
  assign spans = (width >= 7 && (at_x <= 1 || far_x <= 1) && (4'(at_x) >= width || 4'(far_x) >= width)) ||
                 (height >= 7 && (at_y <= 1 || far_y <= 1) && (4'(at_y) >= height || 4'(far_y) >= height));
  assign across = (dy == 0 && (dx == 2 || dx == 6)) || (dx == 0 && (dy == 2 || dy == 6));
  assign towards = dx == 2 ? 2'd0 : dy == 6 ? 2'd1 : dx == 6 ? 2'd2 : 2'd3;
  assign between = towards == 0 ? {at[5:3], at[2:0] + 3'd1} : towards == 2 ? {at[5:3], at[2:0] - 3'd1} :
                   towards == 1 ? {at[5:3] - 3'd1, at[2:0]} : {at[5:3] + 3'd1, at[2:0]};
  assign wants = close || spans || (across && !around[towards]);
  assign expected = close || spans ? at : between;

  logic due_q, given_q, kept_q;
  logic [5:0] kept_square_q;
  always_ff @(posedge clk_i) begin
    due_q <= !rst_i && watched && wants;
    other_q <= !rst_i && watched && !wants;
    kept_q <= !rst_i && (kept_q || candidate_valid);
    if (candidate_valid) kept_square_q <= candidate;
    given_q <= done;
  end

  if (Beyond != 0) begin : gen_again
    always_comb begin
      if (!rst_i && age_q != 0 && shown && again) begin
        a_again : assert (met_q && place_q == again_q % passed_q && edge_red == red && edge_mate == mate);
        a_bend_again : assert (bend == (inward ? 2'd2 : straight ? 2'd0 : 2'd1));
      end
    end
  end

  always_comb begin
    if (!rst_i && age_q != 0) begin
      if (watched) begin
        a_once : assert (!met_q);
        a_word : assert (edge_red == red && edge_mate == mate);
        a_first : assert (first == (passed_q == 0));
        a_bend : assert (first || bend == (inward ? 2'd2 : straight ? 2'd0 : 2'd1));
      end
      if (done) begin
        a_met : assert (met_q);
        a_all : assert (passed_q == 4'd4 * count[3:0] - 4'd2 * links);
        a_beyond : assert (again_q == Beyond);
        a_busy : assert (busy);
      end
      if (given_q) begin a_free : assert (!busy); end
      if (due_q) begin
        a_candidate : assert (candidate_valid ? candidate == expected : kept_q && kept_square_q == expected);
      end
      if (other_q) begin a_none : assert (!candidate_valid); end
      if (age_q == 30 + 2 * Beyond) begin a_ends : assert (ended_q); end
    end
    c_three : cover (done && count == 3 && tiles[4]);
    c_between : cover (due_q && candidate_valid && across && !close && !spans);
    c_spans : cover (due_q && candidate_valid && spans && !close && !across);
  end
endmodule
`default_nettype wire
