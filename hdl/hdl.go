// Package hdl holds the reference RTL, so that a program can simulate it
// wherever it runs. The sources are in folders of rtl, a module a file.
package hdl

import "embed"

// RTL has the SystemVerilog sources below the folder rtl.
//
//go:embed rtl/*/*.sv
var RTL embed.FS
