// SPDX-License-Identifier: Apache-2.0
//
// Walks along the rim of the tiles, the border between them and the empty squares around, and streams
// its edges, at each of which a track ends. It finds the candidates, too: the squares where one turn
// may complete a track. A search values a position by the edges, and tries only the candidates where
// it needs no list of moves.
//
//        o <- o <- o        An edge is a side of an empty square, behind which is a tile. From an edge
//        |  +-+-+  ^        the walk turns inward, to a tile that the same square borders; or else
//        v  |   |  |        goes straight on, to the next tile; or else outward, around the corner of
//        o  +-+-+  o        this tile. It begins at the bottom of the leftmost square of the line
//        |         ^        above the box that has a tile below it, and goes counterclockwise.
//        v         |        A square is read in each clock cycle, through the look of ll_turn.
//        o -> o -> o
//
// Candidates: where the ends of a track enter squares beside each other, or one square, or squares at
// opposite sides of a box of eight columns or rows or more, or one step from there, these two squares;
// where one empty square lies between those that they enter, in a column or a row, this. One that
// equals the one before is left out.
//
// Windows of Beyond + 1 edges: the walk goes on along the first Beyond edges once more, so that each edge
// is the newest of a window. They give no candidates.
//
// Latency:    the first square is read in the cycle of start_i. An edge follows its square by two
//             cycles, a candidate by three.
// Throughput: an edge in each clock cycle, but none in one for each turn outward. A walk takes one for
//             each edge and each turn outward, one for each square that it passes until the first
//             edge, and 4; with windows 6 instead.
// Handshake:  start_i begins a walk; the core must be idle, with a tile on its board, and stay so until
//             done_o, which is high for one cycle, the last in which busy_o is high.
// Reset:      synchronous; a walk is given up.
//
// Parameters
//   LogSize   binary logarithm of the board's columns and rows, 3 to 5
//   Beyond    edges that are passed once more, 0 to 15
`default_nettype none

module ll_rim #(
    parameter int LogSize = 5,
    parameter int Beyond = 0
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic                   start_i,
    output logic                   busy_o,
    output logic                   done_o,
    // the box
    input  logic [      LogSize:0] width_i,
    input  logic [      LogSize:0] height_i,
    input  logic [    LogSize-1:0] origin_x_i,
    input  logic [    LogSize-1:0] origin_y_i,
    // the square that is read, and in the next cycle its four sides: edge, colour, mate
    output logic [  2*LogSize-1:0] square_o,
    input  logic [ 8*LogSize+15:0] words_i,
    // an edge
    output logic                   edge_valid_o,
    output logic                   edge_first_o,   // it is the first of the walk
    output logic                   edge_again_o,   // it is passed once more
    output logic [            1:0] edge_bend_o,    // from the edge before: 0 straight, 1 outward, 2 inward
    output logic [  2*LogSize-1:0] edge_square_o,
    output logic [            1:0] edge_side_o,
    output logic                   edge_red_o,
    output logic [  2*LogSize+1:0] edge_mate_o,
    // a candidate
    output logic                   candidate_valid_o,
    output logic [  2*LogSize-1:0] candidate_o
);
  if (LogSize < 3 || LogSize > 5) begin : gen_check_size
    ll_rim_LogSize_must_be_3_to_5 u_error ();
  end

  if (Beyond < 0 || Beyond > 15) begin : gen_check_beyond
    ll_rim_Beyond_must_be_0_to_15 u_error ();
  end

  localparam int SquareWidth = 2 * LogSize;
  localparam int MateWidth = SquareWidth + 2;
  localparam int WordWidth = MateWidth + 2;
  localparam logic [1:0] Right = 2'd0;
  localparam logic [1:0] Bottom = 2'd3;
  localparam logic [LogSize-1:0] One = 1;
  localparam logic [LogSize-1:0] Two = 2;

  typedef enum logic [2:0] {
    StIdle,
    StFind,    // the first edge
    StFirst,   // passes it
    StWalk,
    StAgain,   // passes the first edges once more
    StDrain    // what is behind the last edge comes to its end
  } state_e;

  state_e state_q;

  // ------------------------------------------------------------------ the walk
  logic [SquareWidth-1:0] square_q, first_q;
  logic [1:0] side_q;

  // The next squares follow from registers; the words of square_q only choose.
  logic [1:0] back, way;
  logic [LogSize-1:0] at_x, at_y;
  logic [SquareWidth-1:0] straight, outward;
  assign back = side_q - 2'd1;
  assign way = state_q == StFind ? Right : back;
  assign {at_y, at_x} = square_q;
  assign straight = {at_y + {{(LogSize - 1) {way == 2'd1}}, way[0]}, at_x + {{(LogSize - 1) {way == 2'd2}}, ~way[0]}};
  assign outward = {at_y + {{(LogSize - 1) {side_q == 2'd1}}, side_q[0]},
                    at_x + {{(LogSize - 1) {side_q == 2'd2}}, ~side_q[0]}};

  logic [3:0] edges;
  for (genvar i = 0; i < 4; i = i + 1) begin : gen_edges
    assign edges[i] = words_i[i*WordWidth+WordWidth-1];
  end
  logic [WordWidth-2:0] word;  // but for the edge
  assign word = side_q[1] ? (side_q[0] ? words_i[3*WordWidth+:WordWidth-1] : words_i[2*WordWidth+:WordWidth-1]) :
                side_q[0] ? words_i[WordWidth+:WordWidth-1] : words_i[0+:WordWidth-1];

  logic found, here, inward, around, passes;
  assign found = edges[3];  // at the bottom
  assign here = edges[side_q];
  assign inward = edges[back];
  assign around = state_q == StWalk && square_q == first_q;  // which has no other edge: it is above the box
  assign passes = here && (state_q == StFirst || state_q == StAgain || (state_q == StWalk && (!around || Beyond != 0)));

  assign square_o = state_q == StIdle ? {origin_y_i, origin_x_i} :
                    state_q == StFind ? (found ? square_q : straight) :
                    !here ? outward : inward ? square_q : straight;

  localparam int Drain = Beyond == 0 ? 3 : 6;  // clock cycles
  logic [3:0] left_q;  // edges to pass once more, then clock cycles
  logic [1:0] bend_q;
  always_ff @(posedge clk_i) begin
    square_q <= square_o;
    case (state_q)
      StIdle: begin
        side_q <= Bottom;
        if (start_i) state_q <= StFind;
      end
      StFind: begin
        first_q <= square_q;
        if (found) state_q <= StFirst;
      end
      StDrain: begin
        left_q <= left_q - 4'd1;
        if (left_q == 4'd1) state_q <= StIdle;
      end
      default: begin
        bend_q <= !here ? 2'd1 : inward ? 2'd2 : 2'd0;
        if (!here) side_q <= side_q + 2'd1;
        else if (inward) side_q <= back;
        if (state_q == StFirst) state_q <= StWalk;
        if (around) begin
          state_q <= Beyond > 1 ? StAgain : StDrain;
          left_q <= Beyond > 1 ? 4'(Beyond - 1) : Drain[3:0];
        end
        if (state_q == StAgain && here) begin
          left_q <= left_q - 4'd1;
          if (left_q == 4'd1) begin
            state_q <= StDrain;
            left_q <= Drain[3:0];
          end
        end
      end
    endcase
    if (rst_i) state_q <= StIdle;
  end

  assign busy_o = state_q != StIdle;
  assign done_o = state_q == StDrain && left_q == 4'd1;

  // ----------------------------------------------------------------- the edge
  always_ff @(posedge clk_i) begin
    edge_valid_o <= passes && !rst_i;
    edge_first_o <= state_q == StFirst;
    edge_again_o <= state_q == StAgain || around;
    edge_bend_o <= bend_q;
    edge_square_o <= square_q;
    edge_side_o <= side_q;
    {edge_red_o, edge_mate_o} <= word;
  end

  // ------------------------------------------------------------ the candidate
  logic [LogSize-1:0] x, y, dx, dy, ahead_x, ahead_y;
  logic [3:0] edges_q;
  logic dx_none, dx_one, dx_two, dy_none, dy_one, dy_two, together, apart;
  always_ff @(posedge clk_i) edges_q <= edges;
  assign {y, x} = edge_square_o;
  assign dx = edge_mate_o[LogSize-1:0] - x;
  assign dy = edge_mate_o[SquareWidth-1:LogSize] - y;
  assign dx_none = ~|dx;
  assign dy_none = ~|dy;
  assign dx_one = dx == One || &dx;
  assign dy_one = dy == One || &dy;
  assign dx_two = (dx == Two && !edges_q[0]) || (dx == -Two && !edges_q[2]);
  assign dy_two = (dy == Two && !edges_q[3]) || (dy == -Two && !edges_q[1]);
  assign together = (dx_none && dy_none) || (dx_one && dy_none) || (dx_none && dy_one);
  assign apart = (dx_two && dy_none) || (dx_none && dy_two);
  assign ahead_x = x + (dx[LogSize-1] ? -One : One);
  assign ahead_y = y + (dy[LogSize-1] ? -One : One);

  // At which lines of the box, of those beside it and the next ones, the ends are.
  logic [LogSize-1:0] column, far_column, row, far_row;
  logic wide, high, spans;
  assign column = x - origin_x_i;
  assign row = y - origin_y_i;
  assign far_column = column + dx;
  assign far_row = row + dy;
  assign wide = |width_i[LogSize:3] || &width_i[2:0];
  assign high = |height_i[LogSize:3] || &height_i[2:0];
  assign spans = (wide && (~|column[LogSize-1:1] || ~|far_column[LogSize-1:1]) &&
                  ({1'b0, column} >= width_i || {1'b0, far_column} >= width_i)) ||
                 (high && (~|row[LogSize-1:1] || ~|far_row[LogSize-1:1]) &&
                  ({1'b0, row} >= height_i || {1'b0, far_row} >= height_i));

  logic found_q, known_q;
  logic [SquareWidth-1:0] found_square_q, known_square_q;
  always_ff @(posedge clk_i) begin
    found_q <= edge_valid_o && !edge_again_o && (together || apart || spans);
    found_square_q <= together || spans ? edge_square_o : dx_none ? {ahead_y, x} : {y, ahead_x};
    if (found_q) known_square_q <= found_square_q;
    known_q <= !start_i && (found_q || known_q);
  end
  assign candidate_valid_o = found_q && !(known_q && known_square_q == found_square_q);
  assign candidate_o = found_square_q;
endmodule

`default_nettype wire
