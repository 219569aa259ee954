// SPDX-License-Identifier: Apache-2.0
//
// The whole board by its two pins, 4 cycles a bit, with nothing said to it: from its reset on it
// sends its name and CR LF, exact in each bit, and then nothing.
`default_nettype none

module ll_chaser_board_fv (
    input logic clk_i,
    input logic rst_i
);
  logic tx;

  ll_chaser_board #(
      .ClockHz(4_000_000),
      .Baud(1_000_000)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .rx_i (1'b1),
      .tx_o (tx)
  );

  logic started = 1'b0;
  logic [8:0] cycle_q;
  always_ff @(posedge clk_i) begin
    started <= 1'b1;
    cycle_q <= rst_i ? 9'd0 : cycle_q == 9'h1ff ? cycle_q : cycle_q + 9'd1;
  end
  always_comb assume (rst_i == !started);

  // Six frames back to back from the first falling edge on: start bit, eight bits, stop bit.
  localparam logic [59:0] Frames = {
    1'b1, 8'h0a, 1'b0, 1'b1, 8'h0d, 1'b0, 1'b1, "P", 1'b0, 1'b1, "O", 1'b0, 1'b1, "O", 1'b0, 1'b1, "L", 1'b0
  };
  logic begun_q = 1'b0;
  logic [7:0] since_q = 8'd0;
  logic [7:0] now;
  assign now = begun_q ? since_q : 8'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_i && (begun_q || !tx)) begin
      begun_q <= 1'b1;
      since_q <= now == 8'hff ? now : now + 8'd1;
    end
  end

  always_comb begin
    if (started && (begun_q || !tx)) begin a_bits : assert (tx == (now < 240 ? Frames[now[7:2]] : 1'b1)); end
    if (started && cycle_q == 9) begin a_begins : assert (begun_q); end
    c_all : cover (now == 8'd250 && started);
  end
endmodule
`default_nettype wire
