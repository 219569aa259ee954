// SPDX-License-Identifier: Apache-2.0
//
// A complete contest board that plays Trax over a serial line (docs/protocol.md). ll_serial_shell
// is independent of the game.
//
//   rx ---> ll_serial_shell ---> ll_player <---> ll_chooser_core
//   tx <---                 <---           or    ll_search_core
//
// Handshake:  none beyond the lines.
// Latency:    an answer's first bit follows the question's last stop bit by at most
//             BudgetCycles and a few hundred thousand clock cycles; see ll_chooser and ll_search.
// Throughput: a question at a time.
// Reset:      synchronous, for one cycle at least. It answers from the first start bit
//             on; the core is ready 4 * 4^LogSize cycles later.
//
// Parameters
//   ClockHz, Baud  see ll_serial_shell
//   LogSize        binary logarithm of the board's columns and rows, 3 to 8; 3 to 5 if Searching
//   Searching      1 for ll_search_core, which looks several moves ahead, 0 for ll_chooser_core
//   TeamCode       two characters, printable, no space, the first no hyphen
//   ListDepth, BudgetCycles   see ll_chooser or ll_search
//   Seed                      see ll_chooser; unused if Searching
//   PlyDepth, Depth, Windows  see ll_search; used only if Searching
`default_nettype none

module ll_board #(
    parameter int ClockHz = 12_000_000,
    parameter int Baud = 115_200,
    parameter int LogSize = 5,
    parameter bit Searching = 1'b0,
    parameter logic [15:0] TeamCode = Searching ? "LS" : "LL",
    parameter int ListDepth = Searching ? 10 : 9,
    parameter int BudgetCycles = Searching ? ClockHz / 10 * 9 : ClockHz / 2,
    parameter logic [15:0] Seed = 16'd1,
    parameter int PlyDepth = 4,
    parameter int Depth = 15,
    parameter bit Windows = 1'b0
) (
    input  logic        clk_i,
    input  logic        rst_i,
    // weights of the search, as in ll_search; low without Windows
    input  logic        weights_i,
    input  logic        load_i,
    input  logic [16:0] load_address_i,
    input  logic [15:0] load_data_i,
    // serial line
    input  logic        rx_i,
    output logic        tx_o,
    // it has something to do: work out a move, play one, make the core empty, send a line
    output logic        busy_o
);
  localparam int MaxLine = 16;  // characters of the longest line worth reading

  // The lines of the host, and the answers.
  logic char_valid, char_ready, eol, bad;
  logic [7:0] char;
  logic answer_valid, answer_ready, answer_eol;
  logic [7:0] answer_char;

  ll_serial_shell #(
      .ClockHz  (ClockHz),
      .Baud     (Baud),
      .MaxLength(MaxLine)
  ) shell (
      .clk_i,
      .rst_i,
      .rx_i,
      .tx_o,
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

  // Player, and the core with its chooser.
  logic cmd_valid, cmd_ready, rsp_valid, run, idle, done, found;
  logic [2:0] cmd_op;
  logic [LogSize:0] cmd_col, cmd_row, own_col, own_row;
  logic [1:0] cmd_shape, own_shape;
  logic [3:0] rsp_status;
  logic unused_op;  // NEW and PLAY have two bits
  assign unused_op = cmd_op[2];

  ll_player #(
      .LogSize(LogSize),
      .TeamCode(TeamCode)
  ) player (
      .clk_i,
      .rst_i,
      .char_valid_i   (char_valid),
      .char_ready_o   (char_ready),
      .char_i         (char),
      .eol_i          (eol),
      .bad_i          (bad),
      .answer_valid_o (answer_valid),
      .answer_ready_i (answer_ready),
      .answer_char_o  (answer_char),
      .answer_eol_o   (answer_eol),
      .run_o          (run),
      .chooser_idle_i (idle),
      .chooser_done_i (done),
      .chooser_found_i(found),
      .own_col_i      (own_col),
      .own_row_i      (own_row),
      .own_shape_i    (own_shape),
      .cmd_valid_o    (cmd_valid),
      .cmd_ready_i    (cmd_ready),
      .cmd_op_o       (cmd_op),
      .cmd_col_o      (cmd_col),
      .cmd_row_o      (cmd_row),
      .cmd_shape_o    (cmd_shape),
      .rsp_valid_i    (rsp_valid),
      .rsp_status_i   (rsp_status),
      .busy_o         (busy_o)
  );

  if (Searching) begin : gen_search
    logic [23:0] unused_nodes;
    ll_search_core #(
        .LogSize(LogSize),
        .ListDepth(ListDepth),
        .PlyDepth(PlyDepth),
        .Depth(Depth),
        .BudgetCycles(BudgetCycles),
        .Windows(Windows)
    ) core (
        .clk_i,
        .rst_i,
        .cmd_valid_i (cmd_valid),
        .cmd_ready_o (cmd_ready),
        .cmd_op_i    (cmd_op[1:0]),
        .cmd_col_i   (cmd_col),
        .cmd_row_i   (cmd_row),
        .cmd_shape_i (cmd_shape),
        .rsp_valid_o (rsp_valid),
        .rsp_status_o(rsp_status),
        .weights_i,
        .load_i,
        .load_address_i,
        .load_data_i,
        .run_i       (run),
        .idle_o      (idle),
        .done_o      (done),
        .found_o     (found),
        .col_o       (own_col),
        .row_o       (own_row),
        .shape_o     (own_shape),
        .nodes_o     (unused_nodes)
    );
  end else begin : gen_choose
    logic unused_weights;
    assign unused_weights = ^{weights_i, load_i, load_address_i, load_data_i};
    ll_chooser_core #(
        .LogSize(LogSize),
        .ListDepth(ListDepth),
        .BudgetCycles(BudgetCycles),
        .Seed(Seed)
    ) core (
        .clk_i,
        .rst_i,
        .cmd_valid_i (cmd_valid),
        .cmd_ready_o (cmd_ready),
        .cmd_op_i    (cmd_op[1:0]),
        .cmd_col_i   (cmd_col),
        .cmd_row_i   (cmd_row),
        .cmd_shape_i (cmd_shape),
        .rsp_valid_o (rsp_valid),
        .rsp_status_o(rsp_status),
        .run_i       (run),
        .idle_o      (idle),
        .done_o      (done),
        .found_o     (found),
        .col_o       (own_col),
        .row_o       (own_row),
        .shape_o     (own_shape)
    );
  end
endmodule

`default_nettype wire
