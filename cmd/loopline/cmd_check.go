package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/games"
	gamecheck "github.com/loopline/loopline/games/conformance"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/steps"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/bounds"
	"github.com/loopline/loopline/internal/phrase"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/internal/version"
	"github.com/loopline/loopline/output"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/trax/conformance"
	"github.com/loopline/loopline/trax/conformance/simulated"
	"github.com/loopline/loopline/trax/drill"
)

// maxCheckGames bounds the games of a check.
const maxCheckGames = 1000

type checkOptions struct {
	gameOptions
	limits  drill.Limits
	connect time.Duration
	games   int
	seed    uint64
	tap     string
	asJSON  bool

	playerStderr bool
	verbose      bool
	record       string
	step         int
	trust        trustOptions
}

func newCheckCmd() *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check ADDR",
		Short: "Check that a player keeps to the contest's protocol and rules",
		Long:  conformance.Help + player.AddressHelp,
		Example: `  loopline check serial:/dev/ttyUSB0
  loopline check exec:./mybot --move-time 200ms --games 20 --tap bytes.jsonl
  loopline check --game chaser exec:./mybot
  loopline check exec:./mybot --step 11 --record games.jsonl && loopline replay games.jsonl`,
		Args:              wantArgs(1, 1, "the ADDR of the player"),
		ValidArgsFunction: completeAddress,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.unset = func(flag string) bool { return !cmd.Flags().Changed(flag) }
			if err := o.check(args[0]); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			return o.run(cmd, args[0])
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	limitFlags(f, &o.limits, &o.connect)
	f.IntVar(&o.games, "games", 4, "games in the step that repeats them")
	f.Uint64Var(&o.seed, "seed", 1, "of our opponent's moves")
	f.StringVar(&o.tap, "tap", "", "append the bytes that pass to `FILE`")
	f.BoolVar(&o.asJSON, "json", false, "print a JSON object a step")
	f.BoolVar(&o.playerStderr, "player-stderr", false, "show what the player writes to standard error")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "print which step met which rule, and how often")
	f.StringVar(&o.record, "record", "", "append the record of each game to `FILE`")
	f.IntVar(&o.step, "step", 0, "run only the step with this number; 0 runs all")
	o.trust.flagsRTL(f)
	return cmd
}

func (o *checkOptions) check(address string) error {
	if err := o.gameOptions.check(); err != nil {
		return err
	}
	if err := o.checkTested(address, "checked"); err != nil {
		return err
	}
	if err := cmp.Or(
		bounds.Int("--games", o.games, 1, maxCheckGames),
		bounds.Int("--step", o.step, 0, len(o.steps())),
	); err != nil {
		return err
	}
	return o.limits.Check(o.connect)
}

func (o *checkOptions) run(cmd *cobra.Command, address string) error {
	show := terminal.NewProgress(cmd.ErrOrStderr())
	out := &stream.FirstError{W: show.Before(cmd.OutOrStdout())}
	taps, endings, err := openTaps(o.tap)
	if err != nil {
		return err
	}
	record, err := o.openRecord()
	if err != nil {
		return errors.Join(err, taps.Close())
	}
	report := conformance.NewReport(out, o.asJSON)
	report.Verbose = o.verbose
	if o.game.Name != games.Default {
		c := o.game.Check(o.test(cmd, address, taps))
		c.Endings, c.Progress, c.Games, c.Only = endings, show.Show, o.games, o.step
		c.Again, c.Version = againCommand(cmd, address), version.Read().String()
		if record != nil {
			c.Record = record
		}
		err = gamecheck.NewChecker(c, report.Report).Run(cmd.Context())
	} else {
		c := o.config(cmd, address, taps)
		c.Endings, c.Progress = endings, show.Show
		if record != nil {
			c.Record = record
		}
		err = conformance.NewChecker(c, report).Run(cmd.Context())
	}
	show.Clear()
	if record != nil {
		err = errors.Join(err, record.Close())
	}
	if err = errors.Join(err, taps.Close(), out.Err()); err == nil && report.Failed() > 0 {
		err = &foundError{phrase.Plural(report.Failed(), "step", "steps") + " failed"}
	}
	return err
}

// openRecord opens the record, if one was asked for.
func (o *checkOptions) openRecord() (*host.RecordFile, error) {
	if o.record == "" {
		return nil, nil
	}
	return host.OpenRecord(o.record)
}

// config is what the flags say.
func (o *checkOptions) config(cmd *cobra.Command, address string, taps *player.Taps) conformance.Config {
	says := stream.NewSayer(cmd.ErrOrStderr(), "loopline")
	open := func(address string) drill.Opener { return o.opener(address, taps, says) }
	c := conformance.Config{
		Address: bridge.ShownName(address), Open: open(address), Wire: player.Wire(address, -1),
		Limits: o.limits, Games: o.games, Seed: o.seed, Only: o.step, Version: version.Read().String(),
		Again: againCommand(cmd, address),
	}
	simulated.Add(&c, address, open)
	return c
}

// opener opens the player with taps on the wire.
func (o *checkOptions) opener(address string, taps *player.Taps, says *stream.Sayer) drill.Opener {
	beside := io.Discard // a program that draws its board would bury the report
	if o.playerStderr {
		beside = says.Lines("player")
	}
	opener := newOpener(traxRow(), o.connect, min(o.limits.Move, o.limits.First), says.Say)
	o.trust.apply(opener)
	opener.Wrap = func(conn io.ReadWriteCloser) io.ReadWriteCloser { return taps.Wrap(conn, address) }
	return func(ctx context.Context) (drill.Player, error) {
		p, err := opener.Open(ctx, "player", address, beside)
		if err != nil {
			return nil, err
		}
		return p, nil
	}
}

// againCommand makes the command that runs one step again, with the flags that
// were given.
func againCommand(cmd *cobra.Command, address string) func(step int) string {
	return func(step int) string {
		words := []string{cmd.CommandPath(), phrase.ShellWord(address)}
		cmd.Flags().Visit(func(f *pflag.Flag) {
			switch f.Name {
			case "step", "record", "tap", "json", "verbose":
			default:
				values := []string{f.Value.String()}
				if list, ok := f.Value.(pflag.SliceValue); ok {
					values = list.GetSlice()
				}
				for _, value := range values {
					words = append(words, "--"+f.Name+"="+phrase.ShellWord(value))
				}
			}
		})
		return strings.Join(append(words, fmt.Sprintf("--step %d", step)), " ")
	}
}

// steps are the names of the steps.
func (o *checkOptions) steps() []string {
	if o.game.Name == games.Default {
		return conformance.Steps()
	}
	c := o.game.Check(&games.Test{})
	return c.Steps()
}

// test says how a player of another game than Trax is tested.
func (o *checkOptions) test(cmd *cobra.Command, address string, taps *player.Taps) *games.Test {
	t := o.gameOptions.test(cmd, address, o.limits, o.connect, &o.trust)
	t.Seed = o.seed
	t.Opener.Wrap = func(conn io.ReadWriteCloser) io.ReadWriteCloser { return taps.Wrap(conn, address) }
	if !o.playerStderr {
		t.Stderr = io.Discard
	}
	return t
}

// openTaps notes the line ends of a player under check, and with a name the
// bytes that pass, too.
func openTaps(name string) (*player.Taps, *steps.LineEndings, error) {
	endings := &steps.LineEndings{}
	taps := &player.Taps{Opened: endings.Opened, Sent: endings.Sent, Received: endings.Received}
	if name == "" {
		return taps, endings, nil
	}
	file, err := output.Append(name, tapOutput)
	taps.File = file
	return taps, endings, err
}
