package model

import (
	"context"
	"fmt"
	"slices"

	"github.com/loopline/loopline/sim/sources"
)

// ConvertBoard returns the VHDL of a board as the Verilog that is simulated in its
// place, with what GHDL 2.0 gets wrong put right: for a synthesis tool that reads
// Verilog alone. It is an error if the board's top needs no VHDL.
func (b *Builder) ConvertBoard(ctx context.Context, c BoardDesign) ([]byte, error) {
	d := DesignOf(c.Source, c.Top)
	d.Settings = c.Params
	_, files, _, err := b.checkDesign(ctx, d)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(files, func(f sources.File) bool { return f.Name == sources.ConvertedFile })
	if i < 0 {
		return nil, fmt.Errorf("%s has no VHDL below its top %s: give the Verilog itself to the synthesis tool", d.Source.Name, d.Top)
	}
	return files[i].Text, nil
}
