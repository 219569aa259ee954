// SPDX-License-Identifier: Apache-2.0
//
// The codes of docs/rtl-interface.md: operations of a core and statuses of its answers.
// A package has to be read before the modules that use it: rtl/files.f lists it first.
//
// They are enumerations, not parameters, of which Verilator wants each to be used in
// every design. Where an operation has two bits, from NEW to TRY, it is 2'(OpTry).
`default_nettype none

package ll_trax_pkg;
  typedef enum logic [2:0] {
    OpNew  = 3'd0,
    OpPlay = 3'd1,
    OpUndo = 3'd2,
    OpTry  = 3'd3,
    OpGen  = 3'd4
  } op_e;

  typedef enum logic [3:0] {
    Ok            = 4'd0,
    Syntax        = 4'd1,
    GameOver      = 4'd2,
    FirstMove     = 4'd3,
    OffBoard      = 4'd4,
    Occupied      = 4'd5,
    Isolated      = 4'd6,
    Colour        = 4'd7,
    ForcedPlay    = 4'd8,
    BoardFull     = 4'd9,
    NothingToUndo = 4'd10
  } status_e;
endpackage

`default_nettype wire
