package sim

import (
	"context"
	"fmt"
	"slices"
)

// ConvertBoard returns the VHDL of a board as the Verilog that is simulated in its
// place, with what GHDL 2.0 gets wrong put right: for a synthesis tool that reads
// Verilog alone. It is an error if the board's top needs no VHDL.
func (b *Builder) ConvertBoard(ctx context.Context, c BoardDesign) ([]byte, error) {
	d := newBoard(c.Source, c.Top)
	d.settings = c.Params
	_, files, _, err := b.checkDesign(ctx, d)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(files, func(f sourceFile) bool { return f.name == convertedFile })
	if i < 0 {
		return nil, fmt.Errorf("%s has no VHDL below its top %s: give the Verilog itself to the synthesis tool", d.source.Name, d.top)
	}
	return files[i].text, nil
}
