package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/trax/contest"
)

// maxGames bounds a match.
const maxGames = 10_000

type playOptions struct {
	address      [2]string // of the first game's white and red
	games        int
	move, first  time.Duration
	handshake    time.Duration
	human        time.Duration
	connect      time.Duration
	record       string
	asJSON       bool
	strict       bool
	credit       time.Duration
	noTeam       bool
	endLine      string
	playerStderr bool
}

func newPlayCmd() *cobra.Command {
	var o playOptions
	cmd := &cobra.Command{
		Use:   "play --white ADDR --red ADDR",
		Short: "Referee a match",
		Long: `Play referees a match between the players at two addresses, under the rules
and the clock of the contest.

` + addressHelp + `

On a terminal the game is shown live; otherwise there is a line a ply. --json
prints the lines of the record instead. With --games 2 colours are swapped
after each game. A serial, tcp or listen player stays open from game to game;
exec, bot, and one that lost by a foul are opened anew.

What the host itself stood still while a player thought is not charged to the
player, up to --stall-credit an answer and five times that a match; it is told
and recorded. 0 charges everything.

When a person plays, --human-time is the limit of a move for both.`,
		Example: `  loopline play --white bot --red bot:greedy
  loopline play --white serial:/dev/ttyUSB0 --red exec:./mybot --record match.jsonl
  loopline play --white listen::10001 --red listen::10002 --games 2
  loopline play --white human --red bot`,
		Args: wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.check(); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			return o.run(cmd)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.address[0], "white", "", "`ADDR` of who plays white in the first game")
	f.StringVar(&o.address[1], "red", "", "`ADDR` of who plays red in the first game")
	f.IntVar(&o.games, "games", 1, "games in the match; colours are swapped after each")
	f.DurationVar(&o.move, "move-time", time.Second, "limit for a move")
	f.DurationVar(&o.first, "first-time", 0, "limit for each player's first move (as --move-time)")
	f.DurationVar(&o.handshake, "handshake", 5*time.Second, "limit for the team code")
	f.DurationVar(&o.human, "human-time", 10*time.Minute, "limit for a move when a person plays")
	f.DurationVar(&o.connect, "connect-time", time.Minute, "how long a player may take to be there")
	f.StringVar(&o.record, "record", "", "append the record to `FILE`")
	f.BoolVar(&o.asJSON, "json", false, "print the lines of the record")
	f.BoolVar(&o.strict, "strict", false, "a line that nobody asked for loses")
	f.DurationVar(&o.credit, "stall-credit", time.Second,
		"most that an answer is not charged when the host stood still; 0 is nothing")
	f.BoolVar(&o.noTeam, "no-team", false, "do not ask for the team code")
	f.StringVar(&o.endLine, "end-line", "", "`LINE` told to both after a game, such as -E")
	f.BoolVar(&o.playerStderr, "player-stderr", false, "show what players write to standard error")
	for _, name := range []string{"white", "red"} {
		if err := cmd.RegisterFlagCompletionFunc(name, completeAddress); err != nil {
			panic(err) // the flag is defined above
		}
	}
	return cmd
}

// addressHelp explains where players are found.
const addressHelp = `ADDR is one of
  serial:/dev/ttyUSB0?baud=115200   a board; also serial:sn=FT4X1ABC#B, path=1-1.4
  usb:0403:6010?sn=FT4X1ABC&channel=B   the same by raw USB, past the kernel's driver
  tcp:HOST:PORT, listen::PORT       we connect to the player, it connects to us
  sim:reference, sim:DIR?top=TOP&clk=12e6   a board in Verilator; "sim board --help" has the rest
  exec:./mybot --flag               a program on standard input and output
  bot:NAME?seed=1&depth=3           our own player; bare bot is ` + defaultBot + `
  human                             a person at this terminal`

func (o *playOptions) check() error {
	for i, flag := range []string{"--white", "--red"} {
		if o.address[i] == "" {
			return fmt.Errorf("%s is missing: the address of a player, such as bot", flag)
		}
		if err := checkAddress(o.address[i]); err != nil {
			return fmt.Errorf("%s: %w", flag, err)
		}
	}
	if o.games < 1 || o.games > maxGames {
		return fmt.Errorf("--games %d is outside 1 to %d", o.games, maxGames)
	}
	for flag, d := range map[string]time.Duration{
		"--move-time": o.move, "--handshake": o.handshake, "--human-time": o.human,
		"--connect-time": o.connect,
	} {
		if d < time.Millisecond || d > 24*time.Hour {
			return fmt.Errorf("%s %v is outside 1ms to 24h", flag, d)
		}
	}
	if o.first != 0 && (o.first < time.Millisecond || o.first > 24*time.Hour) {
		return fmt.Errorf("--first-time %v is outside 1ms to 24h", o.first)
	}
	if o.credit < 0 || o.credit > 10*time.Second {
		return fmt.Errorf("--stall-credit %v is outside 0s to 10s", o.credit)
	}
	return nil
}

// hasHuman tells whether a person plays.
func (o *playOptions) hasHuman() bool {
	return o.address[0] == bridge.SchemeHuman || o.address[1] == bridge.SchemeHuman
}

// config is what the contest's game is told.
func (o *playOptions) config() contest.Config {
	c := contest.Config{
		Handshake: o.handshake, First: o.first, Move: o.move,
		AskTeam: !o.noTeam, EndLine: o.endLine, Strict: o.strict,
	}
	if o.hasHuman() {
		c.First, c.Move = o.human, o.human
	}
	return c
}

func (o *playOptions) run(cmd *cobra.Command) error {
	m, err := newMatch(cmd, o)
	if err != nil {
		return err
	}
	err = m.play(cmd.Context())
	if closed := m.close(); err == nil {
		err = closed
	}
	return err
}

// shows is how the match is shown on standard output.
func (o *playOptions) shows(cmd *cobra.Command) show {
	out := cmd.OutOrStdout()
	switch {
	case o.asJSON:
		return quietShow{}
	case !o.hasHuman() && isTerminal(out) && newPainter(out).fancy:
		return newLiveShow(out.(*os.File))
	}
	return &plainShow{out: out, paint: newPainter(out)}
}
