// SPDX-License-Identifier: Apache-2.0
//
// A memory with a single port, for the large RAMs of a chip, as an iCE40UP5K has four of, each of
// 2^14 words of 16 bits.
//
// Latency:    a read takes one clock cycle: data_o belongs to the address_i of the last cycle in
//             which write_i was low.
// Throughput: one read or one write in every cycle.
// Handshake:  none.
// Reset:      none; the contents are undefined until they are written.
//
// Parameters
//   Width   bits of a word, at least 1
//   Depth   binary logarithm of the number of words, at least 1
`default_nettype none

module ll_spram #(
    parameter int Width = 16,
    parameter int Depth = 14
) (
    input  logic             clk_i,
    input  logic             write_i,
    input  logic [Depth-1:0] address_i,
    input  logic [Width-1:0] data_i,
    output logic [Width-1:0] data_o
);
  if (Width < 1) begin : gen_check_width
    ll_spram_Width_must_be_1_or_more u_error ();
  end
  if (Depth < 1) begin : gen_check_depth
    ll_spram_Depth_must_be_1_or_more u_error ();
  end

  (* ram_style = "huge" *) logic [Width-1:0] words[0:(1 << Depth)-1];

  always_ff @(posedge clk_i) begin
    if (write_i) words[address_i] <= data_i;
    else data_o <= words[address_i];
  end
endmodule

`default_nettype wire
