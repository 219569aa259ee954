`include "defs.vh"
module uart (input clk, input rst, input rx, output reg tx, output reg [7:0] rdata, output reg rvalid,
             input [7:0] tdata, input tvalid, output tready);
  reg [4:0] rcnt, tcnt;
  reg [3:0] rbit, tbit;
  reg [9:0] tsh;
  reg rx1, rx2;
  assign tready = tbit == 0;
  always @(posedge clk) {rx2, rx1} <= `D {rx1, rx};
  always @(posedge clk or posedge rst)
    if (rst) begin
      rcnt <= `D 0; rbit <= `D 0; rvalid <= `D 0; rdata <= `D 0;
    end else begin
      rvalid <= `D 0;
      case (rbit)
        0: if (!rx2) begin rbit <= `D 1; rcnt <= `D `CLKS_PER_BIT + `CLKS_PER_BIT/2 - 1; end
        1, 2, 3, 4, 5, 6, 7, 8:
          if (rcnt != 0) rcnt <= `D rcnt - 1;
          else begin
            rdata <= `D {rx2, rdata[7:1]};
            rcnt <= `D `CLKS_PER_BIT - 1;
            rbit <= `D rbit + 1;
          end
        9: if (rcnt != 0) rcnt <= `D rcnt - 1;
          else begin rvalid <= `D rx2; rbit <= `D 0; end
      endcase
    end
  always @(posedge clk or posedge rst)
    if (rst) begin
      tx <= `D 1; tbit <= `D 0; tcnt <= `D 0; tsh <= `D 10'h3ff;
    end else if (tbit == 0) begin
      tx <= `D 1;
      if (tvalid) begin tsh <= `D {1'b1, tdata, 1'b0}; tbit <= `D 11; tcnt <= `D 0; end
    end else if (tcnt != 0) tcnt <= `D tcnt - 1;
    else begin
      {tsh, tx} <= `D {1'b1, tsh};
      tcnt <= `D `CLKS_PER_BIT - 1;
      tbit <= `D tbit - 1;
    end
endmodule
