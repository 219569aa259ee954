// Mutate runs mutation testing on a design: it makes mutants, each with one seeded bug, and counts how
// many of them the testbench and its vectors kill.
//
//	mutate -rtl FOLDER -top MODULE -testbench FILE -golden FILE... [-more FILE...] [-known FILE] MODULE...
//
// scripts/mutants has the command line for the Trax core. It needs Verilator and g++. A
// mutant is the core with one operator swapped, one constant off by one, one
// condition negated or stuck, one assignment dropped or one wire stuck. First
// it runs the golden vectors, and if it survives, the other files; then the golden vectors again from other
// power-up states, and with memories whose colliding reads are not poisoned.
//
// The testbench is built with Verilator's model of the top. It takes vector files, --seed N for the
// power-up state and --patience N, the limit of an answer in clock cycles. It prints a line that begins with PASS and exits
// with 0, or exits with 1 if the design differs, with 2 if a file is unusable.
//
// Survivors are compared with the list -known, which explains those that are
// expected. The exit status is 0 if all survivors are explained, 1 on an error,
// 2 on a wrong command line, 3 if a survivor is not explained.
package main
