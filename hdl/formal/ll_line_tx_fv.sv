// SPDX-License-Identifier: Apache-2.0
//
// Properties of ll_line_tx for any text and any backpressure.
`default_nettype none

module ll_line_tx_fv #(
    parameter int CrLf = 0
) (
    input logic clk_i,
    input logic rst_i,
    input logic char_valid_i,
    input logic [7:0] char_i,
    input logic eol_i,
    input logic ready_i
);
  logic char_ready;
  logic valid;
  logic [7:0] data;

  ll_line_tx #(
      .CrLf(CrLf)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .char_valid_i(char_valid_i),
      .char_ready_o(char_ready),
      .char_i(char_i),
      .eol_i(eol_i),
      .valid_o(valid),
      .ready_i(ready_i),
      .data_o(data)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);
  logic live;
  assign live = started && !rst_i;

  // Text holds until it passes.
  logic waited_q, was_eol_q, held_q;
  logic [7:0] was_char_q, was_data_q;
  always_ff @(posedge clk_i) begin
    waited_q <= live && char_valid_i && !char_ready;
    was_char_q <= char_i;
    was_eol_q <= eol_i;
    held_q <= live && valid && !ready_i;
    was_data_q <= data;
  end
  always_comb begin
    if (waited_q && live) assume (char_valid_i && char_i == was_char_q && eol_i == was_eol_q);
  end

  // What passes, and whether the last byte was the CR of an end of line.
  logic take, give;
  assign take = live && char_valid_i && char_ready;
  assign give = live && valid && ready_i;
  logic return_q = 1'b0;
  always_ff @(posedge clk_i) begin
    if (rst_i) return_q <= 1'b0;
    else if (give) return_q <= eol_i && CrLf != 0 && !return_q;
  end

  always_comb begin
    if (live) begin
      if (held_q) begin a_held : assert (valid && data == was_data_q); end
      // A byte for each character; for an end of line LF, or CR and then LF.
      if (give && !eol_i) begin a_char : assert (take && data == char_i && !return_q); end
      if (give && eol_i) begin
        a_end : assert (take ? data == 8'h0a && return_q == (CrLf != 0) : data == 8'h0d && CrLf != 0 && !return_q);
      end
      if (take) begin a_passes : assert (give); end
      // Nothing waits where there is a taker, but the end of a line for its CR.
      if (char_valid_i && ready_i) begin a_progress : assert (give && (take || (eol_i && CrLf != 0))); end
    end
    c_end : cover (take && eol_i);
    c_waited : cover (take && !eol_i && held_q);
  end
endmodule
`default_nettype wire
