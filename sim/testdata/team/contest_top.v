// SPDX-License-Identifier: Apache-2.0
//
// The board of another team, in plain Verilog: it knows docs/protocol.md and
// nothing of Loopline's RTL. Its pins have names of its own, its reset is active
// low, and it plays the first legal move that wins, or else the first that does
// not end the game. It stays silent when the game is over.
`default_nettype none

module contest_top #(
    parameter CLKS_PER_BIT = 16
) (
    input  wire osc,
    input  wire nrst,
    input  wire enable,   // a switch: high to play
    input  wire ser_in,
    output reg  ser_out,
    output wire led
);
  // Receiver.
  reg [1:0] sync;
  reg [15:0] rx_count;
  reg [3:0] rx_bit;  // 0 idle, 1 start, 2..9 data, 10 stop
  reg [7:0] rx_data;
  reg rx_done;

  always @(posedge osc) begin
    sync <= {sync[0], ser_in};
    rx_done <= 1'b0;
    if (!nrst) rx_bit <= 0;
    else if (rx_bit == 0) begin
      rx_count <= CLKS_PER_BIT / 2;
      if (!sync[1]) rx_bit <= 1;
    end
    else if (rx_count != 0) rx_count <= rx_count - 1;
    else begin
      rx_count <= CLKS_PER_BIT - 1;
      rx_bit <= rx_bit + 1;
      if (rx_bit == 1 && sync[1]) rx_bit <= 0;
      else if (rx_bit >= 2 && rx_bit <= 9) rx_data <= {sync[1], rx_data[7:1]};
      else if (rx_bit == 10) begin
        rx_bit <= 0;
        rx_done <= sync[1];
      end
    end
  end

  // Sender: a text of up to eight bytes, the first in the lowest bits.
  reg [63:0] text;
  reg [3:0] text_left;
  reg [9:0] frame;
  reg [3:0] tx_left;
  reg [15:0] tx_count;

  // The core, and what it is told.
  reg cmd_valid;
  reg [2:0] cmd_op;
  reg [5:0] cmd_col, cmd_row;
  reg [1:0] cmd_shape;
  wire cmd_ready, rsp_valid, gen_valid, red, over;
  wire [3:0] rsp_status, gen_status, gen_completed;
  wire [5:0] gen_col, gen_row;
  wire [1:0] gen_shape;

  ll_core #(.LogSize(5)) core (
      .clk_i(osc), .rst_i(!nrst),
      .cmd_valid_i(cmd_valid), .cmd_ready_o(cmd_ready), .cmd_op_i(cmd_op),
      .cmd_col_i(cmd_col), .cmd_row_i(cmd_row), .cmd_shape_i(cmd_shape),
      .rsp_valid_o(rsp_valid), .rsp_status_o(rsp_status), .rsp_completed_o(),
      .gen_valid_o(gen_valid), .gen_ready_i(1'b1), .gen_col_o(gen_col), .gen_row_o(gen_row),
      .gen_shape_o(gen_shape), .gen_status_o(gen_status), .gen_completed_o(gen_completed),
      .width_o(), .height_o(), .tiles_o(), .red_o(red), .over_o(over), .winner_o(),
      .trace_valid_o(), .trace_undo_o(), .trace_forced_o(), .trace_x_o(), .trace_y_o(),
      .trace_tile_o(), .origin_x_o(), .origin_y_o()
  );

  // The line that is read, as a move and as its first two characters.
  reg [15:0] head;
  reg [4:0] length;
  reg [5:0] col, row;
  reg [1:0] shape;

  // What to do after the command that runs.
  localparam LISTEN = 0, WAIT_NEW = 1, CHOOSE = 2, LOOK = 3, MINE = 4, SAY = 5;
  reg [2:0] todo;
  reg [1:0] best;  // 0 none, 1 ends the game for the other, 2 goes on, 3 wins
  wire [1:0] merit = (gen_completed & (red ? 4'b1100 : 4'b0011)) != 0 ? 3 : gen_completed == 0 ? 2 : 1;
  wire white_asked = head == "-W";

  assign led = todo != LISTEN;

  task tell(input [2:0] op);
    begin
      cmd_valid <= 1'b1;
      cmd_op <= op;
    end
  endtask

  function [63:0] written(input [5:0] c, input [5:0] r, input [1:0] s);
    reg [7:0] sign;
    begin
      sign = s == 0 ? "+" : s == 1 ? "/" : "\\";
      written = {8'd10, sign};
      written = {written[55:0], 8'd48 + {2'd0, r} % 8'd10};
      if (r > 9) written = {written[55:0], 8'd48 + {2'd0, r} / 8'd10};
      if (c == 0) written = {written[55:0], "@"};
      else if (c <= 26) written = {written[55:0], 8'd64 + {2'd0, c}};
      else written = {written[55:0], 8'd65 + ({2'd0, c} - 8'd27) % 8'd26, 8'd65 + ({2'd0, c} - 8'd27) / 8'd26};
    end
  endfunction

  function [3:0] count(input [5:0] c, input [5:0] r);
    count = 4 + (r > 9) + (c > 26);
  endfunction

  always @(posedge osc) begin
    if (!nrst) begin
      ser_out <= 1'b1;
      text_left <= 0;
      tx_left <= 0;
      cmd_valid <= 1'b0;
      todo <= LISTEN;
      length <= 0;
    end
    else begin
      if (cmd_valid && cmd_ready) cmd_valid <= 1'b0;

      // Sender.
      if (tx_left != 0) begin
        if (tx_count != 0) tx_count <= tx_count - 1;
        else begin
          tx_count <= CLKS_PER_BIT - 1;
          tx_left <= tx_left - 1;
          {frame, ser_out} <= {1'b1, frame};
        end
      end
      else if (text_left != 0) begin
        frame <= {1'b1, text[7:0], 1'b0};
        text <= text >> 8;
        text_left <= text_left - 1;
        tx_left <= 11;  // the stop bit is sent in full
        tx_count <= 0;
      end

      // Reader.
      if (rx_done && (rx_data == 8'd10 || rx_data == 8'd13)) begin
        length <= 0;
        if (length == 2 && head == "-T") begin
          text <= {8'd10, "XV"};
          text_left <= 3;
        end
        else if (length == 2 && (white_asked || head == "-B" || head == "-R")) begin
          tell(0);
          todo <= white_asked ? WAIT_NEW : LISTEN;
        end
        else if (length > 2 && enable && todo == LISTEN) begin
          tell(1);
          cmd_col <= col;
          cmd_row <= row;
          cmd_shape <= shape;
          todo <= CHOOSE;
        end
      end
      else if (rx_done && rx_data > 8'd32) begin
        length <= length + 1;
        head <= {head[7:0], rx_data};
        if (length == 0) begin
          col <= 0;
          row <= 0;
          shape <= 3;
        end
        if (rx_data >= "A" && rx_data <= "Z") col <= (length == 0 ? 0 : col * 26) + rx_data - "@";
        if (rx_data >= "0" && rx_data <= "9") row <= row * 10 + rx_data - "0";
        if (rx_data == "+") shape <= 0;
        if (rx_data == "/") shape <= 1;
        if (rx_data == "\\") shape <= 2;
      end

      // Player.
      case (todo)
        WAIT_NEW: if (rsp_valid) todo <= LOOK;
        CHOOSE: if (rsp_valid) todo <= rsp_status == 0 && !over ? LOOK : LISTEN;
        LOOK: begin
          tell(4);
          best <= 0;
          todo <= MINE;
        end
        MINE: begin
          if (gen_valid && gen_status == 0 && merit > best) begin
            best <= merit;
            cmd_col <= gen_col;
            cmd_row <= gen_row;
            cmd_shape <= gen_shape;
          end
          if (rsp_valid) begin
            todo <= best == 0 ? LISTEN : SAY;
            if (best != 0) tell(1);
          end
        end
        SAY: if (rsp_valid) begin
          text <= written(cmd_col, cmd_row, cmd_shape);
          text_left <= count(cmd_col, cmd_row);
          todo <= LISTEN;
        end
        default: ;
      endcase
    end
  end
endmodule

`default_nettype wire
