// SPDX-License-Identifier: Apache-2.0
//
// Flood fill of a field: the enclosed cells are the free cells from which no path leaves the
// field over cells that are no walls. It floods from the edge inwards, the whole field at once, a
// step a cycle.
//
// Handshake:  a field passes in a cycle in which valid_i and ready_o are high, the answer in one in
//             which valid_o and ready_i are. An answer holds until it passes; the next field may
//             pass in the same cycle.
// Latency:    valid_o is high from 1 clock cycle behind the one in which the field passes, and one
//             more for each step of the longest way that the flood must go: 1 to Width * Height.
// Throughput: a field in a cycle more than that.
// Reset:      synchronous, for one cycle at least; a flood in progress is dropped.
//
// Cell x of row y is bit Width * y + x.
//
//   walls_i    the walls
//   inside_o   what they enclose
//
// Parameters
//   Width       columns, 3 to 64
//   Height      rows, 3 to 64
//   Neighbours  4: the flood goes over edges, and a diagonal ring encloses; 8: over corners too, and
//               it is open
`default_nettype none

module ll_flood #(
    parameter int Width = 12,
    parameter int Height = 12,
    parameter int Neighbours = 4
) (
    input  logic                    clk_i,
    input  logic                    rst_i,
    // the field
    input  logic                    valid_i,
    output logic                    ready_o,
    input  logic [Width*Height-1:0] walls_i,
    // and what is enclosed
    output logic                    valid_o,
    input  logic                    ready_i,
    output logic [Width*Height-1:0] inside_o
);
  if (Width < 3 || Width > 64) begin : gen_check_width
    ll_flood_Width_must_be_3_to_64 u_error ();
  end
  if (Height < 3 || Height > 64) begin : gen_check_height
    ll_flood_Height_must_be_3_to_64 u_error ();
  end
  if (Neighbours != 4 && Neighbours != 8) begin : gen_check_neighbours
    ll_flood_Neighbours_must_be_4_or_8 u_error ();
  end

  localparam int Cells = Width * Height;
  localparam logic [Width-1:0] Ends = {1'b1, {(Width - 2) {1'b0}}, 1'b1};
  localparam logic [Cells-1:0] Edge = {{Width{1'b1}}, {(Height - 2) {Ends}}, {Width{1'b1}}};

  logic busy_q, done_q;
  logic [Cells-1:0] free_q;     // no walls
  logic [Cells-1:0] reached_q;  // by the flood

  // A row is made wider, and over the corners it is the wider row that goes to those beside it.
  // What a shift carries from the end of a row to the beginning of the next is at the edge of the
  // field, where every free cell is reached from the start.
  logic [Cells-1:0] wider, from, next;
  assign wider = reached_q | (reached_q << 1) | (reached_q >> 1);
  assign from = Neighbours == 8 ? wider : reached_q;
  assign next = (wider | (from << Width) | (from >> Width)) & free_q;

  assign ready_o = !busy_q && (!done_q || ready_i);
  assign valid_o = done_q;
  assign inside_o = free_q & ~reached_q;

  always_ff @(posedge clk_i) begin
    if (valid_o && ready_i) done_q <= 1'b0;
    if (busy_q) begin
      reached_q <= next;
      if (next == reached_q) begin
        busy_q <= 1'b0;
        done_q <= 1'b1;
      end
    end else if (valid_i && ready_o) begin
      busy_q <= 1'b1;
      free_q <= ~walls_i;
      reached_q <= ~walls_i & Edge;
    end
    if (rst_i) begin
      busy_q <= 1'b0;
      done_q <= 1'b0;
    end
  end
endmodule

`default_nettype wire
