package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"rsc.io/qr"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/contestpages"
	"github.com/loopline/loopline/contest/live/seat"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/player"
)

// standOptions configures a stand at a fair: one player against visitors.
type standOptions struct {
	playOptions
	opponent string
	addr     string
	visit    time.Duration // the longest game of a person
	idle     time.Duration // without a person, before bots play

	site  *contestpages.Site
	stand *seat.Stand
	say   func(string)
}

func (o *standOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	o.gameOptions.flags(cmd)
	f.StringVar(&o.opponent, "play", "", "instead of a record, offer games against the player at `ADDRESS` to whoever opens the page")
	f.DurationVar(&o.human, "human-time", 30*time.Second, "with --play, limit for a move")
	f.DurationVar(&o.visit, "visit-time", 10*time.Minute, "with --play, how long a person may play; then the game is lost")
	f.DurationVar(&o.idle, "idle", 20*time.Second, "with --play, how long the page waits for a person before it shows bots")
	appendFlag(f, &o.record, "record", "with --play, append the record to `FILE`")
}

// checkWith validates the flags, with what else the command was given.
func (o *standOptions) checkWith(args []string, publish string) error {
	switch {
	case len(args) > 0:
		return fmt.Errorf("--play offers games, and shows no record: leave %.40q out", args[0])
	case publish != "":
		return errors.New("--play needs its server: leave --publish out")
	}
	o.games, o.quiet, o.credit, o.move = 1, true, stallCredit{most: config.DefaultCredit}, time.Second
	o.handshake, o.connect = 5*time.Second, 45*time.Second
	if err := o.gameOptions.check(); err != nil {
		return err
	}
	if err := o.game.ValidateAddress(o.opponent); err != nil {
		return fmt.Errorf("--play: %w", err)
	}
	if a, err := addr.Parse(o.opponent); err == nil && a.Scheme == addr.SchemeHuman {
		return errors.New("--play human: nobody sits at this terminal; name a board, a program or a bot")
	}
	return cmp.Or(
		o.game.ValidateSeats(2),
		rangecheck.Limit("--human-time", o.human),
		rangecheck.Limit("--visit-time", o.visit),
		rangecheck.Limit("--idle", o.idle),
	)
}

// visitor returns the address of a person who comes.
func visitor(g *seat.Guest) string {
	return fmt.Sprintf("%s?name=visitor-%d", addr.SchemeWeb, g.Number)
}

// run offers games until ctx ends.
func (o *standOptions) run(cmd *cobra.Command, l live.Options) error {
	ctx := cmd.Context()
	o.say = stream.NewNotifier(cmd.ErrOrStderr(), "loopline").Notify
	if o.record != "" { // a mistake in it is found before anybody comes
		r, err := record.Open(o.record)
		if err != nil {
			return err
		}
		if err := r.Close(); err != nil {
			return err
		}
	}
	l.Title, l.Say, l.Record = o.game.Title, o.say, o.record
	o.site = games.Site(l)
	defer o.site.Close()
	var called atomic.Pointer[seat.Guest]
	o.pages = games.SeatServer(o.say, func(_, link string) { o.stand.Invite(called.Load(), link) })
	defer o.pages.Close()
	o.stand = seat.NewStand(o.site.Site, o.pages, addr.DisplayName(o.opponent), encodeQR)
	url, err := o.stand.Listen(ctx, o.addr)
	if err != nil {
		return err
	}
	o.say("the stand is at " + url)
	wait := min(o.idle, time.Second) // a page without a board says little: bots play at once
	for number := uint64(1); ctx.Err() == nil; number++ {
		o.seed = number
		guest, ok := o.stand.Next(ctx, wait)
		wait = o.idle
		if !ok {
			o.demonstrate(cmd)
			continue
		}
		called.Store(guest)
		if err := o.host(cmd, guest); err != nil && ctx.Err() == nil {
			o.say(fmt.Sprintf("%s: %v", addr.DisplayName(visitor(guest)), err))
			pause(ctx, time.Second) // what fails at once, such as a board that is not there, fails again
		}
	}
	return nil
}

// encodeQR makes the QR code of a text; none of one that is too long.
func encodeQR(text string) (modules int, black func(x, y int) bool) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return 0, nil
	}
	return code.Size, code.Black
}

// host plays a person's game. Persons sit first and second by turns.
func (o *standOptions) host(cmd *cobra.Command, g *seat.Guest) error {
	defer o.stand.Pass(g)
	p := o.playOptions
	p.addresses = []string{visitor(g), o.opponent}
	if g.Number%2 == 0 {
		p.addresses = []string{o.opponent, visitor(g)}
	}
	s, opener, err := p.series(cmd)
	if err != nil {
		return err
	}
	defer opener.Close()
	defer s.Close()
	defer o.pages.Forget(visitor(g))
	seat := opener.Visitor
	opener.Visitor = func(ctx context.Context, v player.Visit) (player.LocalPlayer, error) {
		person, err := seat(ctx, v)
		return brief{person, o.visit}, err
	}
	s.Watch = tellingSeats(o.pages, o.site.WatchMatch)
	return s.Play(cmd.Context())
}

// brief is a person who may play for a while.
type brief struct {
	player.LocalPlayer
	visit time.Duration
}

// Serve implements player.LocalPlayer.
func (p brief) Serve(ctx context.Context, line host.Player) error {
	ctx, cancel := context.WithTimeout(ctx, p.visit)
	defer cancel()
	return p.LocalPlayer.Serve(ctx, line)
}

// demonstrationPace is the time between two moves of a game of bots.
const demonstrationPace = 1500 * time.Millisecond

// demonstrate has bots play until somebody comes.
func (o *standOptions) demonstrate(cmd *cobra.Command) {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	came := o.stand.Came()
	go func() {
		select {
		case <-came:
			cancel()
		case <-ctx.Done():
		}
	}()
	p := o.playOptions
	p.addresses, p.record, p.pace = []string{"bot", "bot:greedy"}, "", demonstrationPace
	s, opener, err := p.series(cmd)
	if err != nil {
		o.say(err.Error())
		return
	}
	defer opener.Close()
	defer s.Close()
	s.Watch, s.Say, s.Show = o.site.WatchMatch, func(string) {}, terminal.Quiet{}
	if err := s.Play(ctx); err != nil && ctx.Err() == nil {
		o.say("demonstration: " + err.Error())
		pause(ctx, time.Second)
	}
}

// pause waits so long, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
