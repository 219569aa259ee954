// Package hdl holds the reference RTL, so that a program can simulate it
// wherever it runs. The sources are in folders of rtl, a module a file; rtl/files.f lists them in
// the order in which tools read them.
package hdl

import "embed"

// RTL has the SystemVerilog sources below the folder rtl, and their list.
//
//go:embed rtl/files.f rtl/*/*.sv
var RTL embed.FS
