package main

import (
	"context"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/sim"
)

// A simulated board is a player by itself: its stamps are in simulated time.
var _ host.Player = (*sim.Player)(nil)

// startBoard builds and starts the board at an address behind "sim:".
func startBoard(ctx context.Context, b *sim.Builder, name string) (*sim.Board, sim.Address, error) {
	a, err := sim.ParseAddress(name)
	if err != nil {
		return nil, a, err
	}
	a.Board.Source, err = rtlSource(a.Dir)
	if err != nil {
		return nil, a, err
	}
	model, err := b.BuildBoard(ctx, a.Board)
	if err != nil {
		return nil, a, err
	}
	// It plays on when the opening is over, until it is closed.
	board, err := model.Start(context.WithoutCancel(ctx))
	return board, a, err
}

// simulate opens a simulated board for a seat.
func (o *opener) simulate(ctx context.Context, seat string, a bridge.Address, address string) (*entrant, error) {
	// The first time takes a while.
	b := &sim.Builder{Building: func(top string) { o.say(seat + ": building a model of " + top) }}
	board, parsed, err := startBoard(ctx, b, a.Name)
	if err != nil {
		return nil, err
	}
	if parsed.Paced {
		return &entrant{seated: o.line(sim.NewConn(board, true)), address: address, lasting: true}, nil
	}
	player, err := sim.NewPlayer(board, o.wrap, func(text string) { o.say(seat + ": " + text) })
	if err != nil {
		return nil, err
	}
	return &entrant{seated: player, address: address, lasting: true}, nil
}

// ownClock tells whether the player's time is simulated.
func (e *entrant) ownClock() bool {
	_, ok := e.seated.(*sim.Player)
	return ok
}

// logAnswers has the clock cycles of a simulated board's answers recorded in
// the log of a match. It is called before each match.
func (e *entrant) logAnswers(log func(text string)) {
	if p, ok := e.seated.(*sim.Player); ok {
		p.LogAnswers(log)
	}
}
