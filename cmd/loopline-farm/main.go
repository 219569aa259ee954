// Loopline-farm is loopline with the commands for many machines: it spreads work
// over them, and plays against boards that stand elsewhere.
package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/cmd/internal/cli"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/farm/command"
)

func main() { cli.Main(program("loopline-farm")) }

// program is this one under a name: "loopline farm" runs it too.
func program(name string) cli.Program {
	return cli.Program{
		Name: name,
		Commands: func(usage func(path, problem string) error, found func(string) error) []*cobra.Command {
			errors := command.ErrorFuncs{Usage: usage, Found: found}
			return []*cobra.Command{command.Farm(errors), command.Offer(errors), command.Hall(errors)}
		},
		Elsewhere: command.Remote{},
		Halls: func(ctx context.Context, at, key string, halls []config.HallConfig, d *director.Director) (cli.HallsLink, error) {
			return command.ConnectHalls(ctx, at, key, halls, d)
		},
	}
}
