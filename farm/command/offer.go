package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/addr"
	bridgelines "github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/farm/remote"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/internal/version"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim/model"
)

type offerOptions struct {
	name, at, key, game string
	untrusted, rtl      bool
	connect, move       time.Duration
	mode                sandbox.Mode
}

// Offer returns "loopline offer".
func Offer(e ErrorFuncs) *cobra.Command {
	var o offerOptions
	cmd := &cobra.Command{
		Use:   "offer ADDR --name NAME --at URL --key FILE",
		Short: "Offer a player to hosts elsewhere, with its clock beside it",
		Long: `Offer runs beside a board, in its lab. A host elsewhere plays with it by the address
remote:NAME; the lines are stamped here, so that the network is not charged to the
player. It runs until it is stopped, and waits for a server that does not answer yet;
after a game the board is free for the next.
ADDR is an address of play, but for human and remote.

The host trusts the time stamps of this agent, so the organiser or a referee runs it.
For an agent that an entrant runs, use --untrusted here or trust=no on the host: then
the host's own clock judges, including the network. docs/remote.md has the rest.`,
		Example: `  loopline-farm offer serial:/dev/ttyUSB0 --name lab1 --at tls://host.example.org:4222 --key agent-lab1.access
  loopline-farm play "remote:lab1?at=tls://host.example.org:4222&key=host.access" bot`,
		Args: wantOne("the ADDR of the player"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opener, err := o.opener(cmd, args[0])
			if err != nil {
				return e.Usage(cmd.CommandPath(), err.Error())
			}
			return o.run(cmd, opener, args[0])
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.name, "name", "", "`NAME` by which hosts know the player")
	f.StringVar(&o.at, "at", "", "`URL` of the server: tls://host:port, several with commas")
	f.StringVar(&o.key, "key", "", "access `FILE`: agent-NAME.access of the server's keys")
	f.BoolVar(&o.untrusted, "untrusted", false, "say that the stamps of this agent are not to judge")
	f.StringVar(&o.game, "game", games.Default, "the game of a bot or a simulated board")
	f.DurationVar(&o.move, "move-time", time.Second, "limit that our own bots keep")
	f.DurationVar(&o.connect, "connect-time", time.Minute, "how long to wait for the player")
	f.Var(&o.mode, "isolation", "`MODE` in which programs are run: auto isolates them where that works, require always, none never")
	f.BoolVar(&o.rtl, "trust-rtl", false, "let a simulated design run programs: $system, DPI")
	return cmd
}

// opener checks the options and opens the player by them.
func (o *offerOptions) opener(cmd *cobra.Command, address string) (*player.Opener, error) {
	game, err := games.ByName(o.game)
	switch {
	case err != nil:
		return nil, fmt.Errorf("--game: %w", err)
	case o.at == "":
		return nil, errors.New("--at is missing: the URL of the server")
	case o.key == "":
		return nil, errors.New("--key is missing: agent-NAME.access, which farm init --agent NAME makes")
	case address == addr.SchemeHuman:
		return nil, errors.New("a person is not offered; play is where people play")
	}
	if err := natsconn.CheckName(o.name); err != nil {
		return nil, fmt.Errorf("--name: %w", err)
	}
	say := notifier(cmd)
	opener := game.Opener(o.connect, o.move, say)
	opener.Isolation, opener.TrustRTL = sandbox.New(o.mode, say), o.rtl
	opener.Boards = model.DefaultBounds() // the host has others, and does not simulate it
	return opener, opener.CheckAddress(address)
}

func (o *offerOptions) run(cmd *cobra.Command, opener *player.Opener, address string) error {
	access, err := natsconn.ReadAccess(o.key)
	if err != nil {
		return err
	}
	if access.Role != natsconn.Agent || access.Name != o.name {
		return fmt.Errorf("%s is the access file of %s, not of the agent %s", o.key, access.Role, o.name)
	}
	conn, err := awaitServer(cmd.Context(), natsconn.ConnectOptions{URL: o.at, Access: access, Name: "agent " + o.name, Notify: opener.Say})
	if err != nil {
		return err
	}
	defer conn.Close()
	machine, _ := os.Hostname() // empty if unknown: it is only shown
	lines := stream.NewNotifier(cmd.ErrOrStderr(), "loopline").Lines("player")
	stalls := stalls.Start()
	defer stalls.Close()
	agent := &remote.Agent{
		Name: o.name, Bus: natsconn.Conn{Conn: conn}, Untrusted: o.untrusted, Stalls: stalls, Say: opener.Say,
		About: version.Read().String() + " on " + machine,
		Open: func(ctx context.Context, config bridgelines.Config) (remote.LocalPlayer, error) {
			opener.Lines = config // one session at a time
			p, err := opener.OpenSilent(ctx, o.name, address, lines)
			if err == nil && p.SimulatedTime() {
				err = errors.Join(errors.New("the time of a simulated board is its own; add paced=1, so that it runs in real time"), p.Close())
			}
			return p, err
		},
	}
	opener.Say(fmt.Sprintf("%s is offered at %s", o.name, conn.ConnectedUrlRedacted()))
	return agent.Run(cmd.Context())
}
