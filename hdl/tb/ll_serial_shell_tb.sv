// SPDX-License-Identifier: Apache-2.0
//
// The devices of ll_serial_shell_tb.cpp: two serial shells, with a player behind each that is of no
// game. It greets first, and then answers each line by the same line, and a bad one by a question
// mark. A bit lasts 8 clock cycles.
//
//   shell 0   lines of up to 16 characters, ended by LF
//   shell 1   lines of up to 300 characters, ended by CR LF
`default_nettype none

module ll_serial_shell_tb (
    input  logic       clk_i,
    input  logic       rst_i,
    input  logic [1:0] rx_i,
    output logic [1:0] tx_o
);
  for (genvar i = 0; i < 2; i = i + 1) begin : gen_shell
    logic char_valid, char_ready, eol, bad;
    logic [7:0] char;
    logic answer_valid, answer_ready, answer_eol;
    logic [7:0] answer_char;

    ll_serial_shell #(
        .ClockHz(921_600),
        .Baud(115_200),
        .MaxLength(i == 0 ? 16 : 300),
        .CrLf(i)
    ) shell (
        .clk_i         (clk_i),
        .rst_i         (rst_i),
        .rx_i          (rx_i[i]),
        .tx_o          (tx_o[i]),
        .char_valid_o  (char_valid),
        .char_ready_i  (char_ready),
        .char_o        (char),
        .eol_o         (eol),
        .bad_o         (bad),
        .answer_valid_i(answer_valid),
        .answer_ready_o(answer_ready),
        .answer_char_i (answer_char),
        .answer_eol_i  (answer_eol)
    );

    // The player: a line is kept until it ends, and then sent.
    logic [7:0] text[0:511];
    logic [8:0] length_q, at_q;
    logic sends_q;

    assign char_ready = !sends_q;
    assign answer_valid = sends_q;
    assign answer_eol = at_q == length_q;
    assign answer_char = text[at_q];

    always_ff @(posedge clk_i) begin
      if (char_valid && char_ready && !eol) begin
        text[length_q] <= char;
        length_q <= length_q + 1'b1;
      end
      if (char_valid && char_ready && eol) begin
        sends_q <= 1'b1;
        at_q <= 0;
        if (bad) begin
          text[0] <= "?";
          length_q <= 1;
        end
      end
      if (answer_valid && answer_ready) begin
        at_q <= at_q + 1'b1;
        if (answer_eol) begin
          sends_q <= 1'b0;
          length_q <= 0;
        end
      end
      if (rst_i) begin
        text[0] <= "h";
        text[1] <= "i";
        length_q <= 2;
        at_q <= 0;
        sends_q <= 1'b1;
      end
    end
  end
endmodule

`default_nettype wire
