//go:build farm

package main

import (
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/farm/command"
)

// farmCommands are those for many machines, which loopline-farm has.
func farmCommands() []*cobra.Command {
	return []*cobra.Command{command.Farm(command.Errors{
		Usage: func(path, problem string) error { return &usageError{path, problem} }, Found: found,
	})}
}
