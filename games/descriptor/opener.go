package descriptor

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/loopline/loopline/contest/live/seat"
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/sources"
)

// Opener opens players of the game: whoever is waited for has connect, and our
// own keep limit for a move. Say gets notices for the user. The caller says how
// programs are run before it opens the first.
func (g *Descriptor) Opener(connect, limit time.Duration, say func(string)) *player.Opener {
	return &player.Opener{
		Connect: connect, Lines: g.Lines, Say: say, Design: g.BoardDesign, Service: g.Service(say),
		ConnectionPerGame: g.ConnectionPerGame,
		Bot: func(spec string) (player.LocalPlayer, error) {
			return g.NewBot(spec, BotOptions{Team: "LL", Limit: limit, Notify: say})
		},
	}
}

// ValidateAddress finds mistakes in the address of a player of the game.
func (g *Descriptor) ValidateAddress(address string) error {
	return g.Opener(0, time.Second, func(string) {}).CheckAddress(address)
}

// HandshakeQuestion returns the question for a connecting client under the settings; nil if
// nothing.
func (g *Descriptor) HandshakeQuestion(s Settings) *player.Handshake {
	if g.Greeting == nil {
		return nil
	}
	greeting, ok := g.Greeting(s)
	if !ok {
		return nil
	}
	return &greeting
}

// RTLSource returns the RTL of a directory, or our own if there is none.
func RTLSource(dir string) (sources.Source, error) {
	if dir == "" {
		return sources.Source{Name: "hdl", FS: hdl.RTL}, nil
	}
	return sources.DirSource(dir)
}

// BoardDesign finds the RTL of a simulated board of the game.
func (g *Descriptor) BoardDesign(a sim.Address) (sim.BoardConfig, error) {
	source, err := RTLSource(a.Dir)
	if err != nil {
		return a.Board, err
	}
	return g.Design(a, source)
}

// Design finds the RTL of a simulated board: the reference board of the game in a
// source, or what a directory has, which is other then.
func (g *Descriptor) Design(a sim.Address, source sources.Source) (sim.BoardConfig, error) {
	switch {
	case a.Dir != "":
		a.Board.Source = source
		return a.Board, nil
	case g.Board == nil:
		return a.Board, fmt.Errorf("there is no reference board for %s; name the directory of one, sim:DIR", g.Name)
	}
	return g.Board(a.Board, source), nil
}

// Visitors is NewVisitor for a player.Opener, by the pages of a server: nil where the game has
// none. Identify returns a key, the same for the same person, and the name that records have.
func (g *Descriptor) Visitors(
	pages *seat.Server, identify func(player.Visit) (key, name string), self BotOptions,
) func(context.Context, player.Visit) (player.LocalPlayer, error) {
	if g.NewVisitor == nil {
		return nil
	}
	return func(ctx context.Context, v player.Visit) (player.LocalPlayer, error) {
		key, name := identify(v)
		seat, err := pages.Seat(ctx, seat.Visitor{
			Key: key, Who: cmp.Or(v.At.Title, v.Who), Player: name, Seat: v.Seat,
			Hidden: g.Hidden, Listen: net.JoinHostPort(v.At.Host, strconv.Itoa(v.At.Port)),
		})
		if err != nil {
			return nil, err
		}
		own := self // several come at once
		own.Seat = v.Seat
		return g.NewVisitor(seat, own), nil
	}
}
