// SPDX-License-Identifier: Apache-2.0
//
// Splits bytes into lines of text (docs/protocol.md): a line ends with LF, CR or CR LF;
// spaces at its end do not belong to it; a line without a character is none.
//
// Handshake:  bytes come in by valid_i and ready_o, text goes out by char_valid_o and
//             char_ready_i; either passes in a cycle in which both are high. What goes out is
//             either a character, char_o, or, with eol_o high, the end of a line.
// Text:       the characters from ! to ~ and single spaces between them: spaces in a row become
//             one, which comes out before the character that follows it.
// Errors:     bad_o, with eol_o, marks an invalid line: it had a byte that is
//             no printable character, or more than MaxLength characters, or a byte of it was lost.
//             No characters come out after the place of the error. lost_i tells of a byte lost
//             behind the one that waits at data_i, if any; before the first character of a line
//             it means nothing, for a line at rest picks up noise.
// Latency:    none, from valid_i to char_valid_o and from char_ready_i to ready_o.
// Throughput: a byte a clock cycle; one cycle more for a space.
// Reset:      synchronous; drops a partial line. While rst_i is high nothing is accepted.
//
// Parameters
//   MaxLength   characters of a line, spaces between them included; 1 or more
//
// CR LF needs no care: the line that LF ends has no characters.
`default_nettype none

module ll_line_rx #(
    parameter int MaxLength = 16
) (
    input  logic       clk_i,
    input  logic       rst_i,
    // bytes
    input  logic       valid_i,
    output logic       ready_o,
    input  logic [7:0] data_i,
    input  logic       lost_i,        // for one cycle: a byte was lost, framing or overrun
    // text
    output logic       char_valid_o,
    input  logic       char_ready_i,
    output logic [7:0] char_o,
    output logic       eol_o,
    output logic       bad_o
);
  if (MaxLength < 1) begin : gen_check_length
    ll_line_rx_MaxLength_must_be_1_or_more u_error ();
  end

  localparam int Width = $clog2(MaxLength + 1);
  localparam logic [Width-1:0] Most = MaxLength[Width-1:0];

  logic [Width-1:0] length_q;  // characters that came out
  logic space_q;  // a space waits for the next character
  logic bad_q;
  logic lost_q;  // a byte was lost behind the one that waits
  logic end_in, space_in, text_in;
  logic full;
  logic wanted;  // something comes out for the byte
  logic waits;  // and has not yet

  assign end_in = data_i == 8'h0a || data_i == 8'h0d;
  assign space_in = data_i == 8'h20;
  assign text_in = data_i > 8'h20 && data_i < 8'h7f;

  assign full = length_q == Most;
  assign wanted = end_in ? length_q != 0 || bad_q : text_in && !full && !bad_q;

  assign waits = valid_i && wanted && !(char_ready_i && (end_in || !space_q));

  assign char_valid_o = valid_i && wanted;
  assign char_o = space_q ? 8'h20 : data_i;
  assign eol_o = end_in;
  assign bad_o = bad_q;
  assign ready_o = !waits;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      length_q <= 0;
      space_q  <= 1'b0;
      bad_q    <= 1'b0;
      lost_q   <= 1'b0;
    end else begin
      lost_q <= waits && (lost_i || lost_q);
      if (valid_i && end_in) begin
        if (!waits) begin
          length_q <= 0;
          space_q  <= 1'b0;
          bad_q    <= 1'b0;
        end
      end else begin
        if (valid_i && space_in) space_q <= 1'b1;
        if (valid_i && wanted && char_ready_i) begin
          length_q <= length_q + 1'b1;
          space_q  <= 1'b0;
        end
        if (valid_i && !space_in && (!text_in || full)) bad_q <= 1'b1;
        if (!waits && (lost_i || lost_q) && (length_q != 0 || (valid_i && text_in))) bad_q <= 1'b1;
      end
    end
  end
endmodule

`default_nettype wire
