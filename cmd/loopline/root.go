package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// newRootCmd assembles the program.
func newRootCmd() *cobra.Command {
	root := &cobra.Command{
		Use:   "loopline",
		Short: "Referee FPGA boards playing Trax",
		Long: `Loopline referees FPGA boards, programs and people playing Trax, over whatever
wire they hang on, and records every match so that its verdict can be derived
again.`,
		Example: `  loopline play --white bot --red bot
  loopline play --white serial:/dev/ttyUSB0 --red exec:./mybot --record match.jsonl
  loopline check serial:/dev/ttyUSB0`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,
		Args:              cobra.ArbitraryArgs,
		RunE:              runRoot,
	}
	root.AddCommand(
		newReplayCmd(),
		newMovesCmd(),
		newPerftCmd(),
		newBotCmd(),
		newPlayCmd(),
		newCheckCmd(),
		newVerifyCmd(),
		newPortsCmd(),
		newDoctorCmd(),
		newBridgeCmd(),
		newRenderCmd(),
		newLatencyCmd(),
		newCompareCmd(),
		newVectorsCmd(),
		newSimCmd(),
		newUSBGuardCmd(),
		newVersionCmd(),
	)
	root.InitDefaultCompletionCmd()
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &usageError{cmd.CommandPath(), err.Error()}
	})
	explain(root)
	return root
}

// runRoot is reached when the first word is no command.
func runRoot(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	problem := fmt.Sprintf("there is no command %.40q", args[0])
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		problem += ", perhaps you mean " + strings.Join(near, " or ")
	}
	return &usageError{cmd.CommandPath(), problem}
}

// explain puts the exit statuses into every help text, and makes a wrong
// number of arguments a mistake in usage.
func explain(cmd *cobra.Command) {
	if cmd.Long == "" {
		cmd.Long = cmd.Short + "."
	}
	cmd.Long += "\n\n" + statusHelp
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			return nil
		}
	}
	for _, sub := range cmd.Commands() {
		explain(sub)
	}
}

// wantArgs accepts from low to high arguments; high below 0 is no bound. What
// names them for people.
func wantArgs(low, high int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch n := len(args); {
		case n < low:
			return fmt.Errorf("%s is missing", what)
		case high >= 0 && n > high:
			return fmt.Errorf("unexpected argument %.40q", args[high])
		}
		return nil
	}
}
