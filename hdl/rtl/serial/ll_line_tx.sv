// SPDX-License-Identifier: Apache-2.0
//
// Encodes lines of text as bytes: a character is its byte, the end of a line is LF or CR LF.
//
// Handshake:  text comes in by char_valid_i and char_ready_o, bytes go out by valid_o and
//             ready_i; either passes in a cycle in which both are high. What comes in is either
//             a character, char_i, or, with eol_i high, the end of a line; it must hold from
//             char_valid_i until it passes.
// Latency:    none, from char_valid_i to valid_o and from ready_i to char_ready_o.
// Throughput: a byte a clock cycle.
// Reset:      synchronous; a CR that has passed is forgotten.
//
// Parameters
//   CrLf   1 to end lines by CR LF, 0 by LF alone
`default_nettype none

module ll_line_tx #(
    parameter int CrLf = 0
) (
    input  logic       clk_i,
    input  logic       rst_i,
    // text
    input  logic       char_valid_i,
    output logic       char_ready_o,
    input  logic [7:0] char_i,
    input  logic       eol_i,
    // bytes
    output logic       valid_o,
    input  logic       ready_i,
    output logic [7:0] data_o
);
  if (CrLf < 0 || CrLf > 1) begin : gen_check_end
    ll_line_tx_CrLf_must_be_0_or_1 u_error ();
  end

  localparam logic [7:0] LineFeed = 8'h0a;
  localparam logic [7:0] Return = 8'h0d;

  logic return_due;  // the byte is CR, and LF follows

  if (CrLf != 0) begin : gen_crlf
    logic return_sent_q;

    assign return_due = eol_i && !return_sent_q;
    always_ff @(posedge clk_i) begin
      if (rst_i) return_sent_q <= 1'b0;
      else if (char_valid_i && ready_i) return_sent_q <= return_due;
    end
  end else begin : gen_lf
    logic unused;

    assign unused = clk_i | rst_i;
    assign return_due = 1'b0;
  end

  assign valid_o = char_valid_i;
  assign char_ready_o = ready_i && !return_due;
  assign data_o = !eol_i ? char_i : return_due ? Return : LineFeed;
endmodule

`default_nettype wire
