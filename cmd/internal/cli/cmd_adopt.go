package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/echo"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/adopt"
)

func newAdoptCmd() *cobra.Command {
	var trust trustOptions
	var game gameOptions
	cmd := &cobra.Command{
		Use:   "adopt BOARD",
		Short: "Simulate and check a board design that already exists",
		Long: `Adopt finds the top module, clock, reset and serial pins of the design in a
directory, reads clock rates from its constraint files, writes stubs for vendor PLLs
and clock buffers, and asks the design for its team code until it answers. Then it
writes ` + adopt.MakefileName + ` there, with the address of the board and the commands that check it,
and prints the next one. It changes no other file.

BOARD is the directory. Options that you know may follow it; they are kept.

` + sim.AddressHelp,
		Example: `  loopline adopt path/to/dir
  loopline adopt 'path/to/dir?top=my_top&clk=48MHz'`,
		Args: wantArgs(1, 1, "the directory of the design"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := game.check(); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			address := strings.TrimPrefix(args[0], addr.SchemeSim+":")
			if _, err := sim.ParseAddress(address); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			greeting, ok := game.game.Greeting(descriptor.Settings{})
			if !ok {
				return &usageError{cmd.CommandPath(), say.Raw("players of " + game.game.Name + " are asked nothing before a game")}
			}
			d, err := adopt.Find(cmd.Context(), newBuilder(cmd, &trust), address,
				adopt.Question{Text: greeting.Text + "\n", Accept: greeting.Accept}, adoptProgress(cmd.ErrOrStderr()))
			if err != nil {
				return err
			}
			makefile, err := d.WriteMakefile()
			if err != nil {
				return err
			}
			return reportAdoption(cmd.OutOrStdout(), d, makefile)
		},
	}
	trust.flagsRTL(cmd.Flags())
	game.flagName(cmd)
	return cmd
}

// adoptProgress says which wire is tried: on a terminal each, elsewhere the first and every tenth, since trials take seconds each.
func adoptProgress(errs io.Writer) func(int) {
	every := 10
	if terminal.IsTerminal(errs) {
		every = 1
	}
	return func(tried int) {
		if tried == 1 || tried%every == 0 {
			fmt.Fprintf(errs, "loopline: trying clock rates, bit rates and reset levels: %d\n", tried)
		}
	}
}

// reportAdoption prints what was found in a design, and the next command.
func reportAdoption(out io.Writer, d *adopt.Design, makefile string) error {
	row := func(name, text string) { fmt.Fprintf(out, "%-8s %s\n", name, text) }
	row("top", d.Top)
	row("clock", d.Pins.Clock)
	row("reset", cmp.Or(d.Pins.Reset, "none"))
	row("rx, tx", d.Pins.RX+", "+d.Pins.TX)
	if len(d.Pins.High) > 0 {
		row("high", strings.Join(d.Pins.High, ", "))
	}
	if d.Stub != "" {
		row("stubs", d.Stub+": vendor clocks pass through in simulation, so clk= is the rate behind the PLL")
	}
	for _, note := range d.Notes {
		row("warning", note)
	}
	if d.Answer != "" || d.Echo && !d.Loop {
		row("clk", fmt.Sprintf("%.10g Hz, from %s", d.Clock.Value, d.Clock.From))
		row("baud", fmt.Sprintf("%.10g, from %s", d.Baud.Value, d.Baud.From))
	}
	if cycles, open := d.Open(); open {
		row("open", fmt.Sprintf("a bit lasts %.4g clock cycles, which was measured; no file states the clock or the bit rate: "+
			"correct clk= or baud= if your board has others", cycles))
	}
	if d.Answer != "" {
		row("answer", d.Answer)
	}
	row("wrote", makefile)
	dir := humanize.ShellWord(d.Address.Dir)
	if d.Loop {
		return &foundError{say.Format("%s: %s", d.Address.Dir, echo.Connected(d.Pins.TX, d.Pins.RX))}
	}
	if d.Echo {
		return &foundError{say.Format("%s: %s", d.Address.Dir, echo.Only())}
	}
	if d.Answer == "" {
		fmt.Fprintf(out, "\nnext: loopline sim check %s --step 2\n", humanize.ShellWord(d.Address.Dir+d.Options()))
		return &foundError{say.Raw(fmt.Sprintf("%s: no answer over %d clock rates, bit rates and reset levels; "+
			"the next command says what the pins did", d.Address.Dir, d.Tried))}
	}
	fmt.Fprintf(out, "\nnext: make -C %s -f %s check\n", dir, adopt.MakefileName)
	return nil
}
