// SPDX-License-Identifier: Apache-2.0
//
// Properties of ll_line_rx for any bytes at any times.
`default_nettype none

module ll_line_rx_fv #(
    parameter int MaxLength = 4
) (
    input logic clk_i,
    input logic rst_i,
    input logic valid_i,
    input logic [7:0] data_i,
    input logic lost_i,
    input logic char_ready_i
);
  logic ready;
  logic char_valid;
  logic [7:0] char;
  logic eol;
  logic bad;

  ll_line_rx #(
      .MaxLength(MaxLength)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .valid_i(valid_i),
      .ready_o(ready),
      .data_i(data_i),
      .lost_i(lost_i),
      .char_valid_o(char_valid),
      .char_ready_i(char_ready_i),
      .char_o(char),
      .eol_o(eol),
      .bad_o(bad)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);

  // Bytes hold until they are taken.
  logic waited_q, was_out_q;
  logic [7:0] was_data_q, was_char_q;
  logic was_eol_q, was_bad_q;
  always_ff @(posedge clk_i) begin
    waited_q   <= valid_i && !ready && !rst_i;
    was_data_q <= data_i;
    was_out_q  <= char_valid && !char_ready_i && !rst_i;
    was_char_q <= char;
    was_eol_q  <= eol;
    was_bad_q  <= bad;
  end
  always_comb if (started && waited_q) assume (valid_i && data_i == was_data_q);

  // What passes.
  logic take;
  assign take = valid_i && ready && !rst_i;
  logic give;
  assign give = char_valid && char_ready_i && !rst_i;
  logic is_end;
  assign is_end = data_i == 8'h0a || data_i == 8'h0d;
  logic is_space;
  assign is_space = data_i == " ";
  logic is_text;
  assign is_text = data_i >= "!" && data_i <= "~";

  // The line so far, by the bytes taken: its characters with single spaces between, whether a
  // space came last, whether it has gone wrong. A loss shows behind the byte that waits then.
  logic [7:0] length_q;
  logic space_q, wrong_q, loss_q;
  logic [7:0] longer;
  assign longer = length_q + 1 + space_q;
  logic loss;
  assign loss = lost_i || loss_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) loss_q <= 0;
    else loss_q <= valid_i && !ready && loss;
    if (rst_i || (take && is_end)) begin
      length_q <= 0;
      space_q  <= 0;
      wrong_q  <= 0;
    end else begin
      if (take && is_space) space_q <= 1;
      if (take && is_text && !wrong_q && longer <= MaxLength) begin
        length_q <= longer;
        space_q  <= 0;
      end
      if (take && (is_text ? longer > MaxLength : !is_space)) wrong_q <= 1;
      if (loss && !(valid_i && !ready) && (length_q != 0 || given_q != 0 || (take && is_text))) wrong_q <= 1;
    end
  end

  // Reference model: the line so far, from the outputs.
  logic [7:0] given_q;
  logic given_space_q;
  always_ff @(posedge clk_i) begin
    if (rst_i || (give && eol)) given_q <= 0;
    else if (give) given_q <= given_q + 1;
    given_space_q <= give ? char == " " && !eol : given_space_q;
    if (rst_i) given_space_q <= 0;
  end

  always_comb begin
    if (started && !rst_i) begin
      // An offered output stays.
      if (was_out_q) begin
        a_held : assert (char_valid && eol == was_eol_q && (eol ? bad == was_bad_q : char == was_char_q));
      end
      // A character of a good line comes out when it is taken, with the space before it, if any.
      if (take && is_text && !wrong_q && longer <= MaxLength) begin
        a_char : assert (give && !eol && char == data_i && given_q + 1 == longer);
      end
      if (take && !is_text && !is_end) begin a_nothing : assert (!char_valid); end
      if (take && is_text && (wrong_q || longer > MaxLength)) begin a_dropped : assert (!char_valid); end
      if (give && !eol && char == " ") begin
        a_space : assert (space_q && !given_space_q && is_text && !take);
      end
      // An end comes out for each line with a character, or that has gone wrong; of no other.
      if (take && is_end) begin
        a_end : assert (give == (given_q != 0 || wrong_q) && (!give || (eol && bad == wrong_q)));
      end
      if (give && eol) begin a_end_taken : assert (take && is_end); end
      a_short : assert (given_q <= MaxLength);
      // Without room for an output nothing is lost; with room nothing waits.
      if (valid_i && char_ready_i && !ready) begin a_progress : assert (give && !eol && char == " "); end
    end
    c_longest : cover (started && give && eol && !bad && given_q == MaxLength);
    c_space : cover (started && give && eol && !bad && given_q == 3 && space_q);
    c_bad : cover (started && give && eol && bad && given_q == 2);
    c_empty : cover (started && take && is_end && !give);
    c_loss : cover (started && loss_q && !wrong_q && take);
  end
endmodule
`default_nettype wire
