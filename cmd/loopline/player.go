package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/sim"
)

// Where bridge and host meet: a line is a player.
var _ host.Player = (*bridge.Line)(nil)

// opener opens players by their addresses. It is the one place where
// transports, bots and people become what sits at a table.
type opener struct {
	connect  time.Duration // how long a player may take to be there
	move     time.Duration // limit that our own bots keep
	human    time.Duration // limit of a person
	keyboard *keyboard     // nil unless somebody plays from it
	say      func(string)  // remarks for people

	// patient tells of an address whose device was there before: should it be
	// unplugged, opening waits for it. Nil is of none.
	patient func(address string) bool

	// wrap puts something around a connection; nil does not.
	wrap func(io.ReadWriteCloser) io.ReadWriteCloser
}

// line makes a line of a connection.
func (o *opener) line(conn io.ReadWriteCloser) *bridge.Line {
	if o.wrap != nil {
		conn = o.wrap(conn)
	}
	return bridge.NewLine(conn, bridge.LineConfig{})
}

// seated is a player and the end of it.
type seated interface {
	host.Player
	io.Closer
}

// entrant is a player that was opened. The caller closes it.
type entrant struct {
	seated
	address string
	lasting bool   // can play another game without being opened again
	leave   func() // ends a player of our own and waits for it; or nil
}

// Close parts from the player and waits for its end.
func (e *entrant) Close() error {
	err := e.seated.Close()
	if e.leave != nil {
		e.leave()
	}
	return err
}

// healthGrace is how long a player that hangs up after a game may take to be
// noticed.
const healthGrace = 100 * time.Millisecond

// healthy tells whether the player is still there. What it said since the
// last game is dropped: nobody had asked.
func (e *entrant) healthy(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, healthGrace)
	defer cancel()
	for {
		if _, _, _, err := e.Receive(ctx); err != nil {
			return errors.Is(err, ctx.Err())
		}
	}
}

// checkAddress finds mistakes in an address without opening it.
func checkAddress(address string) error {
	a, err := bridge.ParseAddress(address)
	if err != nil {
		return err
	}
	switch a.Scheme {
	case bridge.SchemeBot:
		_, err = parseBot(a.Name)
	case bridge.SchemeSim:
		_, err = sim.ParseAddress(a.Name)
	case bridge.SchemeHuman:
		if a.Name != "" {
			err = fmt.Errorf("human takes nothing behind it, not %.40q", a.Name)
		}
	}
	return err
}

// open opens the player at an address for the seat with the given name. What
// it says beside the wire goes to stderr, line by line.
func (o *opener) open(ctx context.Context, seat, address string, stderr io.Writer) (*entrant, error) {
	e, err := o.reach(ctx, seat, address, stderr)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", seat, err)
	}
	return e, nil
}

func (o *opener) reach(ctx context.Context, seat, address string, stderr io.Writer) (*entrant, error) {
	if err := checkAddress(address); err != nil {
		return nil, err
	}
	a, err := bridge.ParseAddress(address)
	if err != nil {
		return nil, err
	}
	switch a.Scheme {
	case bridge.SchemeBot:
		spec, err := parseBot(a.Name)
		if err != nil {
			return nil, err
		}
		c, err := spec.contestant("LL", o.move, o.say)
		if err != nil {
			return nil, err
		}
		return o.seatOwn(address, c)
	case bridge.SchemeHuman:
		return o.seatOwn(address, &contestant{
			team: "HU", limit: o.human, say: o.say, chooser: o.keyboard.chooser(seat),
		})
	}
	if a.Scheme == bridge.SchemeSim {
		return o.simulate(ctx, seat, a, address)
	}
	return o.dial(ctx, seat, a, address, stderr)
}

// dial opens what bridge can.
func (o *opener) dial(
	ctx context.Context, seat string, a bridge.Address, address string, stderr io.Writer,
) (*entrant, error) {
	limited, cancel := context.WithTimeout(ctx, o.connect)
	defer cancel()
	conn, err := bridge.Open(limited, address, bridge.Options{
		Stderr: stderr,
		Log:    func(text string) { o.say(seat + ": " + text) },

		USBGuard: usbGuard(),
		Patient:  o.patient != nil && o.patient(address),
	})
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil:
		return nil, fmt.Errorf("%s: nobody there after %v; start the player, or wait longer "+
			"with --connect-time", address, o.connect)
	default:
		return nil, err
	}
	return &entrant{
		seated:  o.line(conn),
		address: address, lasting: a.Scheme != bridge.SchemeExec,
	}, nil
}

// seatOwn joins one of our own players to the table by a pair of sockets: it
// speaks the same protocol as every other, and is refereed like them.
func (o *opener) seatOwn(address string, c *contestant) (*entrant, error) {
	ours, theirs, err := socketPair()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		line := bridge.NewLine(theirs, bridge.LineConfig{})
		defer line.Close()
		if err := c.serve(ctx, line); err != nil && ctx.Err() == nil && !errors.Is(err, io.EOF) {
			o.say(fmt.Sprintf("%s: %v", address, err))
		}
	}()
	return &entrant{
		seated: o.line(ours), address: address,
		leave: func() { cancel(); <-done },
	}, nil
}
