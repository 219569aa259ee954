package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/lint"
	"github.com/loopline/loopline/starter"
)

func newSimLintCmd() *cobra.Command {
	var dir string
	var all bool
	var trust trustOptions
	var game gameOptions
	var ci ciReport
	cmd := &cobra.Command{
		Use:   "lint [BOARD]",
		Short: "Check RTL with Verilator, Yosys and Icarus",
		Long: `Lint runs verilator -Wall, Yosys (hierarchy -check, proc, check -assert) and
iverilog -Wall, and looks itself for latches, several drivers, sensitivity lists
that leave something out, assignments with = that race under a clock, resets of
the wrong level, registers that nothing ever sets, and large memories that are
read without a clock. Where BOARD has rx= and tx=, it looks whether the receiving
pin passes flip-flops first, and whether a constraints file of a board that
"loopline new" knows exchanges the two. It compares the clock that the top module
has by default, such as CLOCK_HZ, with that of the constraints: the bitstream has
it so, whatever a simulation sets. The worst come first: errors, what changes
behaviour, what costs much, bits that are lost, a tool that stopped (waived as
STOPPED, for a language that it does not know). --all adds remarks: on widths that
are right most often, and on style. The exit status is 3 if there is a finding.

Findings are waived between the comments "loopline lint_off CODES" and "loopline
lint_on CODES", or by lines such as these in a file NAME.vlt of the directory,
which Verilator takes too:

  lint_off -rule LATCH -file "uart.v" -lines 20-30

BOARD is written as for sim check and read from its top module on, with its
parameters; the files that the top does not reach are named. Without BOARD every
module of our RTL, or of --core, is read by itself.

` + sim.AddressHelp,
		Example: `  loopline sim lint
  loopline sim lint 'path/to/dir?top=my_top&param.WIDTH=8'
  loopline sim lint --core path/to/dir`,
		Args: wantArgs(0, 1, ""),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && dir != "" {
				return &usageError{cmd.CommandPath(), "--core reads every module of a directory, BOARD a board; give one of them"}
			}
			if len(args) == 1 {
				if err := game.check(); err != nil {
					return &usageError{cmd.CommandPath(), say.TextOf(err)}
				}
				return lintBoard(cmd, &ci, &trust, all, &game.game, strings.TrimPrefix(args[0], addr.SchemeSim+":"))
			}
			return lintModules(cmd, &ci, &trust, all, dir)
		},
	}
	cmd.Flags().StringVar(&dir, "core", "", "`DIR` with other RTL than ours")
	cmd.Flags().BoolVar(&all, "all", false, "print remarks on widths and style too, and count them")
	trust.flagsRTL(cmd.Flags())
	game.flagName(cmd)
	ci.annotates(cmd)
	return cmd
}

// lintModules reads every module of a directory, or of our RTL.
func lintModules(cmd *cobra.Command, ci *ciReport, trust *trustOptions, all bool, dir string) error {
	source, err := descriptor.RTLSource(dir)
	if err != nil {
		return err
	}
	report, err := lint.Sources(cmd.Context(), newBuilder(cmd, trust), source, dir == "")
	if err != nil {
		return err
	}
	return printLint(cmd, ci, source.Name, report, all || dir == "")
}

func lintBoard(cmd *cobra.Command, ci *ciReport, trust *trustOptions, all bool, g *descriptor.Descriptor, name string) error {
	a, err := sim.ParseAddress(name)
	if err != nil {
		return &usageError{cmd.CommandPath(), say.TextOf(err)}
	}
	a.Board, err = g.BoardDesign(a)
	if err != nil {
		return err
	}
	report, err := lint.Board(cmd.Context(), newBuilder(cmd, trust), a.Board.Design())
	if err != nil {
		return err
	}
	if fault := starter.PinFault(a.Dir, a.Board.Pins.RX, a.Board.Pins.TX); a.Dir != "" && fault != "" {
		report.Add(finding.Finding{Tool: "loopline", Code: "PINS", Text: fault, Kind: finding.ChangesBehaviour})
	}
	if fault, err := clockFault(&a, report); err != nil {
		return err
	} else if fault != "" {
		report.Add(finding.Finding{Tool: "loopline", Code: "CLOCK", Text: fault, Kind: finding.ChangesBehaviour})
	}
	return printLint(cmd, ci, a.Board.Source.Name, report, all)
}

// clockFault is what differs between the clock of what is built and that of the constraints, or "".
func clockFault(a *sim.Address, report *lint.Report) (string, error) {
	if a.Dir == "" || len(report.Modules) != 1 {
		return "", nil
	}
	return starter.ClockFault(a.Dir, report.Modules[0])
}

// printLint prints a report, a line a finding.
func printLint(cmd *cobra.Command, ci *ciReport, name string, report *lint.Report, all bool) error {
	if all {
		report.All()
	}
	for _, f := range report.Findings {
		level := "warning"
		if f.Kind == finding.Fails {
			level = "error"
		}
		ci.notes = append(ci.notes, annotation{level, f.By(), f.Text})
	}
	if err := report.Print(cmd.OutOrStdout()); err != nil {
		return err
	}
	if n := len(report.Findings); n > 0 {
		return &foundError{say.Raw(name + " has " + humanize.Plural(n, "finding", "findings"))}
	}
	return nil
}
