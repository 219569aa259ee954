package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/phrase"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/output"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/trax/conformance"
	"github.com/loopline/loopline/trax/conformance/simulated"
	"github.com/loopline/loopline/trax/contest"
	"github.com/loopline/loopline/trax/drill"
)

// maxCheckGames bounds the games of a check.
const maxCheckGames = 1000

type checkOptions struct {
	move, first time.Duration
	handshake   time.Duration
	connect     time.Duration
	games       int
	plies       int
	seed        uint64
	noTeam      bool
	tap         string
	asJSON      bool

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
		Long: `Check plays games with one player, in both colours and in numbered steps. It
reports which steps failed, what was expected, and the bytes that came. The
opponent is ours. In most steps it steers the game, by the rules, to where
players fail: a board that grows left and up, columns beyond Z, long chains of
forced tiles, positions with many moves that forced play forbids, and every way
for a game to end. How far it gets depends on the player too.

A step is ok, failed, a note (allowed, but better otherwise, or met too rarely to
tell), or skipped, with the reason. A failed step prints the moves, the board
before the player's last move, and the command that runs the step again. The step
"met every rule" names the rules that no step met often enough; --verbose prints
the table of all rules.

A simulated board is also played from other power-up states (seed=) and where our
bit rate is 2 % off (skew=), and its own bit rate is measured.

With --json it prints an object a step: step, name, status, detail, and where it
failed expected, got, moves, board, again. Then an object a rule: rule, text, met,
need, and steps, which counts by the number of the step. The status is 3 if a step
failed.

` + addressHelp,
		Example: `  loopline check serial:/dev/ttyUSB0
  loopline check exec:./mybot --move-time 200ms --games 20 --tap bytes.jsonl
  loopline check exec:./mybot --step 11 --record games.jsonl && loopline replay games.jsonl`,
		Args:              wantArgs(1, 1, "the ADDR of the player"),
		ValidArgsFunction: completeAddress,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(args[0]); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			return o.run(cmd, args[0])
		},
	}
	f := cmd.Flags()
	f.DurationVar(&o.move, "move-time", contest.Default().Move, "limit for a move")
	f.DurationVar(&o.first, "first-time", 0, "limit for the first move (as --move-time)")
	f.DurationVar(&o.handshake, "handshake", contest.Default().Handshake, "limit for the team code")
	f.DurationVar(&o.connect, "connect-time", time.Minute, "how long to wait for the player")
	f.IntVar(&o.games, "games", 4, "games in the step that repeats them")
	f.IntVar(&o.plies, "plies", 300, "stop a game after this many plies")
	f.Uint64Var(&o.seed, "seed", 1, "of our opponent's moves")
	f.BoolVar(&o.noTeam, "no-team", false, "do not ask for the team code")
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
	if err := checkAddress(address); err != nil {
		return err
	}
	if address == bridge.SchemeHuman {
		return fmt.Errorf("a person is not checked; play --white human does the rest")
	}
	if o.first == 0 {
		o.first = o.move
	}
	if err := checkLimits(o.move, o.first, o.handshake, o.connect); err != nil {
		return err
	}
	if o.games < 1 || o.games > maxCheckGames {
		return fmt.Errorf("--games %d is outside 1 to %d", o.games, maxCheckGames)
	}
	if o.plies < 2 || o.plies > 100_000 {
		return fmt.Errorf("--plies %d is outside 2 to 100000", o.plies)
	}
	if n := len(conformance.Steps()); o.step < 0 || o.step > n {
		return fmt.Errorf("--step %d is outside 0 to %d", o.step, n)
	}
	return nil
}

func (o *checkOptions) run(cmd *cobra.Command, address string) error {
	show := terminal.NewProgress(cmd.ErrOrStderr())
	out := &stream.FirstError{W: show.Before(cmd.OutOrStdout())}
	taps, err := openCheckTaps(o.tap)
	if err != nil {
		return err
	}
	record, err := o.openRecord()
	if err != nil {
		return errors.Join(err, taps.close())
	}
	report := conformance.NewReport(out, o.asJSON)
	report.Verbose = o.verbose
	c := o.config(cmd, address, taps)
	c.Progress = show.Show
	if record != nil {
		c.Record = record
	}
	err = conformance.NewChecker(c, report).Run(cmd.Context())
	show.Clear()
	if record != nil {
		err = errors.Join(err, record.Close())
	}
	if err = errors.Join(err, taps.close(), out.Err()); err == nil && report.Failed() > 0 {
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
func (o *checkOptions) config(cmd *cobra.Command, address string, taps *checkTaps) conformance.Config {
	says := stream.NewSayer(cmd.ErrOrStderr(), "loopline")
	open := func(address string) drill.Opener { return o.opener(address, taps, says) }
	c := conformance.Config{
		Address: bridge.ShownName(address), Open: open(address), Wire: player.Wire(address, -1), Endings: &taps.endings,
		Limits: drill.Limits{Move: o.move, First: o.first, Handshake: o.handshake, Plies: o.plies, NoTeam: o.noTeam},
		Games:  o.games, Seed: o.seed, Only: o.step, Version: readVersion().String(),
		Again: func(step int) string { return againCommand(cmd, address, step) },
	}
	simulated.Add(&c, address, open)
	return c
}

// opener opens the player with taps on the wire.
func (o *checkOptions) opener(address string, taps *checkTaps, says *stream.Sayer) drill.Opener {
	beside := io.Discard // a program that draws its board would bury the report
	if o.playerStderr {
		beside = says.Lines("player")
	}
	opener := newTraxOpener(o.connect, min(o.move, o.first), says.Say)
	o.trust.apply(opener)
	opener.Wrap = func(conn io.ReadWriteCloser) io.ReadWriteCloser { return taps.wrap(conn, address) }
	return func(ctx context.Context) (drill.Player, error) {
		p, err := opener.Open(ctx, "player", address, beside)
		if err != nil {
			return nil, err
		}
		return p, nil
	}
}

// againCommand is the command that runs one step again, with the flags that were
// given.
func againCommand(cmd *cobra.Command, address string, step int) string {
	words := []string{cmd.CommandPath(), phrase.ShellWord(address)}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "step", "record", "tap", "json", "verbose":
		default:
			words = append(words, "--"+f.Name+"="+phrase.ShellWord(f.Value.String()))
		}
	})
	return strings.Join(append(words, fmt.Sprintf("--step %d", step)), " ")
}

// checkTaps note the bytes that pass to and from a player under check.
type checkTaps struct {
	endings conformance.LineEndings
	file    *os.File // nil unless a tap was asked for
}

// openCheckTaps opens the tap file with a name; without one there is none.
func openCheckTaps(name string) (*checkTaps, error) {
	t := &checkTaps{}
	if name == "" {
		return t, nil
	}
	var err error
	t.file, err = output.Append(name, tapOutput)
	return t, err
}

// wrap puts the taps on a connection.
func (t *checkTaps) wrap(conn io.ReadWriteCloser, address string) io.ReadWriteCloser {
	w := bridge.TapEntries(t.pass)
	if t.file != nil {
		w = io.MultiWriter(w, t.file)
	}
	return bridge.NewTap(conn, address, w)
}

// pass takes in an entry of the tap.
func (t *checkTaps) pass(entry bridge.TapEntry) {
	b, err := entry.Bytes()
	switch {
	case err != nil || len(b) == 0:
	case entry.Dir == "out":
		t.endings.Sent()
	default:
		t.endings.Received(b)
	}
}

func (t *checkTaps) close() error {
	if t.file != nil {
		return t.file.Close()
	}
	return nil
}
