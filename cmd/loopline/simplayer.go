package main

import (
	"context"
	"fmt"
	"io"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/sim"
)

// A simulated board is a player by itself: its stamps are in simulated time.
var _ host.Player = (*sim.Player)(nil)

// startBoard builds and starts the board at an address behind "sim:".
func startBoard(ctx context.Context, name string, stderr io.Writer) (*sim.Board, sim.Address, error) {
	a, err := sim.ParseAddress(name)
	if err != nil {
		return nil, a, err
	}
	a.Board.Source, err = rtlSource(a.Dir)
	if err != nil {
		return nil, a, err
	}
	model, err := newBuilder(stderr).BuildBoard(ctx, a.Board)
	if err != nil {
		return nil, a, err
	}
	// It plays on when the opening is over, until it is closed.
	board, err := model.Start(context.WithoutCancel(ctx))
	return board, a, err
}

// simulate opens a simulated board for a seat.
func (o *opener) simulate(ctx context.Context, a bridge.Address, address string, stderr io.Writer) (*entrant, error) {
	board, parsed, err := startBoard(ctx, a.Name, stderr)
	if err != nil {
		return nil, err
	}
	if parsed.Paced {
		return &entrant{seated: o.line(sim.NewConn(board, true)), address: address, lasting: true}, nil
	}
	player, err := sim.NewPlayer(board, o.wrap, func(text string) { fmt.Fprintln(stderr, text) })
	if err != nil {
		return nil, err
	}
	return &entrant{seated: player, address: address, lasting: true}, nil
}
