package playertest

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/trax"
)

// Name is the name of the game in a record: Trax with one seat at the table, the
// player's.
const Name = "trax-drill"

// Opener opens the player. The caller closes what it returns.
type Opener func(ctx context.Context) (check.PlayerConn, error)

// Harness plays games with one player under test, to bring it to positions that the protocol
// can't set up. It plays one seat, the player the other. Set the fields before the first game;
// the user closes it. It is not safe for concurrent use.
type Harness struct {
	Address   string // of the player, for the record
	Open      Opener
	Limits    Limits
	Seed      uint64                 // of our opponents' moves
	Box       int                    // columns or rows of the board at which a game is stopped
	OnEvent   func(record.Event)     // told of each event; may be nil
	Record    io.Writer              // gets the record of each game; nil keeps none
	OnClose   func(check.PlayerConn) // told of a player that is to be closed; may be nil
	Version   string                 // of the program, for the record
	StderrLog *host.StderrLog        // copies the player's standard error into the record; may be nil

	player check.PlayerConn       // nil while none is open
	meter  *latency.StampRecorder // on the player
}

// Player returns the player, nil while none is open.
func (d *Harness) Player() check.PlayerConn { return d.player }

// Last returns the last question that the player was sent and its answer, with
// their stamps.
func (d *Harness) Last() latency.Exchange { return d.meter.Last() }

// Start opens the player, unless it is open and can play another game.
func (d *Harness) Start(ctx context.Context) error {
	if d.player != nil && !d.player.Reusable() {
		d.Close()
	}
	return d.Resume(ctx)
}

// Resume opens the player, unless it is open and alive. This holds even for a player that
// is normally opened for each game.
func (d *Harness) Resume(ctx context.Context) error {
	if d.player != nil && !d.player.Alive(ctx) {
		d.Close()
	}
	if d.player != nil {
		return nil
	}
	player, err := d.Open(ctx)
	if err != nil {
		return err
	}
	d.player, d.meter = player, latency.NewStampRecorder(player)
	return nil
}

// Close closes the player, if it is open.
func (d *Harness) Close() {
	if d.player == nil {
		return
	}
	if d.OnClose != nil {
		d.OnClose(d.player)
	}
	_ = d.player.Close()
	d.player = nil
}

// Run plays one match of a game with one seat. The player's foul, if any, is in
// the verdict, and the player is closed then; the error is ours, or
// context.Canceled.
func (d *Harness) Run(ctx context.Context, game host.Referee) (host.Verdict, error) {
	if err := d.Start(ctx); err != nil {
		return host.Verdict{}, err
	}
	return d.match(ctx, game)
}

// match plays one match with the player that is open.
func (d *Harness) match(ctx context.Context, game host.Referee) (host.Verdict, error) {
	m := &host.Game{
		Referee: game, Name: Name, Watch: d.OnEvent, Record: d.Record, Version: d.Version,
		Seats: []host.Seat{{Name: "player", Address: d.Address, Player: d.meter}},
	}
	if d.StderrLog != nil {
		d.StderrLog.Attach(m, 0)
	}
	v, err := m.Run(ctx)
	if v.Foul != nil {
		v.Foul.Diagnose(ctx, d.player)
		d.Close()
	}
	if errors.Is(err, host.ErrInterrupted) {
		err = context.Canceled
	}
	return v, err
}

// Play plays one game. Its foul is in o.
func (d *Harness) Play(ctx context.Context, o *Opponent) error {
	if err := d.Start(ctx); err != nil {
		return err
	}
	return d.PlayOn(ctx, o)
}

// PlayOn plays one game with the player that is open. Its foul is in o.
func (d *Harness) PlayOn(ctx context.Context, o *Opponent) error {
	o.Limits, o.Receive, o.Now, o.Unheard = &d.Limits, d.receive, d.now, d.unheard
	v, err := d.match(ctx, o.Play)
	o.Foul = v.Foul
	return err
}

// now returns the time, or for a board whose time is simulated when it had its last line: by the clock
// its time may be over before it begins.
func (d *Harness) now() time.Time {
	if p, ok := d.player.(interface{ SimulatedTime() bool }); ok && p.SimulatedTime() {
		return d.meter.Last().Drained
	}
	return time.Now()
}

// heardIn is the processor time in which a program has read a line that it got, at least.
const heardIn = 50 * time.Millisecond

// unheard returns a function that reports whether the player's program may not have read yet what it was
// told before: it is ready to run, and has hardly had a processor since. It is false of players that are no
// programs on this machine.
func (d *Harness) unheard() func() bool {
	p, ok := d.player.(interface {
		Runnable() bool
		Usage() func() stalls.Usage
	})
	if !ok {
		return func() bool { return false }
	}
	usage := p.Usage()
	if usage == nil {
		return func() bool { return false }
	}
	before := usage().CPU
	return func() bool { return p.Runnable() && usage().CPU-before < heardIn }
}

// receive returns the player's next line.
func (d *Harness) receive(ctx context.Context) (string, error) {
	text, _, _, err := d.player.Receive(ctx)
	return text, err
}

// Game returns the number'th game of a drill, counted from 0: the parts one
// after another, in both colours, again and again with other seeds.
func (d *Harness) Game(number int, suite []TestCase) *Game {
	part := &suite[number/2%len(suite)]
	g := &Game{Number: number + 1, TestCase: part, Opponent: &Opponent{
		Color: trax.Color(number % 2), Policy: part.Policy, Script: part.Script,
		Seed: d.Seed + uint64(number/2),
	}}
	g.StopWhen = func() bool {
		return part.Plies > 0 && g.Position.Ply() >= part.Plies ||
			max(g.Position.Width(), g.Position.Height()) >= d.Box
	}
	return g
}
