package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/addr"
	bridgelines "github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/safefile"
)

type bridgeOptions struct {
	trust trustOptions
	tap   string
}

func newBridgeCmd() *cobra.Command {
	var o bridgeOptions
	cmd := &cobra.Command{
		Use:   "bridge ADDR ADDR",
		Short: "Join two addresses, and record the bytes that pass",
		Long: `Bridge passes bytes between two addresses, both ways, until one of them ends.
It takes the addresses of play except bot, sim and human. --tap appends the bytes
to a file, as JSON Lines with times in microseconds, as the first side sees them.`,
		Example: `  loopline bridge serial:/dev/ttyUSB0 listen::10001 --tap bytes.jsonl
  loopline bridge exec:./mybot tcp:192.168.1.5:10001`,
		Args: wantArgs(2, 2, "the second ADDR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, address := range args {
				if err := addr.Check(address); err != nil {
					return &usageError{cmd.CommandPath(), say.TextOf(err)}
				}
			}
			return o.run(cmd, args[0], args[1])
		},
	}
	appendFlag(cmd.Flags(), &o.tap, "tap", "append the bytes that pass to `FILE`")
	o.trust.flags(cmd.Flags())
	o.trust.flagMemory(cmd.Flags())
	return cmd
}

func (o *bridgeOptions) run(cmd *cobra.Command, first, second string) (err error) {
	say := stream.NewNotifier(cmd.ErrOrStderr(), "loopline").Notify
	options := bridge.Options{Stderr: cmd.ErrOrStderr(), Log: say, Isolation: o.trust.isolation(say), Limits: o.trust.limits()}
	a, err := bridge.Open(cmd.Context(), first, options)
	if err != nil {
		return err
	}
	if o.tap != "" {
		file, failed := safefile.Append(o.tap, tapOutput)
		if failed != nil {
			return errors.Join(failed, a.Close())
		}
		tap := bridgelines.NewTap(a, first, file)
		defer func() {
			err = errors.Join(err, tap.Err(), file.Close())
		}()
		a = tap
	}
	b, err := bridge.Open(cmd.Context(), second, options)
	if err != nil {
		return errors.Join(err, a.Close())
	}
	end := bridgelines.Relay(cmd.Context(), a, b)
	if cmd.Context().Err() != nil {
		return cmd.Context().Err()
	}
	text, err := end.Report(first, second)
	if err == nil {
		say(text)
	}
	return err
}
