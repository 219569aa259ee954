//go:build !farm

package main

import (
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/internal/commandline"
	"github.com/loopline/loopline/player"
)

// farmCommands are run by loopline-farm, which has the commands for many machines.
func farmCommands() (all []*cobra.Command) {
	for name, short := range map[string]string{
		"farm": "Do work that outgrows one machine", "offer": "Offer a player to hosts elsewhere",
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

// elsewhere opens no players on other machines: loopline-farm does.
func elsewhere() player.Elsewhere { return nil }
