package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax/tutorial"
)

func newTutorialCmd() *cobra.Command {
	var c tutorial.Check
	var trust trustOptions
	cmd := &cobra.Command{
		Use:   "tutorial DIR",
		Short: "Report which tutorial steps a project passes",
		Long: `Tutorial checks a project step by step, and stops at the first step of
docs/tutorial that it does not pass, with the question, the answer and the page
to read. A project begins with "loopline new board". All ten steps take some two
minutes; the last plays ten games against bot:greedy.`,
		Example: "  loopline new board mine --board icebreaker && loopline tutorial mine",
		Args:    wantArgs(1, 1, "the DIR of the project"),
		RunE: checked(func(string) error { return rangecheck.Int("--step", c.Only, 0, len(tutorial.Steps())) },
			func(cmd *cobra.Command, dir string) error {
				c.Dir, c.Out, c.Builder = dir, cmd.OutOrStdout(), newBuilder(cmd.ErrOrStderr(), &trust)
				c.Command = func(ctx context.Context, args []string, out io.Writer) int {
					if runs := args[0] == "sim" || args[0] == "play"; runs && cmd.Flags().Changed("isolation") {
						args = append(args[:len(args):len(args)], "--isolation", trust.mode.String())
					}
					return run(ctx, args, strings.NewReader(""), out, out)
				}
				failed, err := c.Run(cmd.Context())
				if err == nil && failed != nil {
					err = &foundError{say.Raw(fmt.Sprintf("step %d is not passed", failed.Number))}
				}
				return err
			}),
	}
	cmd.Flags().IntVar(&c.Only, "step", 0, "ask for the step with this number alone; 0 is all up to the first not passed")
	trust.flags(cmd.Flags())
	return cmd
}
