package ice40

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/loopline/loopline/sim/internal/vhdl"
	"github.com/loopline/loopline/sim/lint"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/tooling"
)

// Synthesise makes the netlist of a board for an iCE40, with Yosys in isolation, or finds
// it. The error says what Yosys has to complain of.
func Synthesise(ctx context.Context, b *model.Builder, c model.BoardDesign) (*Netlist, error) {
	yosys, err := tooling.FindTool("yosys")
	if err != nil {
		return nil, err
	}
	d := &vhdl.Reading{Source: c.Source, Top: c.Top, Settings: c.Params}
	l, err := lint.New(ctx, b, d)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	script, err := l.Reads(d, c.Params)
	if err != nil {
		return nil, err
	}
	script += "; synth_ice40; rename -top " + BitstreamTop + "; write_verilog -noattr " + tooling.OutDir + "/synth.v"
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %s%q", gatesVersion, tooling.Identity(yosys), script)
	for _, f := range l.Files {
		fmt.Fprintf(sum, "%q%q", f.Name, f.Text)
	}
	refused := func(tool, said string, err error) error {
		if err != nil && !tooling.IsExit(err) {
			return err
		}
		return fmt.Errorf("%s: %s does not take module %s: %s", c.Source.Name, tool, d.Top, tooling.FirstLines(said, 3))
	}
	ctx, cancel := b.Limited(ctx, c.Source.Name, d.Top)
	defer cancel()
	dir, err := tooling.Cache{Dir: b.Folder()}.Entry(ctx, "netlist-"+hex.EncodeToString(sum.Sum(nil))[:32], hasGates, func(dir string) error {
		if b.OnBuild != nil {
			b.OnBuild("the netlist of " + d.Top)
		}
		said, err := l.Chain.Run(ctx, l.Dir, ".", []string{tooling.OutDir}, yosys, "-q", "-p", script)
		if err != nil {
			return refused("yosys", said, err)
		}
		text, err := tooling.ReadMadeIn(filepath.Join(l.Dir, tooling.OutDir), "synth.v", tooling.MaxMadeFile)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "synth.v"), append(text, ice40Cells()...), 0o644); err != nil {
			return err
		}
		return makeGates(ctx, &l.Chain, yosys, dir, "synth.v", refused)
	})
	if err != nil {
		return nil, err
	}
	return readGates(dir)
}

// gatesVersion is another number whenever netlists are made otherwise.
const gatesVersion = 4

// hasGates reports whether a directory of the cache holds a netlist.
func hasGates(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, portsJSON))
	return err == nil
}

// ice40Cells returns the cells that synthesis for an iCE40 leaves, but for RAMs and PLLs.
func ice40Cells() string {
	var b strings.Builder
	b.WriteString(`
module SB_LUT4 #(parameter [15:0] LUT_INIT = 0) (output O, input I0, I1, I2, I3);
  wire [7:0] by3 = I3 ? LUT_INIT[15:8] : LUT_INIT[7:0];
  wire [3:0] by2 = I2 ? by3[7:4] : by3[3:0];
  wire [1:0] by1 = I1 ? by2[3:2] : by2[1:0];
  assign O = I0 ? by1[1] : by1[0];
endmodule
module SB_CARRY (output CO, input I0, I1, CI);
  assign CO = I0 & I1 | (I0 | I1) & CI;
endmodule
module SB_GB (input USER_SIGNAL_TO_GLOBAL_BUFFER, output GLOBAL_BUFFER_OUTPUT);
  assign GLOBAL_BUFFER_OUTPUT = USER_SIGNAL_TO_GLOBAL_BUFFER;
endmodule
`)
	for _, edge := range []string{"", "N"} {
		for _, enable := range []string{"", "E"} {
			for _, reset := range []string{"", "SR", "R", "SS", "S"} {
				word := map[string]string{"": "posedge", "N": "negedge"}[edge] + " C"
				ports, body := "", "Q <= D;"
				if enable != "" {
					ports += ", E"
				}
				if reset != "" {
					pin := reset[len(reset)-1:]
					ports += ", " + pin
					value := map[string]string{"R": "0", "S": "1"}[pin]
					if len(reset) == 1 { // without a clock
						word += ", posedge " + pin
						if enable != "" {
							body = "if (E) " + body
						}
						body = "if (" + pin + ") Q <= " + value + "; else " + body
					} else {
						body = "if (" + pin + ") Q <= " + value + "; else " + body
						if enable != "" {
							body = "if (E) begin " + body + " end"
						}
					}
				} else if enable != "" {
					body = "if (E) " + body
				}
				fmt.Fprintf(&b, "module SB_DFF%s%s%s (output reg Q = 0, input C, D%s);\n  always @(%s) %s\nendmodule\n", edge, enable, reset, ports, word, body)
			}
		}
	}
	return b.String()
}
