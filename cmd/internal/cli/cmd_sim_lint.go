package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sim"
)

func newSimLintCmd() *cobra.Command {
	var dir string
	var trust trustOptions
	var game gameOptions
	cmd := &cobra.Command{
		Use:   "lint [BOARD]",
		Short: "Check RTL with Verilator, Yosys and Icarus",
		Long: `Lint runs verilator -Wall, Yosys (hierarchy -check, proc, check -assert) and
iverilog -Wall. Any output is a finding. The worst come first: errors, what
changes behaviour (latches, several drivers, undriven inputs and wires), what
only one of the other tools rejects, widths, style. Nothing is waived. The exit
status is 3 if there is a finding.

BOARD is written as for sim check and read from its top module on, with its
parameters. Without BOARD every module of our RTL, or of --core, is read by
itself.

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
					return &usageError{cmd.CommandPath(), say.Of(err)}
				}
				return lintBoard(cmd, &trust, &game.game, strings.TrimPrefix(args[0], bridge.SchemeSim+":"))
			}
			return lintModules(cmd, &trust, dir)
		},
	}
	cmd.Flags().StringVar(&dir, "core", "", "`DIR` with other RTL than ours")
	trust.flagsRTL(cmd.Flags())
	game.flagName(cmd)
	return cmd
}

// lintModules reads every module of a directory, or of our RTL.
func lintModules(cmd *cobra.Command, trust *trustOptions, dir string) error {
	source, err := games.RTLSource(dir)
	if err != nil {
		return err
	}
	report, err := newBuilder(cmd.ErrOrStderr(), trust).Lint(cmd.Context(), source, dir == "")
	if err != nil {
		return err
	}
	return printLint(cmd, source.Name, report)
}

// lintBoard reads a board.
func lintBoard(cmd *cobra.Command, trust *trustOptions, g *games.Descriptor, name string) error {
	a, err := sim.ParseAddress(name)
	if err != nil {
		return &usageError{cmd.CommandPath(), say.Of(err)}
	}
	a.Board, err = g.BoardDesign(a)
	if err != nil {
		return err
	}
	report, err := newBuilder(cmd.ErrOrStderr(), trust).LintBoard(cmd.Context(), a.Board)
	if err != nil {
		return err
	}
	return printLint(cmd, a.Board.Source.Name, report)
}

// printLint prints a report, a line a finding.
func printLint(cmd *cobra.Command, name string, report *sim.LintReport) error {
	if err := report.Print(cmd.OutOrStdout()); err != nil {
		return err
	}
	if n := len(report.Findings); n > 0 {
		return &foundError{say.Raw(name + " has " + humanize.Plural(n, "finding", "findings"))}
	}
	return nil
}
