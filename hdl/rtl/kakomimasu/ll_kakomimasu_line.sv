// SPDX-License-Identifier: Apache-2.0
//
// Decodes the host's lines of Kakomimasu (docs/protocol-kakomimasu.md): the opening, from the line kakomimasu
// to name, and the block of a turn, from the line turn to act.
//
// Handshake:  characters and ends of lines come in in each cycle in which char_valid_i is high, as
//             from ll_line_rx; each is taken at once. named_o and ask_o are high for one cycle. Each
//             tile is written in the cycle in which its character comes in, each point and each agent
//             in that in which its number ends.
// Latency:    named_o and ask_o rise the cycle after the end of the line. Throughput: a character in every
//             cycle.
// Lines:      of did, only the number of lines counts; of player, where the agents are. An opening or a
//             block in which another line is of another form, or one is bad, or a character came while
//             drop_i was high, asks nothing, and a block without an opening before it neither. A line that
//             begins while drop_i is high changes none of the outputs below. That agents are on the
//             field is not checked.
// Reset:      synchronous, for one cycle at least; the opening is forgotten.
//
// Behind named_o, until the next opening begins:
//   width_o, height_o  1 to 40
//   players_o          1 to 4
//   agents_o           of each, 1 to 18
//   me_o               which of them the board is, from 0
// Behind ask_o, until the next block begins:
//   turn_o      the turn, as one to four digits, the last in the lowest bits
//   first_o     the place of the first, from the last, 0
//   quarter_o   the turn is odd, and not 1
`default_nettype none

module ll_kakomimasu_line (
    input  logic              clk_i,
    input  logic              rst_i,
    // the host's lines
    input  logic              char_valid_i,
    input  logic       [ 7:0] char_i,
    input  logic              eol_i,
    input  logic              bad_i,
    input  logic              drop_i,
    // what they say
    output logic              named_o,
    output logic       [ 5:0] width_o,
    output logic       [ 5:0] height_o,
    output logic       [ 2:0] players_o,
    output logic       [ 4:0] agents_o,
    output logic       [ 1:0] me_o,
    output logic              ask_o,
    output logic       [15:0] turn_o,
    output logic       [ 1:0] first_o,
    output logic              quarter_o,
    // and what is written; see ll_kakomimasu_plan
    output logic       [11:0] write_cell_o,
    output logic              write_points_o,
    output logic signed [7:0] write_point_o,
    output logic              write_tiles_o,
    output logic       [ 2:0] write_tile_o,
    output logic              write_agents_o,
    output logic       [ 6:0] write_agent_o,
    output logic              write_off_o
);
  localparam logic [6:0] MaxSide = 7'd40;
  localparam logic [6:0] MaxAgents = 7'd18;
  localparam logic [6:0] MaxPlayers = 7'd4;

  // The line that comes in.
  logic ok_q;            // its numbers are some
  logic some_q;          // the number has a digit
  logic minus_q;         // and a sign
  logic [6:0] value_q;   // without it, up to 127
  logic [5:0] field_q;   // spaces so far, up to 63
  logic [5:0] length_q;  // characters so far, up to 63
  logic [31:0] word_q;   // its last four characters
  logic opens_q, turn_q; // it begins with ka, with tu
  logic row_ok_q;        // all were tiles
  logic off_q;           // the agent whose row comes in is off the board
  logic [5:0] column_q;  // or in this column

  // The lines that are due.
  typedef enum logic [2:0] {
    Nothing,
    Points,
    NameLine,
    Players,
    Dids,
    Tiles,
    ActLine
  } due_e;
  logic [2:0] due_q;
  logic [5:0] row_q;  // of them
  logic known_q;      // there was an opening
  logic named_q, ask_q;
  logic [15:0] text_q;
  logic [2:0] digits_q;
  logic [5:0] width_q, height_q;
  logic [2:0] players_q;
  logic [4:0] agents_q;
  logic [1:0] me_q;

  logic digit, minus, space, ends, head;
  assign digit = char_i >= "0" && char_i <= "9";
  assign minus = char_i == "-" && !some_q && !minus_q;
  assign space = char_i == " ";
  assign ends = char_valid_i && (eol_i || space);
  assign head = opens_q || turn_q;

  logic [10:0] grown;
  assign grown = {1'b0, value_q, 3'd0} + {3'd0, value_q, 1'b0} + {7'd0, char_i[3:0]};

  // Lines of points are all numbers, others have a word first.
  logic numeric, sound, in_points, in_players, in_tiles;
  assign in_points = due_q == Points && !head;
  assign in_players = due_q == Players && !head;
  assign in_tiles = due_q == Tiles && !head;
  assign numeric = in_points || field_q != 6'd0;
  assign sound = ok_q && (!numeric || some_q);

  // Is the number of the opening's line as it must be?
  logic bounded;
  always_comb begin
    case (field_q)
      6'd1, 6'd2: bounded = value_q != 7'd0 && value_q <= MaxSide;
      6'd3: bounded = value_q != 7'd0 && value_q <= MaxPlayers;
      6'd4: bounded = value_q != 7'd0 && value_q <= MaxAgents;
      6'd6: bounded = value_q < {4'd0, players_q};
      default: bounded = 1'b1;
    endcase
    if (minus_q) bounded = 1'b0;
  end

  // A tile.
  logic [7:0] letter;
  logic wall, area, tile, mine;
  assign letter = char_i - (char_i[5] ? "a" : "A");
  assign wall = char_i[7:5] == 3'b010 && letter < {5'd0, players_q};
  assign area = char_i[7:5] == 3'b011 && letter < {5'd0, players_q};
  assign tile = wall || area || char_i == ".";
  assign mine = letter[1:0] == me_q;

  // The agent of a field of a line player: x has even ones, from 4 on, y odd ones.
  logic [4:0] place;
  logic [5:0] fields;
  logic is_row;
  assign place = field_q[5:1] - 5'd2;
  assign fields = {agents_q, 1'b0} + 6'd3;
  assign is_row = in_players && field_q >= 6'd5 && field_q[0] && field_q <= fields;

  assign named_o = named_q;
  assign width_o = width_q;
  assign height_o = height_q;
  assign players_o = players_q;
  assign agents_o = agents_q;
  assign me_o = me_q;
  assign ask_o = ask_q;
  assign turn_o = text_q;
  assign first_o = digits_q[1:0] - 2'd1;
  assign quarter_o = text_q[0] && (digits_q != 3'd1 || text_q[3:0] != 4'd1);

  assign write_points_o = ends && !drop_i && in_points && some_q;
  assign write_point_o = minus_q ? -{1'b0, value_q} : {1'b0, value_q};
  assign write_tiles_o = char_valid_i && !eol_i && !drop_i && in_tiles && tile;
  assign write_tile_o = wall ? (mine ? 3'd1 : 3'd3) : area ? (mine ? 3'd2 : 3'd4) : 3'd0;
  assign write_agents_o = ends && !drop_i && is_row && some_q;
  assign write_agent_o = {row_q[1:0], place};
  assign write_off_o = off_q;
  assign write_cell_o = in_players ? {value_q[5:0], column_q} : {row_q, in_points ? field_q : length_q};

  // The end of a line that is due.
  logic names, acts, right, last;
  assign names = word_q == "name" && length_q == 6'd4;
  assign acts = word_q[23:0] == "act" && length_q == 6'd3;
  always_comb begin
    case (due_q)
      Points: {right, last} = {sound && field_q + 6'd1 == width_q, row_q + 6'd1 == height_q};
      NameLine: {right, last} = {names, 1'b1};
      Players: {right, last} = {sound && field_q == fields, row_q + 6'd1 == {3'd0, players_q}};
      Dids: {right, last} = {1'b1, row_q + 6'd1 == {3'd0, players_q}};
      Tiles: {right, last} = {row_ok_q && length_q == width_q, row_q + 6'd1 == height_q};
      default: {right, last} = {acts, 1'b1};
    endcase
  end

  always_ff @(posedge clk_i) begin
    named_q <= 1'b0;
    ask_q   <= 1'b0;
    if (ends && opens_q) begin
      case (field_q)
        6'd1: width_q <= value_q[5:0];
        6'd2: height_q <= value_q[5:0];
        6'd3: players_q <= value_q[2:0];
        6'd4: agents_q <= value_q[4:0];
        6'd6: me_q <= value_q[1:0];
        default: ;
      endcase
    end
    if (ends && !field_q[0]) {off_q, column_q} <= {minus_q, value_q[5:0]};

    if (char_valid_i && eol_i) begin
      ok_q <= 1'b1;
      field_q <= 6'd0;
      length_q <= 6'd0;
      opens_q <= 1'b0;
      turn_q <= 1'b0;
      row_ok_q <= 1'b1;
      if (bad_i || drop_i) begin
        due_q <= Nothing;
      end else if (opens_q) begin
        due_q <= sound && field_q == 6'd8 ? Points : Nothing;
        row_q <= 6'd0;
      end else if (turn_q) begin
        due_q <= known_q && sound && field_q == 6'd1 ? Players : Nothing;
        row_q <= 6'd0;
      end else if (due_q != Nothing) begin
        row_q <= last ? 6'd0 : row_q + 6'd1;
        if (last) begin
          case (due_q)
            Points: due_q <= NameLine;
            Players: due_q <= Dids;
            Dids: due_q <= Tiles;
            Tiles: due_q <= ActLine;
            default: due_q <= Nothing;
          endcase
        end
        if (!right) due_q <= Nothing;
        if (due_q == NameLine && right) begin
          known_q <= 1'b1;
          named_q <= 1'b1;
        end
        if (due_q == ActLine && right) ask_q <= 1'b1;
      end
    end else if (char_valid_i) begin
      word_q <= {word_q[23:0], char_i};
      if (length_q != 6'd63) length_q <= length_q + 6'd1;
      if (!tile) row_ok_q <= 1'b0;
      if (space) begin
        if (field_q != 6'd63) field_q <= field_q + 6'd1;
        if (!sound) ok_q <= 1'b0;
      end else if (numeric && !digit && !minus) begin
        ok_q <= 1'b0;
      end
      if (space && opens_q && !bounded) ok_q <= 1'b0;
      if (turn_q && field_q == 6'd1) begin
        text_q   <= {text_q[11:0], char_i[3:0]};
        digits_q <= digits_q + 3'd1;
        if (digits_q == 3'd4 || !digit) ok_q <= 1'b0;
      end
      // A head begins anew, whatever is due.
      if (length_q == 6'd1 && word_q[7:0] == "k" && char_i == "a" && !drop_i) begin
        opens_q <= 1'b1;
        known_q <= 1'b0;
        ok_q <= 1'b1;
      end
      if (length_q == 6'd1 && word_q[7:0] == "t" && char_i == "u" && !drop_i) begin
        turn_q   <= 1'b1;
        digits_q <= 3'd0;
        ok_q <= 1'b1;
      end
      if (drop_i) begin
        due_q <= Nothing;
        ok_q  <= 1'b0;
      end
    end
    if (ends) begin
      some_q  <= 1'b0;
      minus_q <= 1'b0;
      value_q <= 7'd0;
    end else if (char_valid_i && numeric) begin
      some_q  <= digit;
      minus_q <= minus_q || minus;
      value_q <= grown > 11'd127 ? 7'd127 : grown[6:0];
      if (!digit) value_q <= 7'd0;
    end
    if (rst_i) begin
      ok_q <= 1'b1;
      some_q <= 1'b0;
      minus_q <= 1'b0;
      value_q <= 7'd0;
      field_q <= 6'd0;
      length_q <= 6'd0;
      opens_q <= 1'b0;
      turn_q <= 1'b0;
      row_ok_q <= 1'b1;
      due_q <= Nothing;
      known_q <= 1'b0;
      named_q <= 1'b0;
      ask_q <= 1'b0;
    end
  end
endmodule

`default_nettype wire
