package cli

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/bridge/ports"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/commandline"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax/engine"
)

func newRootCmd() *cobra.Command {
	root := &cobra.Command{
		Use:   cmp.Or(program.Name, "loopline"),
		Short: "Referee FPGA boards that play Trax or another game of a contest",
		Long: `Loopline referees FPGA boards, programs and people that play Trax or another game
of a contest ("loopline games"), over any connection, and records every match so
that its verdict can be derived again.`,
		Example: `  loopline play --white bot --red bot
  loopline play --white serial:/dev/ttyUSB0 --red exec:./mybot --record match.jsonl
  loopline check serial:/dev/ttyUSB0`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,
		Args:              cobra.ArbitraryArgs,
		RunE:              commandline.InLanguage(runRoot),
	}
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Play and test players", []*cobra.Command{
			newPlayCmd(), newCheckCmd(), newReportCmd(), newLatencyCmd(), newCompareCmd(), newPortsCmd(), newDoctorCmd(), newBridgeCmd(), newBotCmd(),
		}},
		{"Verify RTL", []*cobra.Command{newSimCmd(), newProveCmd(), newVectorsCmd(), newNewCmd(), newAdoptCmd(), newTutorialCmd(), newGradeCmd()}},
		{"Records and contests", []*cobra.Command{newContestCmd(), newVerifyCmd(), newReproduceCmd(), newRecordCmd(), newRenderCmd(), newServeCmd(), newRateCmd()}},
		{"Rules and analysis", []*cobra.Command{
			newGamesCmd(), newReplayCmd(), newMovesCmd(), newAnalyseCmd(), newPuzzleCmd(), newOpeningsCmd(), newPerftCmd(),
		}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, c := range g.commands {
			c.GroupID = g.title
		}
		root.AddCommand(g.commands...)
	}
	root.AddCommand(newUSBReattachCmd(), newVersionCmd())
	root.AddCommand(program.farmCommands()...)
	commandline.LanguageFlag(root)
	addVersionFlag(root)
	root.InitDefaultCompletionCmd()
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &usageError{cmd.CommandPath(), say.TextOf(err)}
	})
	explain(root)
	root.SetUsageTemplate(wrappedFlags(root.UsageTemplate()))
	return root
}

// runRoot runs when the first word isn't a command.
func runRoot(cmd *cobra.Command, args []string) error {
	if len(args) == 0 && terminal.IsTerminal(cmd.InOrStdin()) && terminal.IsTerminal(cmd.OutOrStdout()) {
		return ports.Greet(cmd.OutOrStdout(), commandline.Language(cmd))
	}
	if len(args) == 0 {
		return cmd.Help()
	}
	problem := fmt.Sprintf("there is no command %.40q", args[0])
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		problem += ", perhaps you mean " + strings.Join(near, " or ")
	}
	return &usageError{cmd.CommandPath(), say.Raw(problem)}
}

const helpColumns = 100

// addWrapped adds to the templates of all commands, which a command that runs others at once may
// not do twice.
var addWrapped = sync.OnceFunc(func() {
	cobra.AddTemplateFunc("wrapped", func(flags *pflag.FlagSet) string { return flags.FlagUsagesWrapped(helpColumns) })
})

// wrappedFlags returns a template of a command's usage in which the lines of flags are wrapped.
func wrappedFlags(template string) string {
	addWrapped()
	for _, flags := range []string{".LocalFlags", ".InheritedFlags"} {
		template = strings.ReplaceAll(template, flags+".FlagUsages", "wrapped "+flags)
	}
	return template
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
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			return nil
		}
	}
	for _, sub := range cmd.Commands() {
		explain(sub)
	}
}

// wantArgs accepts from low to high arguments; a negative high means no upper bound.
// What names them for users.
func wantArgs(low, high int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch n := len(args); {
		case n < low:
			return fmt.Errorf("%s is missing", what)
		case high >= 0 && n > high:
			if before := args[max(high, 1)-1]; high > 0 && strings.HasPrefix(before, addr.SchemeExec+":") {
				return fmt.Errorf("unexpected argument %.40q: an address with blanks is one argument, in quotes, %s",
					args[high], humanize.ShellWord(strings.Join(args[high-1:], " ")))
			}
			return fmt.Errorf("unexpected argument %.40q", args[high])
		}
		return nil
	}
}

func completeBots(_ *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return beginning(engine.Names(), prefix), cobra.ShellCompDirectiveNoFileComp
}

// completeAddress completes the address of a player: schemes, bots, and the
// serial ports of this machine.
func completeAddress(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	all := []string{"human", "web", "exec:", "listen::", "tcp:"}
	for _, name := range engine.Names() {
		all = append(all, "bot:"+name)
	}
	ports, err := devices.Ports("")
	if err == nil {
		for _, p := range ports {
			all = append(all, "serial:"+p.Device)
		}
	}
	return beginning(all, prefix), cobra.ShellCompDirectiveNoSpace
}

// complete completes the value of a flag from words.
func complete(cmd *cobra.Command, flag string, values []string) {
	err := cmd.RegisterFlagCompletionFunc(flag,
		func(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
			return beginning(values, prefix), cobra.ShellCompDirectiveNoFileComp
		})
	if err != nil {
		panic(err) // the flag is defined by the caller
	}
}

func beginning(words []string, prefix string) []string {
	var found []string
	for _, w := range words {
		if strings.HasPrefix(w, prefix) {
			found = append(found, w)
		}
	}
	return found
}
