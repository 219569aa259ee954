// SPDX-License-Identifier: Apache-2.0
//
// What ll_spram answers: for any one word of it, the last value written there. While it writes, it
// goes on to answer what it read before.
`default_nettype none

module ll_spram_fv #(
    parameter int Width = 2,
    parameter int Depth = 3
) (
    input logic clk_i,
    input logic write_i,
    input logic [Depth-1:0] address_i,
    input logic [Width-1:0] data_i
);
  logic [Width-1:0] data;

  ll_spram #(
      .Width(Width),
      .Depth(Depth)
  ) dut (
      .clk_i(clk_i),
      .write_i(write_i),
      .address_i(address_i),
      .data_i(data_i),
      .data_o(data)
  );

  (* anyconst *) logic [Depth-1:0] address;
  logic written_q = 1'b0;  // there is a last value
  logic [Width-1:0] last_q;
  logic read_q = 1'b0;  // the last read was of it
  logic [Width-1:0] want_q;
  logic wrote_q = 1'b0;
  always_ff @(posedge clk_i) begin
    wrote_q <= write_i;
    if (write_i && address_i == address) begin
      written_q <= 1'b1;
      last_q <= data_i;
    end
    if (!write_i) begin
      read_q <= written_q && address_i == address;
      want_q <= last_q;
    end
  end

  always_comb begin
    if (read_q) begin a_last : assert (data == want_q); end
    c_read : cover (read_q && !wrote_q && data == 2 && address == 5);
    c_holds : cover (read_q && wrote_q && written_q && data != last_q);
  end
endmodule
`default_nettype wire
