`ifndef BOARD_PKG_SV
`define BOARD_PKG_SV
package board_pkg;
  localparam int unsigned SYS_HZ = 48_000_000;
  localparam int unsigned BAUD   = 115_200;

  typedef enum logic [2:0] {
    ST_IDLE, ST_READ, ST_DECIDE, ST_WRITE, ST_END
  } state_e;

  typedef struct packed {
    logic [7:0] data;
    logic       last;
  } beat_t;

  function automatic logic is_letter(input logic [7:0] c);
    return (c >= "A" && c <= "Z") || c == "@";
  endfunction
endpackage
`endif
