// Package sources holds the files of a design: what they declare, need, list and ask of the machine, in
// Verilog and VHDL.
package sources
