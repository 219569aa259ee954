//go:build !farm

package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/player"
)

// farmCommands says where the commands for many machines are.
func farmCommands() (all []*cobra.Command) {
	for name, short := range map[string]string{
		"farm": "Do work that outgrows one machine", "offer": "Offer a player to hosts elsewhere",
	} {
		all = append(all, &cobra.Command{
			Use: name, Short: short + " (in loopline-farm)", DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error {
				return errors.New(`loopline-farm has this command: make farm-build`)
			},
		})
	}
	return all
}

// elsewhere opens no players on other machines: loopline-farm does.
func elsewhere() player.Elsewhere { return nil }
