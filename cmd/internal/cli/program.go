package cli

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/internal/commandline"
	"github.com/loopline/loopline/player"
)

// Program configures a program that is built from the commands of loopline.
type Program struct {
	// Name is the program's name in help and completions; empty means loopline.
	Name string

	// Commands makes the commands for many machines, given how they say that they
	// are used wrongly, and what they found; nil says which program has them.
	Commands func(usage func(path, problem string) error, found func(string) error) []*cobra.Command

	// Elsewhere opens players on other machines; nil opens none.
	Elsewhere player.RemoteOpener

	// Halls connects a director with the other halls of its contest, by the URL of a server and an
	// access file; nil cannot.
	Halls func(ctx context.Context, at, key string, halls []config.HallConfig, d *director.Director) (HallsLink, error)
}

// HallsLink is a connection to the other halls of a contest. Start is called once the contest is open, and Close when
// it is over.
type HallsLink interface {
	director.HallLink
	Start() error
	Close()
}

// program is the one that runs. Main sets it, before anything else runs.
var program Program

// Main runs a program with the arguments and streams of its process, and ends the
// process with its exit status. It is called once.
func Main(p Program) {
	program = p
	ctx, stop := interrupts()
	status := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// Root assembles the commands of a program, for what writes manual pages of them. It
// is called once, and not beside Main.
func Root(p Program) *cobra.Command {
	program = p
	return newRootCmd()
}

// farmCommands returns the commands for many machines: the program's own, or those
// that run the program which has them.
func (p *Program) farmCommands() (all []*cobra.Command) {
	if p.Commands != nil {
		return p.Commands(func(path, problem string) error { return &usageError{path, problem} }, found)
	}
	for name, short := range map[string]string{
		"farm": "Run games and regressions on many machines", "offer": "Offer a player to hosts elsewhere",
		"hall": "Play the games of a contest in another hall",
	} {
		all = append(all, &cobra.Command{
			Use: name, Short: short + " (in loopline-farm)", DisableFlagParsing: true,
			RunE: func(_ *cobra.Command, args []string) error {
				return commandline.Farm(append([]string{name}, args...))
			},
		})
	}
	return all
}
