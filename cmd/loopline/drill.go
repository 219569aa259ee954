package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/trax"
)

// maxDrill bounds the games of a drill.
const maxDrill = 100_000

// drillOptions say how a player is drilled.
type drillOptions struct {
	move, first time.Duration
	handshake   time.Duration
	connect     time.Duration
	suite       string
	games       int // 0 is the usual, or all of a file
	usual       int
	plies       int
	box         int
	seed        uint64
	noTeam      bool
}

// flags adds the options. Usual is how many games of the built-in suite are
// played.
func (o *drillOptions) flags(f *pflag.FlagSet, usual int) {
	o.usual = usual
	f.DurationVar(&o.move, "move-time", time.Second, "limit for a move")
	f.DurationVar(&o.first, "first-time", 0, "limit for the first move (as --move-time)")
	f.DurationVar(&o.handshake, "handshake", 5*time.Second, "limit for the team code")
	f.DurationVar(&o.connect, "connect-time", time.Minute, "how long the player may take to be there")
	f.StringVar(&o.suite, "suite", "", "games of `FILE` instead of the built-in suite")
	f.IntVar(&o.games, "games", 0, fmt.Sprintf(
		"games to play; 0 is %d, or each game of a file in both colours", usual))
	f.IntVar(&o.plies, "plies", 300, "plies after which a game is left")
	f.IntVar(&o.box, "box", 24, "columns or rows of the board at which a game is left")
	f.Uint64Var(&o.seed, "seed", 1, "of our opponent's moves")
	f.BoolVar(&o.noTeam, "no-team", false, "do not ask for the team code")
}

// check finds mistakes in the options and the address.
func (o *drillOptions) check(address string) error {
	if err := checkAddress(address); err != nil {
		return err
	}
	if address == bridge.SchemeHuman {
		return errors.New("a person is not drilled; play --white human does the rest")
	}
	if o.first == 0 {
		o.first = o.move
	}
	for _, limit := range [...]struct {
		flag string
		time.Duration
	}{
		{"--move-time", o.move}, {"--first-time", o.first}, {"--handshake", o.handshake},
		{"--connect-time", o.connect},
	} {
		if limit.Duration < time.Millisecond || limit.Duration > 24*time.Hour {
			return fmt.Errorf("%s %v is outside 1ms to 24h", limit.flag, limit.Duration)
		}
	}
	if o.games < 0 || o.games > maxDrill {
		return fmt.Errorf("--games %d is outside 0 to %d", o.games, maxDrill)
	}
	if o.plies < 2 || o.plies > 100_000 {
		return fmt.Errorf("--plies %d is outside 2 to 100000", o.plies)
	}
	if o.box < 2 || o.box > 10_000 {
		return fmt.Errorf("--box %d is outside 2 to 10000", o.box)
	}
	return nil
}

// drill plays games with one player, to bring it to positions: the protocol has
// no other way. We play one seat, it plays the other.
type drill struct {
	o       *drillOptions
	address string
	opener  opener
	watch   func(host.Event) // nil when nobody does
	player  *entrant         // nil while none is open
	meter   *latency.Meter   // on the player
	rules   checkOptions     // what our side goes by
}

func newDrill(o *drillOptions, address string, stderr io.Writer) *drill {
	d := &drill{o: o, address: address, rules: checkOptions{
		move: o.move, first: o.first, handshake: o.handshake, plies: o.plies, noTeam: o.noTeam,
	}}
	var quiet sync.Mutex
	d.opener = opener{connect: o.connect, move: min(o.move, o.first), say: func(text string) {
		quiet.Lock()
		defer quiet.Unlock()
		fmt.Fprintln(stderr, "loopline:", text)
	}}
	return d
}

// open opens the player unless it is there.
func (d *drill) open(ctx context.Context) error {
	if d.player != nil && (!d.player.lasting || !d.player.healthy(ctx)) {
		d.close()
	}
	if d.player != nil {
		return nil
	}
	var hush atomic.Bool
	player, err := d.opener.open(ctx, "player", d.address, writerFunc(func(p []byte) (int, error) {
		if !hush.Load() {
			d.opener.say("player: " + trimLine(string(trimNewline(p))))
		}
		return len(p), nil
	}))
	if err != nil {
		return err
	}
	if _, simulated := simCounter(player); simulated {
		hush.Store(true) // it tells its cycles, answer by answer, and we ask for them
	}
	d.player, d.meter = player, latency.NewMeter(player)
	return nil
}

// close closes the player, if it is open.
func (d *drill) close() {
	if d.player != nil {
		_ = d.player.Close()
		d.player = nil
	}
}

// run plays one match of a game with one seat. The player's foul, if any, is in
// the verdict; the error is ours, or an interruption.
func (d *drill) run(ctx context.Context, game host.Game) (host.Verdict, error) {
	if err := d.open(ctx); err != nil {
		return host.Verdict{}, err
	}
	m := &host.Match{
		Game: game, Name: "drill", Watch: d.watch,
		Seats: []host.Seat{{Name: "player", Address: d.address, Player: d.meter}},
	}
	v, err := m.Run(ctx)
	if v.Foul != nil {
		d.close()
	}
	if errors.Is(err, host.ErrInterrupted) {
		err = context.Canceled
	}
	return v, err
}

// play plays one game. Its foul is in g.
func (d *drill) play(ctx context.Context, g *sparring) error {
	g.o, g.hasty = &d.rules, true
	v, err := d.run(ctx, g.play)
	g.foul = v.Foul
	return err
}

// drilled is a game of a drill.
type drilled struct {
	*sparring
	number int // from 1
	part   *suitePart
}

// game is the number'th game of a drill, counted from 0: the parts one after
// another, in both colours, again and again with other seeds.
func (d *drill) game(number int, suite []suitePart) *drilled {
	part := &suite[number/2%len(suite)]
	g := &drilled{number: number + 1, part: part, sparring: &sparring{
		color: trax.Color(number % 2), policy: part.policy, script: part.script,
		seed: d.o.seed + uint64(number/2),
	}}
	g.enough = func() bool {
		return part.plies > 0 && g.pos.Ply() >= part.plies ||
			max(g.pos.Width(), g.pos.Height()) >= d.o.box
	}
	return g
}

// games is how many games are played over a suite.
func (d *drill) games(suite []suitePart) int {
	switch {
	case d.o.games > 0:
		return d.o.games
	case d.o.suite == "":
		return d.o.usual
	}
	return 2 * len(suite)
}

// foulWords says how a player lost a game of a drill.
func (g *drilled) foulWords() string {
	return fmt.Sprintf("game %d (%s, the player is %s), ply %d: %s (%s): %s",
		g.number, g.part.name, g.color, g.ply()+1, g.foul.Kind, g.foul.Reason, g.foul.Detail)
}
