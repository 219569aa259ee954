package vhdl

import (
	"context"
	"fmt"
	"maps"

	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/sources"
)

// Reading is a design as it is read: its files, and what its VHDL became.
type Reading struct {
	Source sources.Source
	Top    string         // the module
	Params map[string]int // of the top
	VHDL   bool           // the top is an entity, which has no parameters any more

	Settings map[string]string // parameters of the top that a wrapper sets
	Wrapper  string            // SystemVerilog with a module ll_sim_top around it, or empty
	Findings []finding.Finding // GHDL's, of its VHDL
	Synopsys []string          // packages that its VHDL uses, which are not IEEE's
	Notes    []string          // of how its files are read
}

// Keeper keeps what is made of designs, and bounds how long making it takes.
type Keeper interface {
	// Folder is the folder of all that is kept.
	Folder() string
	// Limited bounds the time of making something of a module of a source.
	Limited(ctx context.Context, source, module string) (context.Context, context.CancelFunc)
}

// generics are the values of the generics of a top in VHDL.
func (d *Reading) generics() map[string]string {
	all := make(map[string]string)
	maps.Copy(all, d.Settings)
	for name, value := range d.Params {
		all[name] = fmt.Sprint(value)
	}
	return all
}
