package sim

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/sim/internal/ice40"
	"github.com/loopline/loopline/sim/internal/netlist"
	"github.com/loopline/loopline/sim/model"
)

// Unpack makes Verilog of a bitstream, or finds it, with the tools of icestorm and Yosys in
// isolation. It returns the settings of the board with the source.
func Unpack(ctx context.Context, b *model.Builder, c BoardConfig, bits ice40.Bitstream) (BoardConfig, error) {
	g, err := ice40.Unpack(ctx, b, bits)
	if err != nil {
		return c, err
	}
	return c.ofGates(g, bits.File)
}

// Synthesise makes the netlist of a board for an iCE40, with Yosys in isolation, or finds
// it. It returns the settings with the netlist in place of the source. The error says
// what Yosys has to complain of.
func Synthesise(ctx context.Context, b *model.Builder, c BoardConfig) (BoardConfig, error) {
	g, err := ice40.Synthesise(ctx, b, c.Design())
	if err != nil {
		return c, err
	}
	return c.ofGates(g, c.Source.Name)
}

// ofGates returns the settings with a netlist; the name is what people know it by.
func (c BoardConfig) ofGates(g *ice40.Netlist, name string) (BoardConfig, error) {
	var err error
	c.gates, c.Top = g, ice40.BitstreamTop
	c.Source, err = g.Source(name)
	return c, err
}

// buildGates makes the model of a netlist, or finds its program.
func buildGates(ctx context.Context, b *model.Builder, c BoardConfig) (*BoardModel, error) {
	ports := c.gates.Described()
	pins, err := c.Pins.Resolve(c.Top, ports, c.Flash != nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Source.Name, err)
	}
	c.Pins = pins
	m, err := c.gates.Model(ctx, b, pins)
	if err != nil {
		return nil, err
	}
	m.Name, m.OnDisplay, m.PerCycle, m.Memory = c.Source.Name, model.Displayed(c.Source, c.OnDisplay), c.CycleTime, b.Memory
	return &BoardModel{m, c, &model.Inspection{Ports: ports, Netlist: &netlist.Netlist{}}}, nil
}
