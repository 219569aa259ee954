// SPDX-License-Identifier: Apache-2.0
//
// The codes of 2048 versus: directions of a slide, in the order of the letters U, R, D, L.
`default_nettype none

package ll_battle2048_pkg;
  typedef enum logic [1:0] {
    Up    = 2'd0,
    Right = 2'd1,
    Down  = 2'd2,
    Left  = 2'd3
  } direction_e;
endpackage

`default_nettype wire
