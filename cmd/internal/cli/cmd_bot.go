package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	bridgelines "github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/termsafe"
	"github.com/loopline/loopline/trax/engine"
)

type botOptions struct {
	gameOptions
	team     string
	moveTime time.Duration
	seed     uint64
	depth    int
	nodes    int64
	pty      string
	connect  string
}

func newBotCmd() *cobra.Command {
	var o botOptions
	cmd := &cobra.Command{
		Use:   "bot [NAME] [--pty [LINK]]",
		Short: "Play as a contestant on standard input and output",
		Long: `Bot is a player of the contest: it answers -T with its team code, -W with its
first move, takes -B (and -R) as red, and answers each move with its own. -E
ends a game; -W or -B begins the next. It exits at end of input. It reports an
illegal move of the opponent on standard error and does not answer it.

NAME is ` + strings.Join(engine.Names(), ", ") + ` (` + engine.DefaultName + ` by default), and may have options
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
			bot, err := o.bot(cmd, o.takeLink(args))
			if err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			return o.run(cmd, bot)
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.team, "team", "LL", "two-character team `CODE`")
	f.DurationVar(&o.moveTime, "move-time", time.Second, "limit for a move, with a margin kept for the wire")
	f.Uint64Var(&o.seed, "seed", 0, "decides between moves that are as good")
	f.IntVar(&o.depth, "depth", 0, "plies that search looks ahead; 0 is as far as time allows")
	f.Int64Var(&o.nodes, "nodes", 0, "moves that search tries for an answer; 0 is as many as time allows")
	f.StringVar(&o.pty, "pty", "", "play on a pseudo-terminal, with a `LINK` to it if given")
	f.Lookup("pty").NoOptDefVal = player.NoLink
	f.StringVar(&o.connect, "connect", "", "connect to a listening `HOST:PORT`, or to http://HOST:PORT?token=T, and play there")
	return cmd
}

// takeLink takes the link from the arguments if it stands there, behind --pty
// or with a slash in it, and returns the others.
func (o *botOptions) takeLink(args []string) []string {
	n := len(args) - 1
	if o.pty != player.NoLink || n < 0 || n == 0 && !strings.Contains(args[n], "/") {
		return args
	}
	o.pty = args[n]
	return args[:n]
}

// bot opens the bot that the name and the flags choose.
func (o *botOptions) bot(cmd *cobra.Command, args []string) (player.LocalPlayer, error) {
	if err := o.gameOptions.check(); err != nil {
		return nil, err
	}
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	bot, err := o.game.NewBot(name+o.query(name), descriptor.BotOptions{Team: o.team, Limit: o.moveTime, Notify: stream.NewNotifier(cmd.ErrOrStderr(), "loopline").Notify})
	switch {
	case len(args) > 1:
		return nil, fmt.Errorf("unexpected argument %.40q", args[1])
	case err != nil && o.pty == player.NoLink:
		return nil, fmt.Errorf("%w (a link is given as --pty=LINK)", err)
	case err != nil:
		return nil, err
	case o.moveTime <= 0:
		return nil, errors.New("--move-time must be above 0")
	case o.pty != "" && o.connect != "":
		return nil, errors.New("--pty and --connect exclude each other")
	}
	return bot, nil
}

// query returns the flags as options of a bot's name.
func (o *botOptions) query(name string) string {
	var pairs []string
	add := func(key string, value any, set bool) {
		if set {
			pairs = append(pairs, fmt.Sprintf("%s=%v", key, value))
		}
	}
	add("seed", o.seed, o.seed != 0)
	add("depth", o.depth, o.depth != 0)
	add("nodes", o.nodes, o.nodes != 0)
	switch {
	case len(pairs) == 0:
		return ""
	case strings.Contains(name, "?"):
		return "&" + strings.Join(pairs, "&")
	}
	return "?" + strings.Join(pairs, "&")
}

func (o *botOptions) run(cmd *cobra.Command, bot player.LocalPlayer) error {
	conn, err := o.open(cmd)
	if err != nil {
		return err
	}
	line := bridgelines.New(conn, o.game.Lines)
	defer line.Close()
	stop := context.AfterFunc(cmd.Context(), func() { line.Close() })
	defer stop()
	return bot.Serve(cmd.Context(), line)
}

// open opens what the bot plays over.
func (o *botOptions) open(cmd *cobra.Command) (io.ReadWriteCloser, error) {
	if o.connect != "" {
		return o.game.Connect(cmd.Context(), o.connect)
	}
	return openFarEnd(cmd, o.pty, stream.Interruptible(cmd.Context(), cmd.InOrStdin()))
}

// openFarEnd opens what a player speaks over: see player.OpenPeer.
func openFarEnd(cmd *cobra.Command, link string, stdin io.Reader) (io.ReadWriteCloser, error) {
	return player.OpenPeer(link, stdin, termsafe.Unwrap(cmd.OutOrStdout()), cmd.OutOrStdout())
}
