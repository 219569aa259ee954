package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/seat"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/commandline"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/internal/version"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/termsafe"
)

// maxGames bounds a match.
const maxGames = 10_000

type playOptions struct {
	gameOptions
	own          *games.CommandFlags
	white, red   string   // addresses of the seats with these names, instead of arguments
	addresses    []string // in the order of the seats of the first game
	games        int
	move, first  time.Duration
	handshake    time.Duration
	human        time.Duration
	connect      time.Duration
	record       string
	asJSON       bool
	quiet        bool
	strict       bool
	credit       stallCredit
	playerStderr bool
	trust        trustOptions
	ponder       string
	liveAddr     string
	network      player.NetworkPolicy
	live         live.Options
	pages        *seat.Server // of the people who play in a browser; nil without any
	exit         bool         // when the match is over, although it has pages
	pace         time.Duration
	sprt         string
	seed         uint64
}

func newPlayCmd() *cobra.Command {
	var o playOptions
	cmd := &cobra.Command{
		Use:   "play ADDR ADDR...",
		Short: "Referee a match",
		Long: `Play referees a match between the players at the addresses, in the order of the
game's seats, under the rules and the clock of the contest. Trax's seats can be
named instead: --white ADDR --red ADDR. "loopline games" lists the games.

` + player.AddressHelp + `

On a terminal the game is shown live; otherwise there is a line a ply. --json
prints the lines of the record instead. With --games 2 the players change seats
after each game. A serial, tcp or listen player stays open from game to game;
exec, bot, clients of CHaser, and one that lost by a foul are opened again. Maps,
boards and the choices of bots are drawn again for each pair of games, unless their
seed= is given, and --sprt leaves out games that are equal to earlier ones. A void game is played
once more; when it is void again it counts as void, and the match goes on.

Host stalls are not charged to a player, up to --stall-credit an answer and five
times that a match; they are reported and recorded. 0 charges everything, void
makes a game void whose verdict hangs on such an answer. What a player's own
processes did to the host earns no credit.

An exec player is isolated by bubblewrap: it sees no other process, no network,
and writes to a /tmp of its own alone. exec:./mybot?net=1&env=NAME&cpu=0 leaves it
the network, a variable, one processor. --isolation require insists on it,
--ponder off stops it while it is not asked: so does a match that is recorded,
without --ponder on, where one could take the processors from the other. It may
have 512 MiB of memory, or --memory. docs/security.md has the rest.

When a person plays, human or web, --human-time is the limit of a move for both. The
link of a web player seats whoever opens it first, in one browser; it lasts for the
match. docs/live.md has the rest.`,
		Example: `  loopline play --white bot --red bot:greedy
  loopline play --white serial:/dev/ttyUSB0 --red exec:./mybot --record match.jsonl
  loopline play --white listen::10001 --red listen::10002 --games 2
  loopline play --white human --red bot
  loopline play --white web --red serial:/dev/ttyUSB0`,
		Args:              wantArgs(0, -1, ""),
		ValidArgsFunction: completeAddress,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.addresses = args
			if err := o.check(); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			return o.run(cmd)
		},
	}
	f := cmd.Flags()
	o.flags(cmd)
	coloured := strings.Join(games.WithColours(), " or ")
	f.StringVar(&o.white, "white", "", "`ADDR` of who plays white in the first game of "+coloured)
	f.StringVar(&o.red, "red", "", "`ADDR` of who plays red in the first game of "+coloured)
	f.IntVar(&o.games, "games", 1, "games in the match; the players change seats after each")
	f.Uint64Var(&o.seed, "seed", descriptor.DefaultSeed, "random seed of maps, boards and bots, varied for each pair of games")
	f.StringVar(&o.sprt, "sprt", "", "stop when it is decided whether the first player is better: `ELO0,ELO1`")
	f.DurationVar(&o.move, "move-time", time.Second, "limit for a move; without it the game's own, which is "+usualGame().Title+"'s here")
	f.DurationVar(&o.first, "first-time", 0, "limit for each player's first move (as --move-time)")
	f.DurationVar(&o.handshake, "handshake", 5*time.Second, "limit for the team code; without it the game's own")
	f.DurationVar(&o.human, "human-time", 10*time.Minute, "limit for a move when a person plays")
	f.DurationVar(&o.connect, "connect-time", time.Minute, "how long to wait for a player")
	appendFlag(f, &o.record, "record", "append the record to `FILE`")
	f.BoolVar(&o.asJSON, "json", false, "print the lines of the record")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print verdicts, times and sums only, and no moves")
	f.BoolVar(&o.strict, "strict", false, "an unsolicited line loses")
	o.credit.most = config.DefaultCredit
	f.Var(&o.credit, "stall-credit", "most that an answer is not charged for host stalls, as `DURATION`; 0 is nothing, and with void,\n"+
		"1s, a game whose verdict hangs on it is void and played once more")
	o.own = games.NewCommandFlags(cmd.Name())
	o.own.AddTo(f)
	f.BoolVar(&o.playerStderr, "player-stderr", false, "show what players write to standard error")
	o.trust.flagsRTL(f)
	o.trust.flagMemory(f)
	f.DurationVar(&o.network.Wait, "network-wait", player.DefaultNetworkWait, "how long a remote player is waited for when the network is lost")
	f.BoolVar(&o.network.Forfeit, "network-forfeit", false, "then the remote player has lost; otherwise the game is void")
	f.StringVar(&o.ponder, "ponder", "",
		"may exec players think while they are not asked: `on or off`, which stops them; without it off if the match is\n"+
			"recorded and one could take the processors from the other")
	f.StringVar(&o.liveAddr, "live", "", "show the match as web pages at `ADDRESS`, such as :8080")
	liveFlags(f, &o.live)
	f.BoolVar(&o.exit, "exit", false, "with --live, end after the match instead of showing the pages until Ctrl-C")
	paceFlag(f, &o.pace)
	for _, name := range []string{"white", "red"} {
		if err := cmd.RegisterFlagCompletionFunc(name, completeAddress); err != nil {
			panic(err) // the flag is defined above
		}
	}
	return cmd
}

func (o *playOptions) check() error {
	if err := o.gameOptions.check(); err != nil {
		return err
	}
	if err := o.takeSeats(); err != nil {
		return err
	}
	if o.ponder != "" && o.ponder != "on" && o.ponder != "off" {
		return fmt.Errorf("--ponder %.40q is not known; write on or off", o.ponder)
	}
	if o.credit.most < 0 || o.credit.most > 10*time.Second {
		return fmt.Errorf("--stall-credit %v is outside 0s to 10s", o.credit.most)
	}
	if o.game.Games != nil && o.unset("games") {
		o.games = o.game.Games(descriptor.Settings{Options: o.values})
	}
	if err := o.checkVisitors(); err != nil {
		return err
	}
	first := o.first
	if first == 0 {
		first = o.move
	}
	return cmp.Or(
		rangecheck.Int("--games", o.games, 1, maxGames),
		rangecheck.Limit("--move-time", o.move),
		rangecheck.Limit("--handshake", o.handshake),
		rangecheck.Limit("--human-time", o.human),
		rangecheck.Limit("--connect-time", o.connect),
		rangecheck.Limit("--first-time", first),
		rangecheck.Limit("--network-wait", o.network.Wait),
		checkPace(o.pace),
		o.game.ValidateEvaluator(o.live.Analysis.Evaluator),
	)
}

// takeSeats makes addresses of --white and --red, and checks all of them.
func (o *playOptions) takeSeats() (err error) {
	named := o.white != "" || o.red != ""
	if named {
		if o.addresses, err = o.game.AssignColours(o.white, o.red, o.addresses); err != nil {
			return err
		}
	}
	if len(o.addresses) == 0 {
		return fmt.Errorf("the addresses of the players are missing, such as: %s", o.game.Example)
	}
	if err := o.game.ValidateSeats(len(o.addresses)); err != nil {
		return err
	}
	opener := o.opener(nil, func(string) {})
	for i, address := range o.addresses {
		if err := opener.CheckAddress(address); err != nil {
			return fmt.Errorf("%s: %w", o.seatFlag(i, named), err)
		}
	}
	return nil
}

// seatFlag names a seat in an error: by its flag where it has one.
func (o *playOptions) seatFlag(seat int, named bool) string {
	if named {
		return "--" + o.game.Seats[seat]
	}
	return o.game.Seats[seat]
}

func (o *playOptions) count(scheme string) (n int) {
	for _, address := range o.addresses {
		if a, err := addr.Parse(address); err == nil && a.Scheme == scheme {
			n++
		}
	}
	return n
}

// hasPerson reports whether a person plays, here or at a page.
func (o *playOptions) hasPerson() bool {
	return o.count(addr.SchemeHuman)+o.count(addr.SchemeWeb) > 0
}

// checkVisitors wants people at pages to have names where seats do not tell them apart.
func (o *playOptions) checkVisitors() error {
	for i, address := range o.addresses {
		a, err := addr.Parse(address)
		if err == nil && a.Scheme == addr.SchemeWeb && o.games > 1 && slices.Contains(o.addresses[:i], address) {
			return fmt.Errorf("two players are %s, and change seats: give each a name, such as %s?name=alice", address, addr.SchemeWeb)
		}
	}
	return nil
}

// identify tells people at pages apart: by their addresses, or where those are the same by
// their seats.
func (o *playOptions) identify(v player.Visit) (key, name string) {
	key = v.Address
	if i := slices.Index(o.addresses, v.Address); i >= 0 && slices.Contains(o.addresses[i+1:], v.Address) {
		key += " " + v.Seat
	}
	return key, addr.DisplayName(v.Address)
}

func (o *playOptions) settings() descriptor.Settings {
	s := o.gameOptions.settings(o.handshake, o.first, o.move)
	s.Strict = o.strict
	if o.hasPerson() {
		s.First, s.Move, s.Person = o.human, o.human, o.human
	}
	if own := o.own.Of(o.game.Name); own != nil {
		own.Set(s)
	}
	return s
}

// opener opens the players of the game. Our own keep to the limit of a move
// also when a person, who has all the time, plays.
func (o *playOptions) opener(person func(seat string) player.LocalPlayer, say func(string)) *player.Opener {
	limit := o.move
	if o.first > 0 {
		limit = min(limit, o.first)
	}
	connect := o.connect
	if o.count(addr.SchemeWeb) > 0 && o.unset("connect-time") {
		connect = max(connect, o.human)
	}
	opener := newOpener(&o.game, connect, limit, say)
	opener.Visitor = o.game.Visitors(o.pages, o.identify, descriptor.BotOptions{Team: "HU", Limit: o.human, Notify: say})
	if o.game.NewPerson != nil {
		opener.Person = person
	}
	opener.Handshake, opener.Network = o.game.HandshakeQuestion(o.settings()), o.network
	return opener
}

func (o *playOptions) run(cmd *cobra.Command) error {
	if o.count(addr.SchemeWeb) > 0 {
		o.pages = newSeatServer(cmd)
		defer o.pages.Close()
	}
	s, opener, err := o.series(cmd)
	if err != nil {
		return err
	}
	defer opener.Close()
	warnBusyHost(cmd)
	for _, address := range o.addresses {
		if text := o.game.SlowWire(o.settings(), player.Wire(address, -1)); !text.IsZero() {
			s.Say(addr.DisplayName(address) + ": " + commandline.Language(cmd).Say(text))
		}
	}
	if o.liveAddr != "" {
		o.live.Title, o.live.Say, o.live.Record = o.game.Title, s.Say, o.record
		site := games.Site(o.live)
		defer site.Close()
		if _, err := site.Listen(cmd.Context(), o.liveAddr); err != nil {
			return err
		}
		s.Watch = site.WatchMatch
	}
	if o.pages != nil {
		s.Watch = tellingSeats(o.pages, s.Watch)
	}
	if err = opener.Listen(o.games > 1, o.addresses...); err == nil {
		err = s.Play(cmd.Context())
	}
	if o.pages != nil && err == nil {
		o.pages.Finish(cmd.Context())
	}
	if closed := s.Close(); err == nil {
		err = closed
	}
	if err == nil && o.liveAddr != "" && !o.exit {
		s.Say("the match is over; its pages stay until Ctrl-C")
		<-cmd.Context().Done()
	}
	return err
}

// wire returns the serial line behind a player by what people are shown of it.
func (o *playOptions) wire(shown string) latency.UARTLine {
	for _, address := range o.addresses {
		if addr.DisplayName(address) == shown {
			return player.Wire(address, -1)
		}
	}
	return latency.UARTLine{}
}

func (o *playOptions) series(cmd *cobra.Command) (*series.Series, *player.Opener, error) {
	say := stream.NewNotifier(cmd.ErrOrStderr(), "loopline").Notify
	opener := o.opener(o.person(cmd, say), say)
	o.trust.apply(opener)
	opener.Isolation.Seats(len(o.addresses))
	s := &series.Series{
		Players: o.addresses, Name: addr.DisplayName, Games: o.games, Version: version.Read().String(), MaxCompensation: o.credit.most, VoidCredited: o.credit.void,
		NewGame: func(pair int, seats ...host.Seat) (*host.Game, error) {
			m, err := o.game.NewGame(o.game.PairSettings(o.settings(), o.seed, pair), seats...)
			if err == nil {
				m.Pace = o.pace
			}
			return m, err
		},
		PairAddress: func(pair, who, seat int) string {
			return o.game.PairAddress(o.addresses[who], o.seed, pair, who, seat)
		},
		Open: func(ctx context.Context, seat, address string, stderr io.Writer) (series.PlayerConn, error) {
			return opener.Open(ctx, seat, address, stderr)
		},
		Sides: func(names, addresses []string) string { return opener.Sides(o.game.Seats, names, addresses) },
		Summary: series.Summary{
			Wire:      o.wire,
			Handshake: o.game.Handshake,
		},
		Show: o.shows(cmd), Say: say, PlayerStderr: o.playerStderr, StopUnasked: o.ponder == "off",
		StopCrowding: o.ponder == "" && (o.record != "" || o.asJSON),
	}
	opener.WaitForDevice = s.SeenBefore
	var err error
	if s.Test, err = report.ParseSPRT(o.sprt); err != nil {
		return nil, nil, &usageError{cmd.CommandPath(), "--sprt: " + err.Error()}
	}
	if o.asJSON {
		s.Lines = cmd.OutOrStdout()
	}
	if o.record != "" {
		if s.Record, err = record.Open(o.record); err != nil {
			return nil, nil, err
		}
		o.trust.hideRecord(o.record)
	}
	return s, opener, nil
}

// person makes the people who play, all at one keyboard.
func (o *playOptions) person(cmd *cobra.Command, say func(string)) func(seat string) player.LocalPlayer {
	out := termsafe.Unwrap(cmd.ErrOrStderr())
	keyboard := player.NewKeyboard(cmd.InOrStdin())
	t := descriptor.Terminal{Out: out, Style: terminal.StyleOf(out), Read: keyboard.Read}
	return func(seat string) player.LocalPlayer {
		return o.game.NewPerson(t, descriptor.BotOptions{Seat: seat, Team: "HU", Limit: o.human, Notify: say})
	}
}

// shows chooses the display on standard output.
func (o *playOptions) shows(cmd *cobra.Command) terminal.Display {
	out := cmd.OutOrStdout()
	view := func() terminal.View { return o.game.View() }
	switch {
	case o.asJSON:
		return terminal.Quiet{}
	case o.quiet:
		return terminal.NewSummary(out)
	case o.count(addr.SchemeHuman) == 0 && terminal.StyleOf(out).Fancy:
		return terminal.NewScreen(out, view)
	}
	return terminal.NewPlain(out, view)
}
