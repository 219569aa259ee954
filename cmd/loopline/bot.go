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

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/trax/engine"
)

type botOptions struct {
	team     string
	moveTime time.Duration
	seed     uint64
	depth    int
	nodes    int64
	pty      string
	connect  string
}

// noLink is the value of --pty when it is given without one.
const noLink = "-"

func newBotCmd() *cobra.Command {
	var o botOptions
	cmd := &cobra.Command{
		Use:   "bot [NAME] [--pty [LINK]]",
		Short: "Play as a contestant on standard input and output",
		Long: `Bot is a player of the contest: it answers -T with its team code, -W with its
first move, takes -B (and -R) as red, and answers each move with its own. -E
ends a game; -W or -B begins the next. It ends with its input. A move of the
opponent that is illegal is told on standard error and not answered.

NAME is ` + strings.Join(engine.Names(), ", ") + ` (` + defaultBot + ` by default), and may have options
as in an address: search?seed=1&depth=3&nodes=10000&time=200ms.

--pty plays on a pseudo-terminal instead, as a board does behind a serial port:
it prints the path, the only line on standard output, and stays until it is
killed. With --pty LINK there is a link of that name to it meanwhile. --connect
plays over TCP with a host that listens.`,
		Example: `  loopline bot greedy --seed 7
  loopline bot --pty /tmp/board & loopline play --white bot --red serial:/tmp/board
  loopline bot --connect 127.0.0.1:10001`,
		Args:              wantArgs(0, 2, ""),
		ValidArgsFunction: completeBots,
		RunE: func(cmd *cobra.Command, args []string) error {
			spec, err := o.spec(o.takeLink(args))
			if err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			return o.run(cmd, spec)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.team, "team", "LL", "two-character team `CODE`")
	f.DurationVar(&o.moveTime, "move-time", time.Second, "limit for a move, with a margin kept for the wire")
	f.Uint64Var(&o.seed, "seed", 0, "decides between moves that are as good")
	f.IntVar(&o.depth, "depth", 0, "plies that search looks ahead; 0 is as far as time allows")
	f.Int64Var(&o.nodes, "nodes", 0, "moves that search tries for an answer; 0 is as many as time allows")
	f.StringVar(&o.pty, "pty", "", "play on a pseudo-terminal, with a `LINK` to it if given")
	f.Lookup("pty").NoOptDefVal = noLink
	f.StringVar(&o.connect, "connect", "", "connect to a listening `HOST:PORT` and play there")
	return cmd
}

// takeLink takes the link from the arguments if it stands there, behind --pty
// or with a slash in it, and returns the others.
func (o *botOptions) takeLink(args []string) []string {
	n := len(args) - 1
	if o.pty != noLink || n < 0 || n == 0 && !strings.Contains(args[n], "/") {
		return args
	}
	o.pty = args[n]
	return args[:n]
}

// spec is who plays, from the name and the flags.
func (o *botOptions) spec(args []string) (botSpec, error) {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	b, err := parseBot(name)
	switch {
	case len(args) > 1:
		return b, fmt.Errorf("unexpected argument %.40q", args[1])
	case err != nil && o.pty == noLink:
		return b, fmt.Errorf("%w (a link is given as --pty=LINK)", err)
	case err != nil:
		return b, err
	case !isTeamCode(o.team):
		return b, fmt.Errorf("--team %.40q is not two printable characters without - and space", o.team)
	case o.moveTime <= 0:
		return b, errors.New("--move-time must be above 0")
	case o.pty != "" && o.connect != "":
		return b, errors.New("--pty and --connect exclude each other")
	}
	if o.seed != 0 {
		b.options.Seed = o.seed
	}
	if o.depth != 0 {
		b.options.Depth = o.depth
	}
	if o.nodes != 0 {
		b.options.Nodes = o.nodes
	}
	return b, nil
}

func (o *botOptions) run(cmd *cobra.Command, spec botSpec) error {
	c, err := spec.contestant(o.team, o.moveTime, func(text string) {
		fmt.Fprintln(cmd.ErrOrStderr(), "loopline:", text)
	})
	if err != nil {
		return &usageError{cmd.CommandPath(), err.Error()}
	}
	conn, err := o.open(cmd)
	if err != nil {
		return err
	}
	line := bridge.NewLine(conn, bridge.LineConfig{})
	defer line.Close()
	stop := context.AfterFunc(cmd.Context(), func() { line.Close() })
	defer stop()
	return c.serve(cmd.Context(), line)
}

// open opens what the bot plays over.
func (o *botOptions) open(cmd *cobra.Command) (io.ReadWriteCloser, error) {
	switch {
	case o.connect != "":
		return bridge.Open(cmd.Context(), "tcp:"+o.connect, bridge.Options{})
	case o.pty == "":
		return &stdio{cmd.InOrStdin(), cmd.OutOrStdout()}, nil
	}
	link := o.pty
	if link == noLink {
		link = ""
	}
	board, err := openBoard(link)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintln(cmd.OutOrStdout(), board.Path()); err != nil {
		return nil, errors.Join(err, board.Close())
	}
	return board, nil
}

// stdio is standard input and output as one connection.
type stdio struct {
	io.Reader
	io.Writer
}

// Close closes what is a file, so that a read in progress ends.
func (s *stdio) Close() error {
	if f, ok := s.Reader.(*os.File); ok {
		return f.Close()
	}
	return nil
}

// isTeamCode tells whether a host will take code: two printable characters
// that are no word of the protocol.
func isTeamCode(code string) bool {
	return len(code) == 2 && code[0] != '-' &&
		code[0] > ' ' && code[0] <= '~' && code[1] > ' ' && code[1] <= '~'
}
