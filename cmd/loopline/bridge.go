package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
)

type bridgeOptions struct {
	tap string
}

func newBridgeCmd() *cobra.Command {
	var o bridgeOptions
	cmd := &cobra.Command{
		Use:   "bridge ADDR ADDR",
		Short: "Join two addresses, and note the bytes that pass",
		Long: `Bridge passes bytes between two addresses, both ways, until one of them ends.
Addresses are those of play, without bot and human. --tap appends what passed
to a file, as JSON Lines with times in microseconds, seen from the first.`,
		Example: `  loopline bridge serial:/dev/ttyUSB0 listen::10001 --tap bytes.jsonl
  loopline bridge exec:./mybot tcp:192.168.1.5:10001`,
		Args: wantArgs(2, 2, "the second ADDR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, address := range args {
				if err := checkWire(address); err != nil {
					return &usageError{cmd.CommandPath(), err.Error()}
				}
			}
			return o.run(cmd, args[0], args[1])
		},
	}
	cmd.Flags().StringVar(&o.tap, "tap", "", "append the bytes that pass to `FILE`")
	return cmd
}

// checkWire finds mistakes in the address of something that bytes go over.
func checkWire(address string) error {
	a, err := bridge.ParseAddress(address)
	if err != nil {
		return err
	}
	switch a.Scheme {
	case bridge.SchemeBot, bridge.SchemeHuman, bridge.SchemeSim:
		return &bridge.OtherSchemeError{Address: a}
	}
	return nil
}

func (o *bridgeOptions) run(cmd *cobra.Command, first, second string) (err error) {
	say := func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), "loopline:", text) }
	options := bridge.Options{Stderr: cmd.ErrOrStderr(), Log: say}
	a, err := bridge.Open(cmd.Context(), first, options)
	if err != nil {
		return err
	}
	if o.tap != "" {
		file, failed := os.OpenFile(o.tap, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if failed != nil {
			return errors.Join(failed, a.Close())
		}
		tap := bridge.NewTap(a, first, file)
		defer func() {
			err = errors.Join(err, tap.Err(), file.Close())
		}()
		a = tap
	}
	b, err := bridge.Open(cmd.Context(), second, options)
	if err != nil {
		return errors.Join(err, a.Close())
	}
	return relayWords(cmd.Context(), bridge.Relay(cmd.Context(), a, b), first, second, say)
}

// relayWords says how a relay ended. One side hanging up in good order is how
// it should end.
func relayWords(ctx context.Context, end bridge.RelayEnd, first, second string, say func(string)) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	who := first
	if end.Ended == "b" {
		who = second
	}
	passed := fmt.Sprintf("%d bytes from %s, %d bytes from %s", end.FromA, first, end.FromB, second)
	if end.Err == nil || errors.Is(end.Err, io.EOF) {
		say(fmt.Sprintf("%s ended; %s", who, passed))
		return nil
	}
	return fmt.Errorf("%s: %w; %s", who, end.Err, passed)
}
