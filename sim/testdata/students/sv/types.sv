// SPDX-License-Identifier: Apache-2.0
package code_pkg;
  typedef struct packed {
    logic loud;
    logic [2:0] rest;
  } flags_t;
endpackage

interface serial_if;
  logic rx, tx;
endinterface
