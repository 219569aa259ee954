// Package player opens whoever sits at an address: a board, a simulated board,
// a program, a bot, a person. It returns a host.Player that the caller closes.
//
// It knows no game. Bots and people speak a game's protocol, so they are handed
// in as values: see [Opener].
package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim"
)

// Where bridge and host meet: a line is a player.
var _ host.Player = (*bridge.Line)(nil)

// A LocalPlayer is a player inside this program: a bot, or a person at the terminal.
// Serve speaks the game's protocol over a line, from the player's side, until
// the other side closes it, which is no error, or ctx ends.
type LocalPlayer interface {
	Serve(ctx context.Context, line host.Player) error
}

// Opener opens players by their addresses. It is the one place where
// transports, bots and people become players. Fill it in before
// its first use; its methods may then be called concurrently.
type Opener struct {
	Connect  time.Duration     // how long to wait for a player
	Lines    bridge.LineConfig // of the game's lines
	Say      func(string)      // gets notices
	Language say.Language      // of the notices

	// Bot makes the player of an address bot:SPEC. It is called to check an
	// address too.
	Bot func(spec string) (LocalPlayer, error)

	// Person makes the player of the address human, for the seat of that
	// name; nil where no person can play.
	Person func(seat string) LocalPlayer

	// Visitor makes the person of an address web, who plays on a page, and returns when
	// the person is there, or ctx ends. It is nil where nobody can.
	Visitor func(ctx context.Context, v Visit) (LocalPlayer, error)

	// Service makes the player of an address api:PORT: it serves clients that poll
	// over HTTP, and returns when the player's client is there, or ctx ends. Nil
	// where there is none.
	Service func(ctx context.Context, seat string, a bridge.Address) (LocalPlayer, error)

	// Remote opens players on other machines; nil where this program has none.
	// Network decides their games when the network is lost.
	Remote  RemoteOpener
	Network NetworkPolicy

	// Design finds the RTL of a simulated board: of the reference board, which
	// has no directory, with its top and parameters.
	Design func(sim.Address) (sim.BoardConfig, error)

	// Isolation starts programs; nil is one of mode auto.
	Isolation *sandbox.Isolation

	// CPUs are the processors of programs whose address names none; none is all.
	CPUs []int

	// Limits bounds the resources of programs; see bridge.ExecLimits.
	Limits bridge.ExecLimits

	// Dir is the folder of programs; see bridge.Options.
	Dir string

	// TrustRTL lets simulated boards do what they ask for: see sim.SystemCall.
	TrustRTL bool

	// Quick has models of simulated boards made sooner, which then run slower.
	Quick bool

	// USBGuard is the command that gives a USB device back to its driver
	// should this program die: see bridge.Options.
	USBGuard []string

	// Handshake is the question to a client that connects to a listen address, before it
	// gets the seat; nil gives the seat to the first client.
	Handshake *Handshake

	// ConnectionPerGame says that clients of the game connect for each game, and that a
	// game ends with a close: then ports of listen addresses stay open until Close.
	ConnectionPerGame bool

	// WaitForDevice tells of an address whose device was there before: should
	// it be unplugged, opening waits for it. Nil is of none.
	WaitForDevice func(address string) bool

	// Wrap puts something around a connection; nil does not. Remote players have
	// none here.
	Wrap func(io.ReadWriteCloser) io.ReadWriteCloser

	seen       seenNotices // of simulated boards
	unprepared failedPreparations

	receiving sync.Mutex
	reception *reception // of clients that connect for each game; nil before the first
}

// CheckAddress finds mistakes in an address without opening it.
func (o *Opener) CheckAddress(address string) error {
	a, err := bridge.ParseAddress(address)
	if err != nil {
		return err
	}
	switch a.Scheme {
	case bridge.SchemeBot:
		_, err = o.Bot(a.Name)
	case bridge.SchemeSim, bridge.SchemeBit:
		_, err = sim.ParseBoard(a.Scheme + ":" + a.Name)
	case bridge.SchemeRemote:
		err = o.checkRemote(a.Name)
	case bridge.SchemeAPI:
		if o.Service == nil {
			err = errors.New("api is for games that have an HTTP interface of their own; this one has none")
		}
	case bridge.SchemeWeb:
		if o.Visitor == nil {
			err = errors.New("a person at a page plays only in loopline play and loopline contest run, and not in every game")
		}
	case bridge.SchemeHuman:
		if a.Name != "" {
			err = fmt.Errorf("human takes nothing behind it, not %.40q", a.Name)
		}
	}
	return err
}

// Open opens the player at an address for the seat with the given name. What
// it writes to its standard error goes to stderr, line by line. The error
// names the seat.
func (o *Opener) Open(ctx context.Context, seat, address string, stderr io.Writer) (*Player, error) {
	return o.OpenWithin(ctx, seat, address, Means{}, stderr)
}

// Means bounds what one player may use of this machine, if it is a program here. The zero
// value is the bounds of all players.
type Means struct {
	CPUs   []int           // the processors that it may run on, if its address names none
	Memory rangecheck.Size // of all that it is; see sandbox.Limits
	Dir    string          // in which it runs, and the only one that it sees; empty is the opener's

	// Seat is the name of the player's seat, if notices and errors give the player another
	// name; empty is the same.
	Seat string

	// Notify gets the notices of this player in place of the opener's Say, without the player's
	// name. It may be called concurrently, until the player is closed.
	Notify func(text string)
}

// say is who gets the notices of a player.
func (o *Opener) say(seat string, means Means) func(text string) {
	if means.Notify != nil {
		return means.Notify
	}
	return func(text string) { o.Say(seat + ": " + text) }
}

// OpenWithin opens the player as Open does, within some means.
func (o *Opener) OpenWithin(ctx context.Context, seat, address string, means Means, stderr io.Writer) (*Player, error) {
	p, err := o.open(ctx, seat, address, means, stderr)
	if err != nil {
		return nil, say.Errorf("%s: %w", seat, err)
	}
	p.address = address
	return p, nil
}

// OpenSilent opens the player as Open does. A simulated board tells stderr
// nothing once it is open: it would tell its cycles, answer by answer, and who
// measures asks for them.
func (o *Opener) OpenSilent(ctx context.Context, seat, address string, stderr io.Writer) (*Player, error) {
	var hush atomic.Bool
	p, err := o.Open(ctx, seat, address, mutedWriter{stderr, &hush})
	if err != nil {
		return nil, err
	}
	if _, simulated := Cycles(p); simulated {
		hush.Store(true)
	}
	return p, nil
}

// mutedWriter writes until it is hushed.
type mutedWriter struct {
	io.Writer
	mute *atomic.Bool
}

// Write implements io.Writer.
func (h mutedWriter) Write(p []byte) (int, error) {
	if h.mute.Load() {
		return len(p), nil
	}
	return h.Writer.Write(p)
}

func (o *Opener) open(ctx context.Context, seat, address string, means Means, stderr io.Writer) (*Player, error) {
	if err := o.CheckAddress(address); err != nil {
		return nil, err
	}
	a, err := bridge.ParseAddress(address)
	if err != nil {
		return nil, err
	}
	switch a.Scheme {
	case bridge.SchemeBot:
		bot, err := o.Bot(a.Name)
		if err != nil {
			return nil, err
		}
		return o.seatLocal(address, bot)
	case bridge.SchemeHuman:
		if o.Person == nil {
			return nil, errors.New("no person can play here: only loopline play asks one for moves, and not in every game")
		}
		return o.seatLocal(address, o.Person(cmp.Or(means.Seat, seat)))
	case bridge.SchemeWeb:
		return o.seatVisitor(ctx, Visit{Who: seat, Seat: cmp.Or(means.Seat, seat), Address: address, At: a})
	case bridge.SchemeSim:
		return o.simulate(ctx, seat, a.Name, means, stderr)
	case bridge.SchemeBit:
		return o.simulate(ctx, seat, a.Scheme+":"+a.Name, means, stderr)
	case bridge.SchemeAPI:
		return o.serve(ctx, cmp.Or(means.Seat, seat), a)
	case bridge.SchemeRemote:
		return o.openRemote(ctx, seat, a.Name)
	}
	return o.dial(ctx, seat, a, address, means, stderr)
}

// Visit is a person's game at a page.
type Visit struct {
	Who     string // whom the player is opened for: an entrant, or the seat
	Seat    string // of the game
	Address string // as it was written
	At      bridge.Address
}

// seatVisitor waits for a person to come to the page, and seats that person.
func (o *Opener) seatVisitor(ctx context.Context, v Visit) (*Player, error) {
	limited, cancel := context.WithTimeout(ctx, o.Connect)
	defer cancel()
	person, err := o.Visitor(limited, v)
	switch {
	case err == nil:
		return o.seatLocal(v.Address, person)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil:
		return nil, say.Errorf("%s: nobody has opened the link within %v; open it, or wait longer with --connect-time", v.Address, o.Connect)
	}
	return nil, err
}

// serve waits for the client of a service and seats that.
func (o *Opener) serve(ctx context.Context, seat string, a bridge.Address) (*Player, error) {
	limited, cancel := context.WithTimeout(ctx, o.Connect)
	defer cancel()
	shown := bridge.DisplayName(a.String())
	service, err := o.Service(limited, seat, a)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil:
		return nil, say.Errorf("%s: no client has come within %v; start it, or wait longer with --connect-time", shown, o.Connect)
	default:
		return nil, err
	}
	p, err := o.seatLocal(shown, service)
	if p != nil {
		p.pollingClient = true
	}
	return p, err
}

// dial opens what bridge can.
func (o *Opener) dial(
	ctx context.Context, seat string, a bridge.Address, address string, means Means, stderr io.Writer,
) (*Player, error) {
	options := bridge.Options{
		Stderr: stderr,
		Log:    o.say(seat, means), Language: o.Language,

		Isolation: o.Isolation, Limits: o.Limits, CPUs: o.CPUs, Dir: cmp.Or(means.Dir, o.Dir),

		USBReattacher: o.USBGuard,
		WaitForDevice: o.WaitForDevice != nil && o.WaitForDevice(address),
	}
	if means.CPUs != nil {
		options.CPUs = means.CPUs
	}
	if means.Memory != 0 {
		options.Limits.Total = int64(means.Memory)
	}
	if a.Scheme == bridge.SchemeExec && o.Isolation != nil {
		o.Isolation.Raise()
	}
	if h := o.Handshake; h != nil && h.Text != "" {
		options.SelfTest = h.selfTest
	}
	limited, cancel := context.WithTimeout(ctx, o.Connect+a.Preparation.Longest(options))
	defer cancel()
	line, err := o.connect(limited, a, address, options)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil && a.Scheme == bridge.SchemeListen && len(a.Allow) == 0:
		return nil, say.Errorf("%s: nobody there after %v; start the player, or wait longer with --connect-time; "+
			"for a player on another machine write listen:0.0.0.0:%d?allow=NETWORK, such as allow=192.168.1.0/24", address, o.Connect, a.Port)
	case limited.Err() != nil:
		return nil, say.Errorf("%s: nobody there after %v; start the player, or wait longer "+
			"with --connect-time", address, o.Connect)
	default:
		return nil, err
	}
	perGame := o.ConnectionPerGame && (a.Scheme == bridge.SchemeListen || a.Scheme == bridge.SchemeTCP)
	return &Player{openConn: line, reusable: a.Scheme != bridge.SchemeExec && !perGame}, nil
}

// connect opens an address as a line. A client that connects is greeted first.
func (o *Opener) connect(ctx context.Context, a bridge.Address, address string, options bridge.Options) (openConn, error) {
	switch {
	case a.Scheme == bridge.SchemeListen && o.Handshake != nil && o.ConnectionPerGame:
		g, err := o.receptionOf().open(ctx, address, a)
		if err != nil {
			return nil, err
		}
		return g, nil
	case a.Scheme == bridge.SchemeListen && o.Handshake != nil:
		listener, err := bridge.Listen(ctx, address, options)
		if err != nil {
			return nil, err
		}
		defer listener.Close()
		l := lobby{handshake: *o.Handshake, team: a.Team, line: o.line, say: options.Log, language: o.Language}
		g, err := l.await(ctx, listener)
		if err != nil {
			return nil, err
		}
		return g, nil
	case a.Team != "":
		return nil, fmt.Errorf("%s: team wants a match that asks for the code: leave it out here", address)
	}
	if err := o.unprepared.recent(address); err != nil {
		return nil, err
	}
	conn, err := bridge.Open(ctx, address, options)
	o.unprepared.note(address, err)
	if err != nil {
		return nil, err
	}
	return o.line(conn), nil
}

// line makes a line of a connection.
func (o *Opener) line(conn io.ReadWriteCloser) *bridge.Line {
	if o.Wrap != nil {
		conn = o.Wrap(conn)
	}
	return bridge.NewLine(conn, o.Lines)
}
