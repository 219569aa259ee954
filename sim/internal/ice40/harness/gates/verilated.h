// What board.cpp uses of Verilator's runtime, for the simulator of netlists.
#ifndef LOOPLINE_GATES_VERILATED_H
#define LOOPLINE_GATES_VERILATED_H

class VerilatedContext {
 public:
  void commandArgs(int argc, char** argv) { argc_ = argc, argv_ = argv; }
  void randSeed(int seed) { seed_ = seed; }
  void randReset(int) {}
  bool gotFinish() const { return false; }

  int argc_ = 0;
  char** argv_ = nullptr;
  int seed_ = 0;
};

#endif
