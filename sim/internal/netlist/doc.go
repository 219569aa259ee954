// Package netlist reads Verilator's description of a design, and finds faults of drivers, processes and clocks
// in it.
package netlist
