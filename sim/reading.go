package sim

import (
	"context"
	"fmt"
	"maps"
)

// reading is a design as it is read: its files, and what its VHDL became.
type reading struct {
	source Source
	top    string         // the module
	params map[string]int // of the top
	vhdl   bool           // the top is an entity, which has no parameters any more

	settings map[string]string // parameters of the top that a wrapper sets
	wrapper  string            // SystemVerilog with a module ll_sim_top around it, or empty
	findings []Finding         // GHDL's, of its VHDL
	synopsys []string          // packages that its VHDL uses, which are not IEEE's
	notes    []string          // of how its files are read
}

// keeper says where what was made of a design is kept, and how long making it may take.
type keeper interface {
	// dir is the folder of all that is kept.
	dir() string
	// limited bounds the time of making something of a module of a source.
	limited(ctx context.Context, source, module string) (context.Context, context.CancelFunc)
}

// generics are the values of the generics of a top in VHDL.
func (d *reading) generics() map[string]string {
	all := make(map[string]string)
	maps.Copy(all, d.settings)
	for name, value := range d.params {
		all[name] = fmt.Sprint(value)
	}
	return all
}
