package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
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
}

func newCheckCmd() *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check ADDR",
		Short: "Check that a player keeps to the contest's protocol and rules",
		Long: `Check plays with one player in both colours, in numbered steps, and says which
of them failed, what was expected, and the bytes that came. The opponent is
ours and plays at random, or so that the board grows to where players fail:
left and up, beyond column Z, with long chains of forced tiles. How far the
board grows depends on the player too; a step that was not reached says so.

A step is ok, failed, a note (allowed, but better otherwise), or skipped. With
--json it prints one object a step: step, name, status, detail, expected, got.
The status is 3 if a step failed.

` + addressHelp,
		Example: `  loopline check serial:/dev/ttyUSB0
  loopline check exec:./mybot --move-time 200ms --games 20 --tap bytes.jsonl`,
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
	f.DurationVar(&o.move, "move-time", time.Second, "limit for a move")
	f.DurationVar(&o.first, "first-time", 0, "limit for the first move (as --move-time)")
	f.DurationVar(&o.handshake, "handshake", 5*time.Second, "limit for the team code")
	f.DurationVar(&o.connect, "connect-time", time.Minute, "how long the player may take to be there")
	f.IntVar(&o.games, "games", 4, "games in the step that repeats them")
	f.IntVar(&o.plies, "plies", 300, "plies after which a game is left")
	f.Uint64Var(&o.seed, "seed", 1, "of our opponent's moves")
	f.BoolVar(&o.noTeam, "no-team", false, "do not ask for the team code")
	f.StringVar(&o.tap, "tap", "", "append the bytes that pass to `FILE`")
	f.BoolVar(&o.asJSON, "json", false, "print a JSON object a step")
	f.BoolVar(&o.playerStderr, "player-stderr", false, "show what the player writes to standard error")
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
	for flag, d := range map[string]time.Duration{
		"--move-time": o.move, "--first-time": o.first, "--handshake": o.handshake,
		"--connect-time": o.connect,
	} {
		if d < time.Millisecond || d > 24*time.Hour {
			return fmt.Errorf("%s %v is outside 1ms to 24h", flag, d)
		}
	}
	if o.games < 1 || o.games > maxCheckGames {
		return fmt.Errorf("--games %d is outside 1 to %d", o.games, maxCheckGames)
	}
	if o.plies < 2 || o.plies > 100_000 {
		return fmt.Errorf("--plies %d is outside 2 to 100000", o.plies)
	}
	return nil
}

func (o *checkOptions) run(cmd *cobra.Command, address string) error {
	out := &safeWriter{w: cmd.OutOrStdout()}
	c, err := newChecker(o, address, out, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	err = c.run(cmd.Context())
	if closed := c.close(); err == nil {
		err = closed
	}
	if err == nil {
		err = out.failed()
	}
	if err == nil && c.report.failed > 0 {
		err = &foundError{plural(c.report.failed, "step", "steps") + " failed"}
	}
	return err
}

// open opens the player, with an ear on the wire.
func (c *checker) open(ctx context.Context) error {
	if c.player != nil {
		return nil
	}
	stderr := io.Discard // a program that draws its board would bury the report
	if c.o.playerStderr {
		stderr = writerFunc(func(p []byte) (int, error) {
			c.opener.say("player: " + trimLine(string(trimNewline(p))))
			return len(p), nil
		})
	}
	var err error
	c.player, err = c.opener.open(ctx, "player", c.address, stderr)
	return err
}

// listen puts the ear, and the tap that was asked for, on a connection.
func (c *checker) listen(conn io.ReadWriteCloser) io.ReadWriteCloser {
	var w io.Writer = &c.ear
	if c.tapFile != nil {
		w = io.MultiWriter(&c.ear, c.tapFile)
	}
	return bridge.NewTap(conn, c.address, w)
}
