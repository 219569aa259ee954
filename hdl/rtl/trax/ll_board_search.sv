// SPDX-License-Identifier: Apache-2.0
//
// A contest board with a search: ll_board with ll_search_core as its chooser.
//
// Handshake, latency, throughput and reset: those of ll_board.
//
// Parameters: as in ll_board.
`default_nettype none

module ll_board_search #(
    parameter int ClockHz = 12_000_000,
    parameter int Baud = 115_200,
    parameter int LogSize = 5,
    parameter logic [15:0] TeamCode = "LS",
    parameter int ListDepth = 10,
    parameter int PlyDepth = 4,
    parameter int Depth = 15,
    parameter int BudgetCycles = ClockHz / 10 * 9
) (
    input  logic clk_i,
    input  logic rst_i,
    // serial line
    input  logic rx_i,
    output logic tx_o,
    // it has something to do: work out a move, play one, make the core empty, send a line
    output logic busy_o
);
  ll_board #(
      .ClockHz(ClockHz),
      .Baud(Baud),
      .LogSize(LogSize),
      .TeamCode(TeamCode),
      .Searching(1'b1),
      .ListDepth(ListDepth),
      .BudgetCycles(BudgetCycles),
      .PlyDepth(PlyDepth),
      .Depth(Depth)
  ) board (
      .clk_i,
      .rst_i,
      .weights_i(1'b0),
      .load_i(1'b0),
      .load_address_i(17'd0),
      .load_data_i(16'd0),
      .rx_i,
      .tx_o,
      .busy_o
  );
endmodule

`default_nettype wire
