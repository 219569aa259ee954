package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/internal/commandline"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/sim"
)

func newSimCheckCmd() *cobra.Command {
	var o checkOptions
	cmd := o.command()
	cmd.Use = "check BOARD"
	cmd.Short = "Check that a simulated board keeps to the protocol and rules"
	cmd.Long = `Check runs the steps of "loopline check" on a simulated board. The move clock
counts the board's own time. With --watch they run again whenever a file of the
design was saved, with short games unless --games or --plies says otherwise.

` + sim.AddressHelp
	cmd.Example = `  loopline sim check reference
  loopline sim check 'path/to/dir?top=my_top&clk=25e6&rst=!rst_n'`
	run := cmd.RunE
	cmd.ValidArgsFunction = nil
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		args[0] = addr.SchemeSim + ":" + strings.TrimPrefix(args[0], addr.SchemeSim+":")
		if o.watch {
			return watchCheck(cmd, args[0], func() error { return run(cmd, args) })
		}
		return run(cmd, args)
	}
	cmd.Flags().BoolVar(&o.watch, "watch", false, "check again whenever a file of the design was saved, until interrupted")
	return cmd
}

// watchCheck checks a board whenever its files were saved.
func watchCheck(cmd *cobra.Command, address string, check func() error) error {
	a, err := sim.ParseAddress(strings.TrimPrefix(address, addr.SchemeSim+":"))
	if err == nil && a.Dir == "" {
		err = errors.New("--watch is for a board in a directory; the reference board does not change")
	}
	if err != nil {
		return &usageError{cmd.CommandPath(), say.TextOf(err)}
	}
	for flag, short := range map[string]string{"games": "1", "plies": "8"} {
		if !cmd.Flags().Changed(flag) {
			err = errors.Join(err, cmd.Flags().Set(flag, short))
		}
	}
	says := stream.NewNotifier(cmd.ErrOrStderr(), "loopline")
	return errors.Join(err, sim.Watch(cmd.Context(), a.Dir, func() error {
		err := check()
		if _, wrong := errors.AsType[*usageError](err); wrong || cmd.Context().Err() != nil {
			return err
		}
		if err != nil {
			says.Notify(describe(err))
		}
		says.Notify(commandline.Language(cmd).Say(say.Format("waiting until a file in %s is saved; Ctrl-C ends it", a.Dir)))
		return nil
	}))
}
