package games

import (
	"time"

	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sim"
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
func RTLSource(dir string) (sim.Source, error) {
	if dir == "" {
		return sim.Source{Name: "hdl", FS: hdl.RTL}, nil
	}
	return sim.DirSource(dir)
}

// BoardDesign finds the RTL of a simulated board of the game.
func (g *Descriptor) BoardDesign(a sim.Address) (sim.BoardConfig, error) {
	source, err := RTLSource(a.Dir)
	if err != nil {
		return a.Board, err
	}
	return g.Design(a, source)
}
