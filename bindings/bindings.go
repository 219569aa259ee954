// Package bindings holds the files by which testbenches use libloopline, and a bench in
// each language that compares a core with the rules.
package bindings

import "embed"

// Files are the bindings and benches: a folder a language: c, sv, verilog, vhdl and python.
//
//go:embed c/loopline.h sv/*.sv sv/*.cpp verilog/*.v verilog/*.c vhdl/*.vhd python/*.py python/*.sv
var Files embed.FS
