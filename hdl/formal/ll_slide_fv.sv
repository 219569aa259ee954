// SPDX-License-Identifier: Apache-2.0
//
// ll_slide, by its ports alone: any board, in any direction, whenever it is given and taken, with
// resets at any time. Each line of the answer is the line of the board as ll_slide_row slides it
// towards the edge named; merges, gain and moved are those of all lines. The answer comes in time,
// holds until it is taken, and comes once.
`default_nettype none

module ll_slide_fv (
    input logic clk_i,
    input logic rst_i,
    input logic valid_i,
    input logic ready_i,
    input logic [124:0] board_i,
    input logic [1:0] direction_i
);
  logic ready, valid;
  logic [124:0] board;
  logic moved;
  logic [3:0] merges;
  logic [35:0] gain;

  ll_slide dut (
      .clk_i      (clk_i),
      .rst_i      (rst_i),
      .valid_i    (valid_i),
      .ready_o    (ready),
      .board_i    (board_i),
      .direction_i(direction_i),
      .valid_o    (valid),
      .ready_i    (ready_i),
      .board_o    (board),
      .moved_o    (moved),
      .merges_o   (merges),
      .gain_o     (gain)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);

  // The board that was asked about, and since when.
  logic [124:0] asked_q;
  logic [1:0] direction_q;
  logic pending_q = 1'b0;
  logic [2:0] since_q;
  always_ff @(posedge clk_i) begin
    if (valid && ready_i) pending_q <= 1'b0;
    if (since_q != 7) since_q <= since_q + 1;
    if (valid_i && ready) begin
      asked_q     <= board_i;
      direction_q <= direction_i;
      pending_q   <= 1'b1;
      since_q     <= 0;
    end
    if (rst_i) pending_q <= 1'b0;
  end

  // Its lines, from the edge on to which they slide, and those of the answer.
  logic [124:0] from, to, want;
  always_comb begin
    for (int line = 0; line < 5; line++) begin
      for (int i = 0; i < 5; i++) begin
        from[25*line+5*i+:5] = direction_q == 0 ? asked_q[25*i+5*line+:5] :  // up
            direction_q == 1 ? asked_q[25*line+5*(4-i)+:5] :  // right
            direction_q == 2 ? asked_q[25*(4-i)+5*line+:5] :  // down
            asked_q[25*line+5*i+:5];  // left
        to[25*line+5*i+:5] = direction_q == 0 ? board[25*i+5*line+:5] :
            direction_q == 1 ? board[25*line+5*(4-i)+:5] :
            direction_q == 2 ? board[25*(4-i)+5*line+:5] : board[25*line+5*i+:5];
      end
    end
  end

  logic [9:0] pairs;
  logic [164:0] points;
  logic [4:0] moves;
  genvar k;
  for (k = 0; k < 5; k = k + 1) begin : gen_line
    ll_slide_row row (
        .row_i   (from[25*k+:25]),
        .row_o   (want[25*k+:25]),
        .moved_o (moves[k]),
        .merges_o(pairs[2*k+:2]),
        .gain_o  (points[33*k+:33])
    );
  end

  logic held_q = 1'b0;
  logic [124:0] board_q;
  logic [40:0] rest_q;
  always_ff @(posedge clk_i) begin
    held_q  <= valid && !ready_i && !rst_i;
    board_q <= board;
    rest_q  <= {moved, merges, gain};
  end

  always_comb begin
    if (valid && started) begin
      a_asked : assert (pending_q);
      a_board : assert (to == want);
      a_moved : assert (moved == (moves != 0));
      a_merges : assert (merges == {2'd0, pairs[1:0]} + {2'd0, pairs[3:2]} + {2'd0, pairs[5:4]} +
          {2'd0, pairs[7:6]} + {2'd0, pairs[9:8]});
      a_gain : assert (gain == ((({3'd0, points[32:0]} + {3'd0, points[65:33]}) + {3'd0, points[98:66]}) +
          {3'd0, points[131:99]}) + {3'd0, points[164:132]});
    end
    if (started && pending_q && since_q >= 5) begin a_in_time : assert (valid); end
    if (started && !pending_q) begin a_ready : assert (ready); end
    if (started && pending_q && !(valid && ready_i)) begin a_busy : assert (!ready); end
    if (held_q) begin a_holds : assert (valid && board == board_q && {moved, merges, gain} == rest_q); end
    c_ten : cover (valid && merges == 10 && direction_q == 2);
    c_again : cover (valid && ready_i && ready && valid_i && direction_q == 1 && moved);
    c_waits : cover (held_q && direction_q == 0 && merges == 3);
  end
endmodule
`default_nettype wire
