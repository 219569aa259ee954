package command

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/farm/halls"
	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/contests"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/filelock"
	"github.com/loopline/loopline/internal/version"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sandbox"
)

// HallsLink is the connection of a contest's host to its other halls.
type HallsLink struct {
	*halls.Link
	conn *nats.Conn
}

// ConnectHalls connects a director to the other halls of its contest, through the server at a URL, with the access file of
// a host.
func ConnectHalls(ctx context.Context, at, key string, all []config.HallConfig, d *director.Director) (*HallsLink, error) {
	access, err := natsconn.ReadAccess(key)
	if err != nil {
		return nil, err
	}
	if access.Role != natsconn.Host {
		return nil, fmt.Errorf("%s is the access file of %s, not of a host; farm init makes host.access", key, access.Role)
	}
	conn, err := natsconn.Connect(ctx, natsconn.ConnectOptions{URL: at, Access: access, Name: "contest", Notify: d.Say})
	if err != nil {
		return nil, err
	}
	return &HallsLink{&halls.Link{Bus: nowOrNever{natsconn.Conn{Conn: conn}}, Halls: all, HandIn: d.HandIn, Say: d.Say}, conn}, nil
}

// Close sends the answers to games that were being taken in, and closes the connection.
func (l *HallsLink) Close() {
	l.Link.Close()
	_ = l.conn.FlushTimeout(time.Second) // what is lost is asked again
	l.conn.Close()
}

// nowOrNever is a connection that keeps nothing for later: what halls say is old by then, and said again.
type nowOrNever struct{ natsconn.Conn }

// Publish implements halls.Bus.
func (c nowOrNever) Publish(subject string, data []byte) error {
	if !c.Conn.Conn.IsConnected() {
		return nil
	}
	return c.Conn.Publish(subject, data)
}

type hallOptions struct {
	name, at, key, dir, live string
	rtl                      bool
	mode                     sandbox.Mode
}

// Hall returns "loopline hall".
func Hall(e ErrorFuncs) *cobra.Command {
	var o hallOptions
	cmd := &cobra.Command{
		Use:   "hall NAME --at URL --key FILE",
		Short: "Play the games of a contest in another hall",
		Long: `Hall plays games of a contest whose director is elsewhere, with the boards and programs
of this machine, and hands in their signed records. It prints the lines for the
contest's file, with its own key, which it makes at its first start. When the network is
cut it plays its games to the end, and hands them in later. It runs until it is
stopped; docs/contest.md has the rest.

The contest's file says which programs are run here: take orders from a host that you
trust.`,
		Example: `  loopline-farm hall east --at tls://host.example.org:4222 --key agent-east.access --live :8080
  loopline-farm contest run cup.toml --at tls://localhost:4222 --key host.access`,
		Args: wantOne("the NAME of the hall"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.name = args[0]
			if err := o.check(); err != nil {
				return e.Usage(cmd.CommandPath(), err.Error())
			}
			return o.run(cmd)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.at, "at", "", "`URL` of the server: tls://host:port, several with commas")
	f.StringVar(&o.key, "key", "", "access `FILE`: agent-NAME.access of the server's keys")
	f.StringVar(&o.dir, "dir", "", "`DIR` for the hall's key and records (NAME with .hall)")
	f.StringVar(&o.live, "live", "", "show the games of the hall as web pages at `ADDRESS`, such as :8080")
	f.Var(&o.mode, "isolation", "`MODE` in which programs are run: auto isolates them where that works, require always, none never")
	f.BoolVar(&o.rtl, "trust-rtl", false, "let a simulated design run programs: $system, DPI")
	return cmd
}

func (o *hallOptions) check() error {
	if err := natsconn.CheckName(o.name); err != nil {
		return err
	}
	switch {
	case o.at == "":
		return errors.New("--at is missing: the URL of the server")
	case o.key == "":
		return errors.New("--key is missing: agent-NAME.access, which farm init --agent NAME makes")
	}
	if o.dir == "" {
		o.dir = o.name + ".hall"
	}
	return nil
}

func (o *hallOptions) run(cmd *cobra.Command) error {
	access, err := natsconn.ReadAccess(o.key)
	if err != nil {
		return err
	}
	if access.Role != natsconn.Agent || access.Name != o.name {
		return fmt.Errorf("%s is the access file of %s %s, not of the agent %s", o.key, access.Role, access.Name, o.name)
	}
	if err := os.MkdirAll(o.dir, 0o700); err != nil {
		return err
	}
	lock, err := filelock.OpenDir(o.dir)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := filelock.Try(lock); err != nil {
		return fmt.Errorf("folder %s: %w; another hall uses it", o.dir, err)
	}
	key, _, err := halls.Key(o.dir)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(cmd.OutOrStdout(), "[[hall]]\nname = %q\nkey = %q\ntables = 1\n", o.name, config.HallKey(key.Public().(ed25519.PublicKey))); err != nil {
		return err
	}
	say := notifier(cmd)
	watch := func(string, record.Event) {}
	if o.live != "" {
		site := games.Site(live.Options{Title: o.name, Say: say})
		defer site.Close()
		if _, err := site.Listen(cmd.Context(), o.live); err != nil {
			return err
		}
		watch = site.WatchGame
	}
	conn, err := awaitServer(cmd.Context(), natsconn.ConnectOptions{URL: o.at, Access: access, Name: "hall " + o.name, Notify: say})
	if err != nil {
		return err
	}
	defer conn.Close()
	h := &halls.Hall{
		Name: o.name, Dir: o.dir, Bus: nowOrNever{natsconn.Conn{Conn: conn}}, Key: key, Say: say,
		Director: func(plan *config.Config) (*director.Director, func(), error) {
			return o.director(plan, say, watch)
		},
	}
	say(fmt.Sprintf("the hall %s waits for games at %s", o.name, conn.ConnectedUrlRedacted()))
	return h.Run(cmd.Context())
}

// director plays the games of a contest with the players of this machine.
func (o *hallOptions) director(plan *config.Config, say func(string), watch func(string, record.Event)) (*director.Director, func(), error) {
	game, err := contests.GameOf(plan)
	if err != nil {
		return nil, nil, err
	}
	seats := plan.Seats()
	if h := plan.Hall(o.name); h != nil {
		seats *= h.Tables
	}
	opener := game.Opener(time.Duration(plan.Wait), plan.Shortest(), say)
	opener.Isolation, opener.TrustRTL, opener.Remote = sandbox.New(o.mode, say), o.rtl, Remote{}
	opener.Isolation.Seats(seats)
	opener.Isolation.Hide(sandbox.Hidden{Folder: o.dir})
	opener.Network = player.NetworkPolicy{Wait: time.Duration(plan.NetWait), Forfeit: plan.Network == "forfeit", Share: time.Duration(plan.NetShare)}
	if opener.Boards, err = contests.Boards(plan); err != nil {
		opener.Close()
		return nil, nil, err
	}
	opener.Handshake = game.HandshakeQuestion(contests.Settings(plan))
	if err := opener.Listen(true, plan.AddressesIn(o.name)...); err != nil {
		opener.Close()
		return nil, nil, err
	}
	d := &director.Director{
		Match: contests.NewGame(&game), Version: version.Read().String(), Say: say, Watch: watch,
		Sides: func(names, addresses []string) string { return opener.Sides(game.Seats, names, addresses) },
		Open: func(ctx context.Context, entrant string, seat int, address string, stderr io.Writer) (series.PlayerConn, error) {
			means := player.Means{Seat: game.Seats[seat]}
			means.CPUs, means.Memory = plan.Means(entrant)
			return opener.OpenWithin(ctx, entrant, address, means, stderr)
		},
	}
	stop := d.DetectStalls()
	return d, func() {
		stop()
		opener.Close()
	}, nil
}
