`include "defs.vh"
`default_nettype none
module top (input wire CLK, input wire BTN, input wire RXD, output wire TXD, output wire [2:0] LED, inout wire [1:0] PMOD);
  wire clk2x, lock;
  SB_PLL40_CORE #(.FEEDBACK_PATH("SIMPLE"), .DIVR(4'd0), .DIVF(7'd63), .DIVQ(3'd4), .FILTER_RANGE(3'd1)) pll (
    .REFERENCECLK(CLK), .PLLOUTCORE(clk2x), .PLLOUTGLOBAL(), .LOCK(lock), .RESETB(1'b1), .BYPASS(1'b0));
  reg [3:0] por = 0;
  always @(posedge CLK) if (!por[3]) por <= por + 1;
  wire rst = !por[3] | BTN;

  wire [7:0] rdata, fdata, tdata;
  wire rvalid, tready, rempty, tempty, pop;
  uart u (.clk(CLK), .rst(rst), .rx(RXD), .tx(TXD), .rdata(rdata), .rvalid(rvalid), .tdata(tdata),
          .tvalid(!tempty), .tready(tready));
  sync_fifo #(.LOG(3)) rf (.clk(CLK), .rst(rst), .push(rvalid), .pop(pop), .din(rdata), .dout(fdata), .empty(rempty),
          .full(), .level());

  // Answers -T with BV.
  reg [1:0] st;
  reg [7:0] last;
  reg [7:0] out;
  reg push;
  localparam IDLE = 0, FIRST = 1, SECOND = 2, NEWLINE = 3;
  assign pop = st == IDLE && !rempty;
  always @(posedge CLK or posedge rst)
    if (rst) begin
      st <= IDLE; last <= 0; push <= 0; out <= 0;
    end else begin
      push <= 1'b0;
      case (st)
        IDLE: if (pop) begin
          if (fdata == 8'h0a && last == "T") st <= FIRST;
          last <= fdata;
        end
        FIRST: begin out <= "B"; push <= 1'b1; st <= SECOND; end
        SECOND: begin out <= "V"; push <= 1'b1; st <= NEWLINE; end
        NEWLINE: begin out <= 8'h0a; push <= 1'b1; st <= IDLE; end
      endcase
    end
  sync_fifo tf (.clk(CLK), .rst(rst), .push(push), .pop(tready), .din(out), .dout(tdata), .empty(tempty), .full(), .level());

  wire [15:0] doa, dob;
  reg [8:0] addr;
  always @(posedge clk2x) addr <= rst ? 9'd0 : addr + 9'd1;
  tdp_ram ram (.clka(CLK), .wea(rvalid), .addra({1'b0, rdata}), .dia({8'd0, rdata}), .doa(doa),
               .clkb(clk2x), .web(1'b0), .addrb(addr), .dib(16'd0), .dob(dob));
  wire [2:0] index; wire any; wire [1:0] kind;
  prio p (.req(dob[7:0] ^ doa[7:0]), .index(index), .any(any), .kind(kind));
  assign LED = {any & lock, kind} ^ index;

  genvar g;
  generate for (g = 0; g < 2; g = g + 1) begin : io
    reg oe;
    always @(posedge CLK) oe <= !rst && index[g];
    assign PMOD[g] = oe ? lock : 1'bz;
  end endgenerate
endmodule
`default_nettype wire
