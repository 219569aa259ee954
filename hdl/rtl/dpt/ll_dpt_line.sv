// SPDX-License-Identifier: Apache-2.0
//
// Decodes the host's lines of DPT (docs/protocol-dpt.md): the block from the line turn to the line ?.
//
// Handshake:  characters and ends of lines come in in each cycle in which char_valid_i is high, as
//             from ll_line_rx; each is taken at once. ask_o is high for one cycle. Each tile is
//             written in the cycle in which its character comes in.
// Latency:    ask_o rises the cycle after the end of the line. Throughput: a character in every cycle.
// Lines:      of turn, all six numbers are read, of own and other the first agent's cell, of the rows
//             of tiles each character. Of the others only their number counts. A block in which these
//             are of another form, or one is bad, or a character came while drop_i was high, asks
//             nothing. A line that begins while drop_i is high changes none of the outputs below.
// Reset:      synchronous, for one cycle at least; a partial block is dropped.
//
// Behind ask_o, until the next block begins:
//   turn_o      the turn, from 1, as one to four digits, the last in the lowest bits
//   first_o     the place of the first, from the last, 0
//   rotation_o  three times the turn, modulo 8
//   left_o      turns left, this one included: 1 to 1,000
//   fits_o      the field has 16 columns and rows at most; else nothing below counts
//   width_o, height_o  1 to 16
//   own_o, other_o  there is an agent, in the cell own_x_o, own_y_o, and other_x_o, other_y_o
`default_nettype none

module ll_dpt_line (
    input  logic        clk_i,
    input  logic        rst_i,
    // the host's lines
    input  logic        char_valid_i,
    input  logic [ 7:0] char_i,
    input  logic        eol_i,
    input  logic        bad_i,
    input  logic        drop_i,
    // what they say
    output logic        ask_o,
    output logic [15:0] turn_o,
    output logic [ 1:0] first_o,
    output logic [ 2:0] rotation_o,
    output logic [ 9:0] left_o,
    output logic        fits_o,
    output logic [ 4:0] width_o,
    output logic [ 4:0] height_o,
    output logic        own_o,
    output logic [ 3:0] own_x_o,
    output logic [ 3:0] own_y_o,
    output logic        other_o,
    output logic [ 3:0] other_x_o,
    output logic [ 3:0] other_y_o,
    // and each tile: its cell has the row in the upper half
    output logic        write_o,
    output logic [ 7:0] write_cell_o,
    output logic [ 1:0] write_tile_o
);
  localparam logic [13:0] Most = 14'd1000;
  localparam logic [9:0] MaxSide = 10'd64;
  localparam logic [6:0] Small = 7'd16;
  localparam logic [7:0] OwnLine = 8'd3;
  localparam logic [7:0] OtherLine = 8'd4;
  localparam logic [7:0] ValuesLine = 8'd7;

  // The line that comes in.
  logic ok_q;            // what follows its word are numbers
  logic some_q;          // the number has a digit
  logic [2:0] field_q;   // spaces so far, up to 7
  logic [1:0] length_q;  // characters so far, up to 3
  logic t_q, head_q;     // it begins with t, with tu
  logic mark_q;          // with ?
  logic [9:0] value_q;
  logic [6:0] column_q;
  logic row_ok_q;        // all were tiles

  // The block.
  logic active_q;
  logic [7:0] line_q;    // of the block
  logic [3:0] row_q;     // of tiles
  logic ask_q;
  logic [15:0] turn_q;
  logic [2:0] digits_q;
  logic [9:0] number_q, turns_q, left_q;
  logic [6:0] width_q, height_q;
  logic own_q, other_q;
  logic [3:0] own_x_q, own_y_q, other_x_q, other_y_q;

  logic digit, space, ends;
  assign digit = char_i >= "0" && char_i <= "9";
  assign space = char_i == " ";
  assign ends = char_valid_i && (eol_i || space);

  logic [13:0] grown;
  assign grown = {1'b0, value_q, 3'd0} + {3'd0, value_q, 1'b0} + {10'd0, char_i[3:0]};

  logic [7:0] tiles_line, last_line;
  logic in_tiles, tile, sound, head, side;
  assign tiles_line = ValuesLine + {1'b0, height_q};
  assign last_line = tiles_line + {1'b0, height_q};
  assign in_tiles = active_q && !head_q && line_q >= tiles_line && line_q < last_line;
  assign tile = char_i >= "0" && char_i <= "2";
  assign sound = ok_q && (field_q == 3'd0 || some_q);
  assign head = sound && field_q == 3'd6 && number_q != 10'd0 && number_q <= turns_q;
  assign side = value_q != 10'd0 && value_q <= MaxSide;

  assign ask_o = ask_q;
  assign turn_o = turn_q;
  assign first_o = digits_q[1:0] - 2'd1;
  assign rotation_o = {number_q[1:0], 1'b0} + number_q[2:0];
  assign left_o = left_q;
  assign fits_o = width_q <= Small && height_q <= Small;
  assign width_o = width_q[4:0];
  assign height_o = height_q[4:0];
  assign own_o = own_q;
  assign own_x_o = own_x_q;
  assign own_y_o = own_y_q;
  assign other_o = other_q;
  assign other_x_o = other_x_q;
  assign other_y_o = other_y_q;
  assign write_o = char_valid_i && !eol_i && !drop_i && in_tiles && tile;
  assign write_cell_o = {row_q, column_q[3:0]};
  assign write_tile_o = char_i[1:0];

  always_ff @(posedge clk_i) begin
    ask_q <= 1'b0;
    if (ends && head_q) begin
      case (field_q)
        3'd1: number_q <= value_q;
        3'd2: turns_q <= value_q;
        3'd3: width_q <= value_q[6:0];
        3'd4: height_q <= value_q[6:0];
        default: ;
      endcase
    end
    if (ends && active_q && line_q == OwnLine) begin
      if (field_q == 3'd1) own_x_q <= value_q[3:0];
      if (field_q == 3'd2) {own_q, own_y_q} <= {1'b1, value_q[3:0]};
    end
    if (ends && active_q && line_q == OtherLine) begin
      if (field_q == 3'd1) other_x_q <= value_q[3:0];
      if (field_q == 3'd2) {other_q, other_y_q} <= {1'b1, value_q[3:0]};
    end

    if (char_valid_i && eol_i) begin
      ok_q <= 1'b1;
      some_q <= 1'b0;
      field_q <= 3'd0;
      length_q <= 2'd0;
      head_q <= 1'b0;
      value_q <= 10'd0;
      column_q <= 7'd0;
      row_ok_q <= 1'b1;
      if (bad_i || drop_i) begin
        active_q <= 1'b0;
      end else if (head_q) begin
        active_q <= head;
        line_q <= 8'd1;
        row_q <= 4'd0;
        left_q <= turns_q - number_q + 10'd1;
        own_q <= 1'b0;
        other_q <= 1'b0;
      end else if (active_q) begin
        line_q <= line_q + 8'd1;
        if (line_q == last_line) begin
          active_q <= 1'b0;
          ask_q <= mark_q && length_q == 2'd1;
        end
        if (in_tiles) begin
          row_q <= row_q + 4'd1;
          if (!row_ok_q || column_q != width_q) active_q <= 1'b0;
        end
        if ((line_q == OwnLine || line_q == OtherLine) && !sound) active_q <= 1'b0;
      end
    end else if (char_valid_i) begin
      if (length_q == 2'd0) begin
        t_q <= char_i == "t";
        mark_q <= char_i == "?";
      end
      if (length_q == 2'd1 && t_q && char_i == "u" && !drop_i) begin
        head_q   <= 1'b1;
        digits_q <= 3'd0;
      end
      if (length_q != 2'd3) length_q <= length_q + 2'd1;
      if (space) begin
        some_q <= 1'b0;
        value_q <= 10'd0;
        if (field_q != 3'd7) field_q <= field_q + 3'd1;
        if (!sound) ok_q <= 1'b0;
        if (head_q && (field_q == 3'd3 || field_q == 3'd4) && !side) ok_q <= 1'b0;
      end else if (field_q != 3'd0) begin
        some_q  <= 1'b1;
        value_q <= grown[9:0];
        if (!digit || grown > Most) ok_q <= 1'b0;
        if (head_q && field_q == 3'd1) begin
          turn_q   <= {turn_q[11:0], char_i[3:0]};
          digits_q <= digits_q + 3'd1;
          if (digits_q == 3'd4) ok_q <= 1'b0;
        end
      end
      if (column_q != 7'h7f) column_q <= column_q + 7'd1;
      if (!tile) row_ok_q <= 1'b0;
      if (drop_i) begin
        active_q <= 1'b0;
        ok_q <= 1'b0;
      end
    end
    if (rst_i) begin
      ok_q <= 1'b1;
      some_q <= 1'b0;
      field_q <= 3'd0;
      length_q <= 2'd0;
      head_q <= 1'b0;
      value_q <= 10'd0;
      column_q <= 7'd0;
      row_ok_q <= 1'b1;
      active_q <= 1'b0;
      ask_q <= 1'b0;
    end
  end
endmodule

`default_nettype wire
