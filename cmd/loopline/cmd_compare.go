package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/trax/analysis"
	"github.com/loopline/loopline/trax/drill"
	"github.com/loopline/loopline/trax/engine"
)

// noBot leaves the values out.
const noBot = "none"

type compareOptions struct {
	drillOptions
	record string
	seat   string
	bot    string
	depth  int
	is     string
	asJSON bool

	spec engine.Spec // of --bot
	only int         // the seat that counts, in another game; -1 is every one
}

func newCompareCmd() *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare ADDR|RECORD",
		Short: "Compare a player's moves with those of a bot or of what it should be",
		Long:  analysis.Help + player.AddressHelp,
		Example: `  loopline compare match.jsonl --seat white --is sim:reference
  loopline compare serial:/dev/ttyUSB0 --bot search?depth=4
  loopline compare serial:/dev/ttyUSB0 --record match.jsonl --is 'bot:greedy?seed=7'`,
		Args:              wantArgs(1, 1, "the ADDR of the player, or a RECORD"),
		ValidArgsFunction: completeAddress,
		RunE: func(cmd *cobra.Command, args []string) error {
			live := bridge.IsAddress(args[0])
			another, err := o.ofAnotherGame(cmd, args[0], live)
			if err == nil && !another {
				err = o.check(args[0], live)
			}
			switch {
			case err != nil:
				return &usageError{cmd.CommandPath(), err.Error()}
			case another:
				return o.runAnother(cmd, args[0], live)
			}
			return o.run(cmd, args[0], live)
		},
	}
	o.flags(cmd, 8)
	f := cmd.Flags()
	f.StringVar(&o.record, "record", "", "games of `FILE` instead of the built-in suite, as --suite")
	f.StringVar(&o.seat, "seat", analysis.Both, "whose moves of a RECORD: white, red, both, or an `ADDR`")
	f.StringVar(&o.bot, "bot", "search?depth=3", "the bot to compare with, as in bot:NAME; "+noBot+" leaves values out")
	f.IntVar(&o.depth, "depth", 0, "plies that moves are valued by (the bot's)")
	f.StringVar(&o.is, "is", "", "`ADDR` of what the player is supposed to be")
	f.BoolVar(&o.asJSON, "json", false, "print JSON Lines")
	return cmd
}

func (o *compareOptions) check(subject string, live bool) error {
	if o.record != "" && o.Suite != "" {
		return errors.New("--record and --suite are the same; give one")
	}
	if o.record != "" {
		if !live {
			return fmt.Errorf("--record is for a player at an ADDR; %.60q is a file", subject)
		}
		o.Suite = o.record
	}
	address := subject
	if !live {
		address = "bot" // there is no player
	}
	if err := o.drillOptions.check(address); err != nil {
		return err
	}
	if o.is != "" {
		if err := games.CheckReference(o.is); err != nil {
			return fmt.Errorf("--is: %w", err)
		}
	}
	if o.bot == noBot {
		return nil
	}
	var err error
	o.spec, o.depth, err = analysis.ParseBot(o.bot, o.depth)
	return err
}

// analysis is what package analysis is told.
func (o *compareOptions) analysis(cmd *cobra.Command, subject string, live bool) analysis.Options {
	a := analysis.Options{
		Subject: subject, Seat: o.seat, Bot: o.bot, Spec: o.spec, Depth: o.depth, Move: o.Move,
		Is: o.is, Live: live, JSON: o.asJSON,
		Reference: func() *drill.Drill { return o.drill(o.is, cmd.ErrOrStderr()) },
	}
	if o.bot == noBot {
		a.Bot = ""
	}
	return a
}

// run compares and reports. What was compared is reported whatever ended it.
func (o *compareOptions) run(cmd *cobra.Command, subject string, live bool) error {
	out := &stream.FirstError{W: cmd.OutOrStdout()}
	c, err := analysis.New(o.analysis(cmd, subject, live), out)
	if err != nil {
		return err
	}
	defer c.Close()
	if live {
		err = o.play(cmd, c, subject)
	} else {
		err = c.File(cmd.Context(), gamesOpener(cmd))
	}
	wrong, err := c.End(err, describe)
	return cmp.Or(err, out.Err(), found(wrong))
}

// play compares the games that a player plays now.
func (o *compareOptions) play(cmd *cobra.Command, c *analysis.Comparer, address string) error {
	suite, err := o.parts(cmd)
	if err != nil {
		return err
	}
	d := o.drill(address, cmd.ErrOrStderr())
	defer d.Close()
	return c.Play(cmd.Context(), d, suite, o.Rounds(suite))
}
