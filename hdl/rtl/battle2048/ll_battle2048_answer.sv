// SPDX-License-Identifier: Apache-2.0
//
// Writes the answers of 2048 versus as text: the start cell 3 3, or the tiles of a turn,
// D M V r1 c1 ... rM cM, as they come.
//
// Handshake:  start_i asks for the start cell while idle_o is high. A tile passes in a cycle in which
//             tile_valid_i and tile_ready_o are high and holds until then; characters and the end of
//             the line pass at answer_*, as at the player port of ll_serial_shell, and hold until they do.
// Latency:    a character is offered the cycle after start_i or tile_valid_i rises.
// Throughput: a character in every cycle.
// Reset:      synchronous, for one cycle at least; a line in progress is dropped.
//
//   last_i       the tile is the last of its turn
//   direction_i  of the slide
//   split_i      binary logarithm of the number of tiles: 0 to 4
//   exponent_i   of each tile: 1 to 11
//   row_i, column_i  of the tile, counted from 0
`default_nettype none

module ll_battle2048_answer (
    input  logic       clk_i,
    input  logic       rst_i,
    input  logic       start_i,
    output logic       idle_o,
    // tiles
    input  logic       tile_valid_i,
    output logic       tile_ready_o,
    input  logic       last_i,
    input  logic [1:0] direction_i,
    input  logic [2:0] split_i,
    input  logic [3:0] exponent_i,
    input  logic [2:0] row_i,
    input  logic [2:0] column_i,
    // text
    output logic       answer_valid_o,
    input  logic       answer_ready_i,
    output logic [7:0] answer_char_o,
    output logic       answer_eol_o
);
  localparam logic [2:0] StartCell = 3'd2;  // its row and its column
  localparam logic [2:0] Split16 = 3'd4;
  localparam logic [3:0] Ten = 4'd10;

  typedef enum logic [3:0] {
    StIdle,
    StDirection,
    StSpaceCount,
    StCountTens,
    StCount,
    StSpaceExponent,
    StExponentTens,
    StExponent,
    StSpaceRow,
    StRow,
    StSpaceColumn,
    StColumn,
    StTile,       // waits for the next tile
    StEnd
  } state_e;
  logic [3:0] state_q;

  logic start_q;  // the line is the start cell
  logic passes, last;
  logic [2:0] row, column;
  logic [3:0] count;  // of tiles, but for 16
  assign count = 4'd1 << split_i[1:0];
  assign passes = answer_valid_o && answer_ready_i;
  assign last = start_q || last_i;
  assign row = start_q ? StartCell : row_i;
  assign column = start_q ? StartCell : column_i;

  assign idle_o = state_q == StIdle;
  assign answer_valid_o = state_q != StIdle && state_q != StTile;
  assign answer_eol_o = state_q == StEnd;
  assign tile_ready_o = !start_q && answer_ready_i && (state_q == StEnd || (state_q == StColumn && !last_i));

  always_comb begin
    case (state_q)
      StDirection:
      answer_char_o = direction_i == ll_battle2048_pkg::Up ? "U" : direction_i == ll_battle2048_pkg::Right ? "R" :
                      direction_i == ll_battle2048_pkg::Down ? "D" : "L";
      StCountTens, StExponentTens: answer_char_o = "1";
      StCount: answer_char_o = split_i == Split16 ? "6" : {4'h3, count};
      StExponent: answer_char_o = {4'h3, exponent_i >= Ten ? exponent_i - Ten : exponent_i};
      StRow: answer_char_o = {5'b00110, row + 3'd1};
      StColumn: answer_char_o = {5'b00110, column + 3'd1};
      default: answer_char_o = " ";
    endcase
  end

  always_ff @(posedge clk_i) begin
    case (state_q)
      StIdle: begin
        start_q <= start_i;
        if (start_i) state_q <= StRow;
        else if (tile_valid_i) state_q <= StDirection;
      end
      StDirection: if (passes) state_q <= StSpaceCount;
      StSpaceCount: if (passes) state_q <= split_i == Split16 ? StCountTens : StCount;
      StCountTens: if (passes) state_q <= StCount;
      StCount: if (passes) state_q <= StSpaceExponent;
      StSpaceExponent: if (passes) state_q <= exponent_i >= Ten ? StExponentTens : StExponent;
      StExponentTens: if (passes) state_q <= StExponent;
      StExponent: if (passes) state_q <= StSpaceRow;
      StSpaceRow: if (passes) state_q <= StRow;
      StRow: if (passes) state_q <= StSpaceColumn;
      StSpaceColumn: if (passes) state_q <= StColumn;
      StColumn: if (passes) state_q <= last ? StEnd : StTile;
      StTile: if (tile_valid_i) state_q <= StSpaceRow;
      default: if (passes) state_q <= StIdle;
    endcase
    if (rst_i) state_q <= StIdle;
  end
endmodule

`default_nettype wire
