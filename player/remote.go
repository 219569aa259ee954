package player

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/loopline/loopline/host"
)

// RemoteOpener opens players on other machines, those of the addresses remote:NAME. It is
// nil in programs that cannot reach any.
type RemoteOpener interface {
	// CheckAddress finds mistakes in the part after the colon.
	CheckAddress(name string) error

	// Open waits for the player until ctx ends. Its error names the player.
	Open(ctx context.Context, name string, way RemoteOptions) (RemotePlayer, error)
}

// RemotePlayer is a player on another machine, with its agent.
type RemotePlayer interface {
	host.Player
	host.AgentPlayer
	io.Closer
	// Reusable is Player's.
	Reusable() bool
}

// RemoteOptions are the options for opening a remote player.
type RemoteOptions struct {
	Opener  *Opener // whose Lines are the game's
	Network NetworkPolicy
	Notify  func(text string)
}

// NetworkPolicy decides a game in which the network to a remote player is lost.
type NetworkPolicy struct {
	Wait    time.Duration // how long it is waited for; 0 is DefaultNetworkWait
	Forfeit bool          // then: the seat has lost; otherwise the game is void
	Share   time.Duration // see host.AgentPolicy
}

// DefaultNetworkWait sets how long a network that is lost is waited for.
const DefaultNetworkWait = time.Minute

var errNoRemote = errors.New("loopline-farm plays with remote players, this program does not; make farm-build builds it")

// checkRemote finds mistakes in the address of a player on another machine.
func (o *Opener) checkRemote(name string) error {
	if o.Remote == nil {
		return errNoRemote
	}
	return o.Remote.CheckAddress(name)
}

// openRemote opens a player on another machine.
func (o *Opener) openRemote(ctx context.Context, seat, name string) (*Player, error) {
	limited, cancel := context.WithTimeout(ctx, o.Connect)
	defer cancel()
	way := RemoteOptions{Opener: o, Network: o.Network, Notify: func(text string) { o.Say(seat + ": " + text) }}
	if way.Network.Wait == 0 {
		way.Network.Wait = DefaultNetworkWait
	}
	p, err := o.Remote.Open(limited, name, way)
	switch {
	case err == nil:
		// The agent does not know the game: a client beside it may connect for each one.
		return &Player{openConn: p, reusable: p.Reusable() && !o.ConnectionPerGame, speaksFirst: o.ConnectionPerGame}, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, err
}

// Agent returns the player's agent; nil of one that has none.
func (p *Player) Agent() host.Agent {
	if a := p.agent(); a != nil {
		return &earlyAgent{a, p}
	}
	return nil
}

func (p *Player) agent() host.Agent {
	if a, ok := p.openConn.(host.AgentPlayer); ok {
		return a.Agent()
	}
	return nil
}

// earlyAgent is the agent of a player: the lines that came before its game are the first of the game.
type earlyAgent struct {
	host.Agent
	player *Player
}

// ReceiveBy implements host.Agent.
func (a *earlyAgent) ReceiveBy(ctx, wait context.Context) (text string, stamps host.Timestamps, err error) {
	if len(a.player.early) > 0 {
		e := a.player.takeEarly()
		return e.text, e.stamps, nil
	}
	return a.Agent.ReceiveBy(ctx, wait)
}

// Lost implements host.LossReporter.
func (a *earlyAgent) Lost() error {
	if reporter, ok := a.Agent.(host.LossReporter); ok {
		return reporter.Lost()
	}
	return nil
}
