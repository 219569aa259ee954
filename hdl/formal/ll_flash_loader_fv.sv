// SPDX-License-Identifier: Apache-2.0
//
// ll_flash_loader, by its ports alone, with a flash that answers anything. A watcher counts the bits
// that pass while the flash is selected: it is woken, then read twice from the address on, with its
// clock and rests as it needs them. Words are written in the second reading alone, if the first had
// the magic and the right CRC, each once, in order, as it was read; and it is well only if
// the second had them, too.
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
  localparam int Words = (1 << WindowDepth) + (1 << TrackDepth);
  localparam int Bits = 32 + 32 + 16 * Words + 32;  // of a reading
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

  // What was wrong in a reading, by the bit at a time, and the CRC of what it had before: its
  // remainder by the polynomial.
  logic [31:0] crc_q;
  logic wrong_q = 1'b0;
  logic [11:0] at;
  logic bit_wrong;
  assign at = bits_q - 12'd32;
  assign bit_wrong = selections_q != 0 && bits_q >= 12'd32 &&
      (at < 12'd32 ? miso_q != Magic[5'd31-at[4:0]] : bits_q >= Bits - 32 && miso_q != crc_q[31]);
  always_ff @(posedge clk_i) begin
    if (rises) begin
      if (bits_q < 12'd32) crc_q <= 32'hffffffff;
      else crc_q <= crc_q[31] != miso_q ? {crc_q[30:0], 1'b0} ^ 32'h04C11DB7 : {crc_q[30:0], 1'b0};
      if (bit_wrong) wrong_q <= 1'b1;
    end
  end

  // The words written, and how long ago the last one was.
  logic [11:0] loads_q = 12'd0;
  logic load_q = 1'b0;
  logic [WindowDepth:0] address_q;
  logic [15:0] data_q;
  logic done_q = 1'b0;
  always_ff @(posedge clk_i) begin
    load_q <= started_q && load;
    {address_q, data_q} <= {address, data};
    if (started_q && load) loads_q <= loads_q + 12'd1;
    done_q <= started_q && done;
  end

  always_comb begin
    if (started_q) begin
      if (cs_n) begin a_quiet : assert (!sck); end
      if (rises) begin a_mosi : assert (mosi == mosi_q && !cs_nq); end
      if (sck_q) begin a_square : assert (!sck); end
      if (begins) begin
        a_rest : assert (rest_q >= 1 << RestDepth);
        a_thrice : assert (selections_q < 3);
      end
      if (ends && selections_q == 0) begin a_wakes : assert (bits_q == 8 && sent_q[7:0] == 8'hAB); end
      if (selections_q != 0 && bits_q == 32 && sck) begin a_reads : assert (sent_q == Read); end
      if (ends && selections_q != 0 && !wrong_q) begin a_whole : assert (bits_q == Bits); end
      if (wrong_q && bits_q != 0 && !rises) begin a_stops : assert (cs_n || sck_q); end
      if (load) begin
        a_second : assert (selections_q == 2 && !wrong_q && !load_q);
        a_word : assert (bits_q == 80 + 16 * loads_q && data == got_q[15:0]);
        a_order : assert (address == loads_q[WindowDepth:0]);
      end
      if (load_q) begin a_holds : assert (address == address_q && data == data_q); end
      if (done) begin
        a_ended : assert (cs_n);
        a_ok : assert (ok == (!wrong_q && loads_q == Words));
        a_known : assert (wrong_q || (selections_q >= 2 && loads_q == Words));
      end
      if (done_q) begin a_stays : assert (done && !load); end
    end
    c_ok : cover (started_q && done && ok && data_q != 0);
    c_magic : cover (started_q && done && !ok && selections_q == 1 && loads_q == 0);
    c_second : cover (started_q && done && !ok && loads_q == Words);
  end
endmodule
`default_nettype wire
