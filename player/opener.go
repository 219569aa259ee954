// Package player opens the player at an address: a board, a simulated board, a program, a bot, a
// person. The caller closes the host.Player.
//
// It contains nothing of a game. Bots and people speak a game's protocol, so the caller sets them in
// the [Opener].
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
	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/model"
)

// A bridge's line is a host's player.
var _ host.Player = (*lines.Line)(nil)

// A LocalPlayer is a player inside this program: a bot, or a person at the terminal.
// Serve speaks the player's side of the game's protocol over a line, until ctx ends or the other side
// closes the line, which isn't an error.
type LocalPlayer interface {
	Serve(ctx context.Context, line host.Player) error
}

// Opener opens players by their addresses: transports, bots and people. Set its fields before the
// first use; then its methods are safe for concurrent use.
type Opener struct {
	Connect  time.Duration // how long to wait for a player
	Lines    lines.Config  // of the game's lines
	Say      func(string)  // gets notices
	Language say.Language  // of the notices

	// Bot makes the player of an address bot:SPEC. CheckAddress calls it too.
	Bot func(spec string) (LocalPlayer, error)

	// Person makes the player of the address human, for the named seat. If it is nil, no person can
	// play.
	Person func(seat string) LocalPlayer

	// Visitor makes the player of an address web, a person at a page. It returns when the person has
	// opened the page, or ctx ends. If it is nil, no person can play there.
	Visitor func(ctx context.Context, v Visit) (LocalPlayer, error)

	// Service makes the player of an address api:PORT, for clients that poll over HTTP. It returns when
	// the player's client has joined, or ctx ends. It may be nil.
	Service func(ctx context.Context, seat string, a addr.Address) (LocalPlayer, error)

	// Remote opens players on other machines; nil in builds without the farm. Network is the rule for
	// their games when the network is lost.
	Remote  RemoteOpener
	Network NetworkPolicy

	// Design finds the RTL of a simulated board: of the reference board, which
	// has no directory, with its top and parameters.
	Design func(sim.Address) (sim.BoardConfig, error)

	// Isolation starts programs; nil means mode auto.
	Isolation *sandbox.Isolation

	// CPUs are the processors of programs whose address names none; empty means all.
	CPUs []int

	// Limits bounds the resources of programs; see bridge.Options.
	Limits sandbox.Limits

	// Dir is the folder of programs; see bridge.Options.
	Dir string

	// Policy confines programs for which Means names none.
	Policy sandbox.Policy

	// Boards bounds what simulated boards may cost this machine; the zero value bounds nothing.
	Boards model.Bounds

	// TrustRTL lets simulated boards call the system: see sources.SystemCall.
	TrustRTL bool

	// Quick builds models of simulated boards faster; they run slower.
	Quick bool

	// USBGuard is the command that returns a USB device to its driver if this program dies: see
	// bridge.Options.
	USBGuard []string

	// Handshake is the question to each client of a listen address. The first with a right answer gets
	// the seat; if Handshake is nil, the first client.
	Handshake *Handshake

	// ConnectionPerGame is true for games whose clients connect for each game, which ends with a close.
	// Then ports of listen addresses stay open until Close.
	ConnectionPerGame bool

	// WaitForDevice reports whether opening waits for the device of an address, because it was there
	// before. Nil never waits.
	WaitForDevice func(address string) bool

	// Wrap wraps a connection, unless it is nil. Remote players have no connection here.
	Wrap func(io.ReadWriteCloser) io.ReadWriteCloser

	seen       seenNotices // of simulated boards
	unprepared failedPreparations

	receiving sync.Mutex
	reception *reception // of clients that connect for each game; nil before the first
}

// CheckAddress finds mistakes in an address without opening it.
func (o *Opener) CheckAddress(address string) error {
	a, err := addr.Parse(address)
	if err != nil {
		return err
	}
	switch a.Scheme {
	case addr.SchemeBot:
		_, err = o.Bot(a.Name)
	case addr.SchemeSim, addr.SchemeBit:
		var board sim.Address
		if board, err = sim.ParseBoard(a.Scheme + ":" + a.Name); err == nil {
			err = o.Boards.Check(board.Board.Clock, board.Board.Boot)
		}
	case addr.SchemeRemote:
		err = o.checkRemote(a.Name)
	case addr.SchemeAPI:
		if o.Service == nil {
			err = errors.New("api is for games that have an HTTP interface of their own; this one has none")
		}
	case addr.SchemeWeb:
		if o.Visitor == nil {
			err = errors.New("a person at a page plays only in loopline play and loopline contest run, and not in every game")
		}
	case addr.SchemeHuman:
		if a.Name != "" {
			err = fmt.Errorf("human takes nothing behind it, not %.40q", a.Name)
		}
	}
	return err
}

// Open opens the player at an address for the named seat, and copies its standard error to stderr,
// line by line. The error names the seat.
func (o *Opener) Open(ctx context.Context, seat, address string, stderr io.Writer) (*Player, error) {
	return o.OpenWithin(ctx, seat, address, Means{}, stderr)
}

// Means bounds the resources of one player, if it is a program on this machine. The zero value means
// the Opener's bounds.
type Means struct {
	CPUs   []int           // if its address names none
	Memory rangecheck.Size // of all its processes; see sandbox.Limits
	Dir    string          // it runs there, and sees no other; empty means the Opener's
	Policy sandbox.Policy  // confines a program: that of players, or of players that are checked; 0 means the Opener's

	// Seat is the name of the player's seat, if it differs from the player's name in notices and errors.
	Seat string

	// Notify gets the notices of this player in place of the opener's Say, without the player's
	// name. It may be called concurrently, until the player is closed.
	Notify func(text string)
}

// say returns the function that gets a player's notices.
func (o *Opener) say(seat string, means Means) func(text string) {
	if means.Notify != nil {
		return means.Notify
	}
	return func(text string) { o.Say(seat + ": " + text) }
}

// OpenWithin is Open with bounds for this player.
func (o *Opener) OpenWithin(ctx context.Context, seat, address string, means Means, stderr io.Writer) (*Player, error) {
	p, err := o.open(ctx, seat, address, means, stderr)
	if err != nil {
		return nil, say.Errorf("%s: %w", seat, err)
	}
	p.address = address
	return p, nil
}

// OpenSilent is Open, but a simulated board writes nothing to stderr once it is open. Otherwise it
// would report the clock cycles of each answer, which measuring callers read themselves.
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
	a, err := addr.Parse(address)
	if err != nil {
		return nil, err
	}
	switch a.Scheme {
	case addr.SchemeBot:
		bot, err := o.Bot(a.Name)
		if err != nil {
			return nil, err
		}
		return o.seatLocal(address, bot)
	case addr.SchemeHuman:
		if o.Person == nil {
			return nil, errors.New("no person can play here: only loopline play asks one for moves, and not in every game")
		}
		return o.seatLocal(address, o.Person(cmp.Or(means.Seat, seat)))
	case addr.SchemeWeb:
		return o.seatVisitor(ctx, Visit{Who: seat, Seat: cmp.Or(means.Seat, seat), Address: address, At: a})
	case addr.SchemeSim:
		return o.simulate(ctx, seat, a.Name, means, stderr)
	case addr.SchemeBit:
		return o.simulate(ctx, seat, a.Scheme+":"+a.Name, means, stderr)
	case addr.SchemeAPI:
		return o.serve(ctx, cmp.Or(means.Seat, seat), a)
	case addr.SchemeRemote:
		return o.openRemote(ctx, seat, a.Name)
	}
	return o.dial(ctx, seat, a, address, means, stderr)
}

// Visit describes a person's seat at a page.
type Visit struct {
	Who     string // the entrant, or the seat
	Seat    string // of the game
	Address string // as the user wrote it
	At      addr.Address
}

// seatVisitor waits until a person has opened the page, and returns that player.
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

// serve waits for the client of a service, and returns that player.
func (o *Opener) serve(ctx context.Context, seat string, a addr.Address) (*Player, error) {
	limited, cancel := context.WithTimeout(ctx, o.Connect)
	defer cancel()
	shown := addr.DisplayName(a.String())
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

func (o *Opener) dial(
	ctx context.Context, seat string, a addr.Address, address string, means Means, stderr io.Writer,
) (*Player, error) {
	options := bridge.Options{
		Stderr: stderr,
		Log:    o.say(seat, means), Language: o.Language,

		Isolation: o.Isolation, Policy: cmp.Or(means.Policy, o.Policy), Limits: o.Limits, CPUs: o.CPUs, Dir: cmp.Or(means.Dir, o.Dir),

		USBReattacher: o.USBGuard,
		WaitForDevice: o.WaitForDevice != nil && o.WaitForDevice(address),
	}
	if means.CPUs != nil {
		options.CPUs = means.CPUs
	}
	if means.Memory != 0 {
		options.Limits.Total = int64(means.Memory)
	}
	if a.Scheme == addr.SchemeExec && o.Isolation != nil {
		sandbox.Raise()
	}
	if h := o.Handshake; h != nil && h.Text != "" {
		options.SelfTest = h.selfTest
	}
	limited, cancel := context.WithTimeout(ctx, o.Connect+bridge.Longest(a.Preparation, options))
	defer cancel()
	line, err := o.connect(limited, a, address, options)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil && a.Scheme == addr.SchemeListen && len(a.Allow) == 0:
		return nil, say.Errorf("%s: nobody there after %v; start the player, or wait longer with --connect-time; "+
			"for a player on another machine write listen:0.0.0.0:%d?allow=NETWORK, such as allow=192.168.1.0/24", address, o.Connect, a.Port)
	case limited.Err() != nil:
		return nil, say.Errorf("%s: nobody there after %v; start the player, or wait longer "+
			"with --connect-time", address, o.Connect)
	default:
		return nil, err
	}
	perGame := o.ConnectionPerGame && (a.Scheme == addr.SchemeListen || a.Scheme == addr.SchemeTCP)
	return &Player{openConn: line, reusable: a.Scheme != addr.SchemeExec && !perGame, speaksFirst: o.ConnectionPerGame}, nil
}

// connect opens an address as a line, after the handshake with a client that connects.
func (o *Opener) connect(ctx context.Context, a addr.Address, address string, options bridge.Options) (openConn, error) {
	switch {
	case a.Scheme == addr.SchemeListen && o.Handshake != nil && o.ConnectionPerGame:
		g, err := o.receptionOf().open(ctx, address, a)
		if err != nil {
			return nil, err
		}
		return g, nil
	case a.Scheme == addr.SchemeListen && o.Handshake != nil:
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

func (o *Opener) line(conn io.ReadWriteCloser) *lines.Line {
	if o.Wrap != nil {
		conn = o.Wrap(conn)
	}
	return lines.New(conn, o.Lines)
}
