// Mutate asks how good the vectors are: it breaks the reference core in one
// place at a time and counts how many of these mutants the bench
// hdl/tb/core_bench.cpp tells from the core.
//
//	go run ./hdl/mutate -sample 200 -seed 3
//
// It is run from the root of the repository and needs Verilator and g++. A
// mutant is the core with one operator swapped, one constant off by one, one
// condition negated or stuck, one assignment dropped or one wire stuck. First
// it plays the golden vectors, and if it survives many more, made from the
// rules; then the golden ones again from other power-up states, and with
// memories whose colliding reads are not spoilt.
//
// Survivors are compared with hdl/mutate/survivors.md, which explains those
// that are known. The exit status is 0 if all survivors are known, 3 if some
// are new, 1 if something went wrong.
package main
