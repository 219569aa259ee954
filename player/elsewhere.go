package player

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/loopline/loopline/host"
)

// Elsewhere opens players on other machines: those of the addresses remote:NAME.
// Programs that reach none have none.
type Elsewhere interface {
	// CheckAddress finds mistakes in what is behind the colon.
	CheckAddress(name string) error

	// Open waits for the player until ctx ends. Its error names the player.
	Open(ctx context.Context, name string, way Way) (Distant, error)
}

// Distant is a player with an agent beside it.
type Distant interface {
	host.Player
	host.AgentPlayer
	io.Closer
	// Lasting is Player's.
	Lasting() bool
}

// Way is what a player on another machine is opened with.
type Way struct {
	Opener  *Opener // whose Lines are the game's
	Network Network
	Say     func(text string)
}

// Network is what becomes of a game when the network to a player is lost.
type Network struct {
	Wait    time.Duration // how long it is waited for; 0 is DefaultNetworkWait
	Forfeit bool          // then: the seat has lost; otherwise the game is void
	Share   time.Duration // see host.AgentPolicy
}

// DefaultNetworkWait is how long a network that is lost is waited for.
const DefaultNetworkWait = time.Minute

// errNowhere says who opens players on other machines.
var errNowhere = errors.New("loopline-farm plays with remote players, this program does not; make farm-build builds it")

// checkElsewhere finds mistakes in the address of a player on another machine.
func (o *Opener) checkElsewhere(name string) error {
	if o.Elsewhere == nil {
		return errNowhere
	}
	return o.Elsewhere.CheckAddress(name)
}

// openElsewhere opens a player on another machine.
func (o *Opener) openElsewhere(ctx context.Context, seat, name string) (*Player, error) {
	limited, cancel := context.WithTimeout(ctx, o.Connect)
	defer cancel()
	way := Way{Opener: o, Network: o.Network, Say: func(text string) { o.Say(seat + ": " + text) }}
	if way.Network.Wait == 0 {
		way.Network.Wait = DefaultNetworkWait
	}
	p, err := o.Elsewhere.Open(limited, name, way)
	switch {
	case err == nil:
		return &Player{seated: p, lasting: p.Lasting()}, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, err
}

// Agent is the player's agent; nil of one that has none.
func (p *Player) Agent() host.Agent {
	if a, ok := p.seated.(host.AgentPlayer); ok {
		return a.Agent()
	}
	return nil
}
