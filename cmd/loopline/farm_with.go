//go:build farm

package main

import (
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/farm/command"
	"github.com/loopline/loopline/player"
)

// farmCommands are those for many machines, which loopline-farm has.
func farmCommands() []*cobra.Command {
	errors := command.Errors{
		Usage: func(path, problem string) error { return &usageError{path, problem} }, Found: found,
	}
	return []*cobra.Command{command.Farm(errors), command.Offer(errors)}
}

// elsewhere opens players on other machines.
func elsewhere() player.Elsewhere { return command.Remote{} }
