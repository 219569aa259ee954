// SPDX-License-Identifier: Apache-2.0
//
// Drives the clock of bench.sv in Verilator, which does so faster than delays do.

#include "Vbench.h"
#include "verilated.h"

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Vbench bench(&context);
  while (!context.gotFinish()) {
    bench.clk = !bench.clk;
    bench.eval();
    context.timeInc(5);
  }
  bench.final();
}
