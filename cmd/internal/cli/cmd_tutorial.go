package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/commandline"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/termsafe"
	"github.com/loopline/loopline/trax/tutorial"
)

func newTutorialCmd() *cobra.Command {
	var c tutorial.Check
	var trust trustOptions
	var solution int
	cmd := &cobra.Command{
		Use:   "tutorial DIR",
		Short: "Report which tutorial steps a project passes",
		Long: `Tutorial checks a project step by step, and stops at the first step of
docs/tutorial that it does not pass, with the question, the answer and the page
to read. A project begins with "loopline new board", in Verilog or VHDL. All ten
steps take some minutes; the last plays up to 100 games against bot:greedy.

--solution prints what a solution of one step writes: its files as they are after
that step, and what it changes in files of the project. That is for projects in
VHDL; the solutions in Verilog are folded in the pages.`,
		Example: "  loopline new board mine --board icebreaker && loopline tutorial mine",
		Args:    wantArgs(1, 1, "the DIR of the project"),
		RunE: commandline.InLanguage(checked(func(string) error {
			return errors.Join(rangecheck.Int("--step", c.Only, 0, len(tutorial.Steps())),
				rangecheck.Int("--solution", solution, 0, len(tutorial.Steps())))
		},
			func(cmd *cobra.Command, dir string) error {
				c.Dir, c.Language = dir, commandline.Language(cmd)
				if solution != 0 {
					return printSolution(cmd.OutOrStdout(), dir, &tutorial.Steps()[solution-1], c.Language)
				}
				c.Dir, c.Out, c.Builder = dir, cmd.OutOrStdout(), newBuilder(cmd, &trust)
				c.Command = func(ctx context.Context, args []string, out, errs io.Writer) int {
					if runs := args[0] == "sim" || args[0] == "play"; runs && cmd.Flags().Changed("isolation") {
						args = append(args[:len(args):len(args)], "--isolation", trust.mode.String())
					}
					if flag := cmd.Flag("lang"); flag.Changed {
						args = append(args[:len(args):len(args)], "--lang="+flag.Value.String())
					}
					if on := cmd.ErrOrStderr(); terminal.IsTerminal(on) { // what is long shows there how far it is
						errs = termsafe.Unwrap(on)
						games := &gameTicker{Writer: out, ticker: terminal.NewTicker(errs, "games")}
						defer games.ticker.Done()
						out = games
					}
					return run(ctx, args, strings.NewReader(""), out, errs)
				}
				failed, err := c.Run(cmd.Context())
				if err == nil && failed != nil {
					err = &foundError{say.Format("step %d is not passed", failed.Number)}
				}
				return err
			})),
	}
	cmd.Flags().IntVar(&c.Only, "step", 0, "ask for the step with this number alone; 0 is all up to the first not passed")
	cmd.Flags().IntVar(&solution, "solution", 0, "print the solution in VHDL of the step with this number")
	trust.flags(cmd.Flags())
	return cmd
}

// gameTicker counts the verdicts that pass.
type gameTicker struct {
	io.Writer
	ticker *terminal.Ticker
	games  int
}

func (g *gameTicker) Write(b []byte) (int, error) {
	if g.games += bytes.Count(b, []byte(" after ")); g.games > 0 {
		g.ticker.Tick(g.games)
	}
	return g.Writer.Write(b)
}

// printSolution prints the files of a step's solution for a project, each below its name.
func printSolution(out io.Writer, dir string, step *tutorial.Step, in say.Language) error {
	vhdl, err := tutorial.InVHDL(dir)
	if err != nil {
		return err
	}
	if !vhdl {
		return say.Errorf("the solution in Verilog is folded in %s; --solution is for projects in VHDL", step.PageIn(in))
	}
	files, err := tutorial.Solution(step.Number)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.Name == tutorial.Change {
			fmt.Fprintf(out, "%s\n\n%s\n", in.Say(say.Format("-- changes in the project, for patch -p0:")), f.Text)
		} else {
			fmt.Fprintf(out, "-- %s\n\n%s\n", f.Name, f.Text)
		}
	}
	return nil
}
