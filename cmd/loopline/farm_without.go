//go:build !farm

package main

import (
	"errors"

	"github.com/spf13/cobra"
)

// farmCommands says where the commands for many machines are.
func farmCommands() []*cobra.Command {
	return []*cobra.Command{{
		Use: "farm", Short: "Do work that outgrows one machine (in loopline-farm)", DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return errors.New(`loopline-farm has this command: make farm-build`)
		},
	}}
}
