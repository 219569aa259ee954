// SPDX-License-Identifier: Apache-2.0
//
// ll_kakomimasu_line, by its ports alone, behind a first opening and block, whatever comes whenever: it asks
// for the name at the end of a whole and undamaged opening, for a turn at the end of such a block behind
// one, and nowhere else; then the numbers are those of their lines; points, agents and tiles are
// written in their lines alone, each as it comes, in its place.
`default_nettype none

module ll_kakomimasu_line_fv (
    input logic clk_i,
    input logic rst_i,
    input logic char_valid_i,
    input logic [7:0] char_i,
    input logic eol_i,
    input logic bad_i,
    input logic drop_i
);
  logic named, ask, quarter;
  logic [5:0] width, height;
  logic [2:0] players;
  logic [4:0] agents;
  logic [1:0] me, first;
  logic [15:0] turn;
  logic [11:0] cell_;
  logic points, tiles, writes_agents, off;
  logic [7:0] point;
  logic [2:0] tile;
  logic [6:0] agent;

  // ---- the first lines, a character a cycle, behind the reset; LF is an end of line
  localparam int Length = 54;
  localparam logic [8*Length-1:0] Block = {
    "ka 1 1 1 1 1 0 0 0", 8'h0a, "1", 8'h0a, "name", 8'h0a, "tu 0001", 8'h0a, "p 0 0 0 0 0", 8'h0a, "d", 8'h0a, ".",
    8'h0a, "act", 8'h0a
  };
  logic [5:0] age_q = 6'd0;
  logic [8*Length-1:0] text_q = Block;
  logic started;
  assign started = age_q > Length;
  always_ff @(posedge clk_i) begin
    if (!started) age_q <= age_q + 1;
    if (age_q != 0) text_q <= text_q << 8;
  end
  logic rst, valid, eol, bad, drop;
  logic [7:0] char, first_char;
  assign first_char = text_q[8*Length-1-:8];
  assign rst = started ? rst_i : age_q == 0;
  assign valid = started ? char_valid_i : age_q != 0;
  assign eol = started ? eol_i : first_char == 8'h0a;
  assign char = started ? char_i : first_char;
  assign bad = started && bad_i;
  assign drop = started && drop_i;

  ll_kakomimasu_line dut (
      .clk_i         (clk_i),
      .rst_i         (rst),
      .char_valid_i  (valid),
      .char_i        (char),
      .eol_i         (eol),
      .bad_i         (bad),
      .drop_i        (drop),
      .named_o       (named),
      .width_o       (width),
      .height_o      (height),
      .players_o     (players),
      .agents_o      (agents),
      .me_o          (me),
      .ask_o         (ask),
      .turn_o        (turn),
      .first_o       (first),
      .quarter_o     (quarter),
      .write_cell_o  (cell_),
      .write_points_o(points),
      .write_point_o (point),
      .write_tiles_o (tiles),
      .write_tile_o  (tile),
      .write_agents_o(writes_agents),
      .write_agent_o (agent),
      .write_off_o   (off)
  );

  logic digit, space;
  assign digit = char >= 8'h30 && char <= 8'h39;
  assign space = char == 8'h20;

  // The line so far: its characters, counted up to 63, the last three of them, its spaces, and the
  // number that comes in, up to 127.
  logic [5:0] length_q = 6'd0, spaces_q = 6'd0;
  logic [7:0] last_q = 8'd0, last2_q = 8'd0, last3_q = 8'd0, last4_q = 8'd0;
  logic ka_q = 1'b0, tu_q = 1'b0, wrong_q = 1'b0, all_tiles_q = 1'b1;
  logic [6:0] number_q = 7'd0;
  logic empty_q = 1'b1, sign_q = 1'b0;
  logic [10:0] longer;
  assign longer = 11'd10 * number_q + char[3:0];

  // What is due: lines of a kind, and how many of them have come.
  localparam logic [2:0] None = 3'd0;
  localparam logic [2:0] Points = 3'd1;
  localparam logic [2:0] Name = 3'd2;
  localparam logic [2:0] Players = 3'd3;
  localparam logic [2:0] Did = 3'd4;
  localparam logic [2:0] Tiles = 3'd5;
  localparam logic [2:0] Act = 3'd6;
  logic [2:0] due_q = None;
  logic [5:0] lines_q = 6'd0;
  logic open_q = 1'b0;  // there was an opening
  logic [5:0] wide_q = 6'd0, high_q = 6'd0;
  logic [2:0] all_q = 3'd0;
  logic [4:0] each_q = 5'd0;
  logic [1:0] my_q = 2'd0;
  logic [15:0] digits_q = 16'd0;
  logic [2:0] long_q = 3'd0;
  logic asked_q = 1'b0, called_q = 1'b0;

  logic head, counted, number_ends, numbers, whole;
  assign head = ka_q || tu_q;
  assign counted = (due_q == Points && !head) || spaces_q != 0;  // a number comes in
  assign number_ends = valid && (eol || space);
  assign whole = !wrong_q && (!counted || !empty_q);

  // A tile: whose, and what.
  logic is_tile, is_wall, is_area;
  logic [1:0] who;
  always_comb begin
    who = char[1:0] - 2'd1;
    is_wall = char >= 8'h41 && char < 8'h41 + all_q;
    is_area = char >= 8'h61 && char < 8'h61 + all_q;
    is_tile = is_wall || is_area || char == ".";
  end

  logic fits;
  always_comb begin
    case (due_q)
      Points: fits = whole && spaces_q + 1 == {1'b0, wide_q};
      Name: fits = {last4_q, last3_q, last2_q, last_q} == "name" && length_q == 4;
      Players: fits = whole && {1'b0, spaces_q} == 7'd2 * each_q + 7'd3;
      Did: fits = 1'b1;
      Tiles: fits = all_tiles_q && length_q == wide_q;
      default: fits = {last3_q, last2_q, last_q} == "act" && length_q == 3;
    endcase
  end
  logic [5:0] all_lines;
  assign all_lines = due_q == Points || due_q == Tiles ? high_q : due_q == Players || due_q == Did ? {3'd0, all_q} : 6'd1;

  always_ff @(posedge clk_i) begin
    {asked_q, called_q} <= 2'b00;
    if (number_ends && ka_q) begin
      if (spaces_q == 1) wide_q <= number_q[5:0];
      if (spaces_q == 2) high_q <= number_q[5:0];
      if (spaces_q == 3) all_q <= number_q[2:0];
      if (spaces_q == 4) each_q <= number_q[4:0];
      if (spaces_q == 6) my_q <= number_q[1:0];
    end
    if (valid && eol) begin
      {ka_q, tu_q, wrong_q, all_tiles_q} <= 4'b0001;
      length_q <= 0;
      spaces_q <= 0;
      if (bad || drop) due_q <= None;
      else if (ka_q) {due_q, lines_q} <= {whole && spaces_q == 8 ? Points : None, 6'd0};
      else if (tu_q) {due_q, lines_q} <= {whole && spaces_q == 1 && open_q ? Players : None, 6'd0};
      else if (due_q != None) begin
        lines_q <= lines_q + 1;
        if (lines_q + 1 == all_lines) begin
          lines_q <= 0;
          due_q   <= due_q == Name || due_q == Act ? None : due_q + 1;
        end
        if (!fits) due_q <= None;
        called_q <= due_q == Name && fits && !rst;
        asked_q  <= due_q == Act && fits && !rst;
        if (due_q == Name && fits) open_q <= 1'b1;
      end
    end else if (valid) begin
      if (length_q != 63) length_q <= length_q + 1;
      {last4_q, last3_q, last2_q, last_q} <= {last3_q, last2_q, last_q, char};
      if (!is_tile) all_tiles_q <= 1'b0;
      if (space) begin
        if (spaces_q != 63) spaces_q <= spaces_q + 1;
        if (!whole) wrong_q <= 1'b1;
        if (ka_q) begin
          if (sign_q && spaces_q != 0) wrong_q <= 1'b1;
          if ((spaces_q == 1 || spaces_q == 2) && (number_q == 0 || number_q > 40)) wrong_q <= 1'b1;
          if (spaces_q == 3 && (number_q == 0 || number_q > 4)) wrong_q <= 1'b1;
          if (spaces_q == 4 && (number_q == 0 || number_q > 18)) wrong_q <= 1'b1;
          if (spaces_q == 6 && number_q >= all_q) wrong_q <= 1'b1;
        end
      end else if (counted && !digit && !(char == "-" && empty_q && !sign_q)) begin
        wrong_q <= 1'b1;
      end
      if (tu_q && spaces_q == 1) begin
        digits_q <= {digits_q[11:0], char[3:0]};
        long_q   <= long_q + 1;
        if (!digit || long_q == 4) wrong_q <= 1'b1;
      end
      if (length_q == 1 && last_q == "k" && char == "a" && !drop) {ka_q, open_q, wrong_q} <= 3'b100;
      if (length_q == 1 && last_q == "t" && char == "u" && !drop) {tu_q, long_q, wrong_q} <= 5'b10000;
      if (drop) begin
        wrong_q <= 1'b1;
        due_q   <= None;
      end
    end
    if (number_ends) {number_q, empty_q, sign_q} <= {7'd0, 2'b10};
    else if (valid && counted) begin
      empty_q  <= !digit;
      sign_q   <= sign_q || (char == "-" && empty_q);
      number_q <= !digit ? 0 : longer > 127 ? 7'd127 : longer[6:0];
    end
    if (rst) begin
      {ka_q, tu_q, wrong_q, all_tiles_q, number_q, empty_q, sign_q, open_q} <= {4'b0001, 7'd0, 3'b100};
      length_q <= 0;
      spaces_q <= 0;
      due_q <= None;
      {asked_q, called_q} <= 2'b00;
    end
  end

  // The column of the agent whose row comes in, and whether it is off the board.
  logic [6:0] column_q = 7'd0;
  always_ff @(posedge clk_i) if (number_ends && !spaces_q[0]) column_q <= {sign_q, number_q[5:0]};
  logic is_row;
  logic [5:0] which;
  assign is_row = due_q == Players && !head && spaces_q >= 5 && spaces_q[0] && {1'b0, spaces_q} <= 7'd2 * each_q + 7'd3;
  assign which = spaces_q - 6'd5;

  always_comb begin
    if (started) begin
      a_named : assert (named == called_q);
      a_ask : assert (ask == asked_q);
      a_points : assert (points == (number_ends && !drop && due_q == Points && !head && !empty_q));
      a_tiles : assert (tiles == (valid && !eol && !drop && due_q == Tiles && !head && is_tile));
      a_agents : assert (writes_agents == (number_ends && !drop && is_row && !empty_q));
    end
    if (started && points) begin
      a_point : assert (point == (sign_q ? -{1'b0, number_q} : {1'b0, number_q}) && cell_ == {lines_q, spaces_q});
    end
    if (started && tiles) begin
      a_tile : assert (tile == (is_wall ? (who == my_q ? 1 : 3) : is_area ? (who == my_q ? 2 : 4) : 0));
      a_cell : assert (cell_ == {lines_q, length_q});
    end
    if (started && writes_agents) begin
      a_agent : assert (agent == {lines_q[1:0], which[5:1]});
      a_where : assert ({off, cell_[5:0]} == column_q && cell_[11:6] == number_q[5:0]);
    end
    if (started && (named || ask)) begin
      a_opening : assert ({width, height, players, agents, me} == {wide_q, high_q, all_q, each_q, my_q});
    end
    if (started && ask) begin
      a_turn : assert (turn == digits_q && {1'b0, first} + 3'd1 == long_q && long_q != 0);
      a_quarter : assert (quarter == (digits_q[0] && !(long_q == 1 && digits_q[3:0] == 1)));
    end
    c_named : cover (started && named && !rst && each_q == 1);
    c_ask : cover (started && ask && quarter);
    c_agent : cover (started && writes_agents && off && number_q == 1);
  end
endmodule
`default_nettype wire
