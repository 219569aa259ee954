package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/trax/engine"
)

// completeBots completes the name of a bot.
func completeBots(_ *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return beginning(engine.Names(), prefix), cobra.ShellCompDirectiveNoFileComp
}

// completeAddress completes the address of a player: schemes, bots, and the
// serial ports of this machine.
func completeAddress(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	all := []string{"human", "exec:", "listen::", "tcp:"}
	for _, name := range engine.Names() {
		all = append(all, "bot:"+name)
	}
	ports, err := bridge.Ports("")
	if err == nil {
		for _, p := range ports {
			all = append(all, "serial:"+p.Device)
		}
	}
	return beginning(all, prefix), cobra.ShellCompDirectiveNoSpace
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
