package cli

import (
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/contests"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/commandline"
	"github.com/loopline/loopline/internal/stream"
)

// machineLoad returns the load of this machine; tests have another.
var machineLoad = stalls.Load

// warnBusyHost says in one line that more programs run on this machine than it has processors.
func warnBusyHost(cmd *cobra.Command) {
	load, ok := machineLoad()
	if text := descriptor.BusyHost(load, runtime.NumCPU()); ok && !text.IsZero() {
		stream.NewNotifier(cmd.ErrOrStderr(), "loopline").Notify(commandline.Language(cmd).Say(text))
	}
}

// measureLength is how long contest check measures the timers of this machine.
const measureLength = 3 * time.Second

// measureHost prints how late timers come, and what games this machine can referee by that.
func (c *contestFile) measureHost(cmd *cobra.Command) error {
	late := stalls.MeasureLateness(cmd.Context(), measureLength)
	for _, line := range c.game.RefereeReport(contests.Settings(c.plan), late, games.All()) {
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), commandline.Language(cmd).Say(line)); err != nil {
			return err
		}
	}
	return cmd.Context().Err()
}
