// SPDX-License-Identifier: Apache-2.0
//
// ll_flash_loader, by its ports alone, with a flash that answers anything, until a whole magic number may
// have passed. A watcher counts the bits that pass while the flash is selected: it is woken, then read
// from the address on, with its clock and rests as it needs them. The first bit that differs from the
// magic ends it; nothing is written.
`default_nettype none

module ll_flash_loader_fv #(
    parameter int Address = 24'h35A1C7,
    parameter int RestDepth = 4,
    parameter int WindowDepth = 2,
    parameter int TrackDepth = 1
) (
    input logic clk_i,
    input logic miso_i
);
  localparam logic [31:0] Magic = 32'h4C525731;
  localparam logic [31:0] Read = {8'h03, Address[23:0]};

  logic rst_q = 1'b1;
  always_ff @(posedge clk_i) rst_q <= 1'b0;

  logic sck, cs_n, mosi, load, done, ok;
  logic [WindowDepth:0] address;
  logic [15:0] data;
  ll_flash_loader #(
      .Address(Address),
      .RestDepth(RestDepth),
      .WindowDepth(WindowDepth),
      .TrackDepth(TrackDepth)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_q),
      .sck_o(sck),
      .cs_no(cs_n),
      .mosi_o(mosi),
      .miso_i(miso_i),
      .load_o(load),
      .load_address_o(address),
      .load_data_o(data),
      .done_o(done),
      .ok_o(ok)
  );

  // The bits of a selection, as they pass where the clock rises, and the cycles since the last one.
  logic started_q = 1'b0;  // the outputs are defined
  logic sck_q, cs_nq, mosi_q, miso_q;
  logic [11:0] bits_q = 12'd0;
  logic [31:0] sent_q = 32'd0;
  logic [31:0] got_q = 32'd0;
  logic [1:0] selections_q = 2'd0;  // that have ended
  logic [7:0] rest_q = 8'd0;
  logic rises, begins, ends;
  assign rises = started_q && sck && !sck_q;
  assign begins = started_q && !cs_n && cs_nq;
  assign ends = started_q && cs_n && !cs_nq;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    {sck_q, cs_nq} <= started_q ? {sck, cs_n} : 2'b01;
    {mosi_q, miso_q} <= {mosi, miso_i};
    if (rises) begin
      bits_q <= bits_q + 12'd1;
      sent_q <= {sent_q[30:0], mosi};
      got_q <= {got_q[30:0], miso_q};
    end
    if (ends) begin
      bits_q <= 12'd0;
      selections_q <= selections_q + 2'd1;
    end
    rest_q <= !cs_n ? 8'd0 : rest_q == 8'hff ? rest_q : rest_q + 8'd1;
  end

  // Whether a bit of the magic was wrong.
  logic wrong_q = 1'b0;
  logic done_q = 1'b0;
  logic [11:0] at;
  assign at = bits_q - 12'd32;
  always_ff @(posedge clk_i) begin
    if (rises && selections_q != 0 && bits_q >= 12'd32 && at < 12'd32 && miso_q != Magic[5'd31-at[4:0]]) begin
      wrong_q <= 1'b1;
    end
    done_q <= started_q && done;
  end

  always_comb begin
    if (started_q) begin
      a_nothing : assert (!load && !ok);
      if (cs_n) begin a_quiet : assert (!sck); end
      if (rises) begin a_mosi : assert (mosi == mosi_q && !cs_nq); end
      if (sck_q) begin a_square : assert (!sck); end
      if (begins) begin
        a_rest : assert (rest_q >= 1 << RestDepth);
        a_twice : assert (selections_q < 2);
      end
      if (ends && selections_q == 0) begin a_wakes : assert (bits_q == 8 && sent_q[7:0] == 8'hAB); end
      if (selections_q != 0 && bits_q == 32 && sck) begin a_reads : assert (sent_q == Read); end
      if (ends && selections_q != 0) begin a_first : assert (wrong_q && bits_q > 32 && bits_q <= 64); end
      if (wrong_q) begin a_stops : assert (cs_n); end
      if (done) begin a_ended : assert (cs_n && wrong_q); end
      if (done_q) begin a_stays : assert (done); end
    end
    c_early : cover (started_q && done && selections_q == 2);
    c_right : cover (started_q && !done && bits_q == 66);
  end
endmodule
`default_nettype wire
