// Package vhdl reads a design as tools read it: its VHDL as Verilog, by GHDL.
package vhdl
