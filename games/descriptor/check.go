package descriptor

import (
	"context"
	"io"
	"maps"
	"time"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/player"
)

// PlayerCheck holds the player to check, of any game, and the settings of the session.
type PlayerCheck struct {
	check.Session
	Test   *TestSetup
	Limits Limits
	Flags  FlagValues // of the game's own; nil are their defaults

	// Taps are put on every connection to the player, or to a variant of it.
	Taps *player.Taps
}

// Steps returns the names of all steps of a check, in order.
func (g *Descriptor) Steps() []say.Text {
	if g.CheckSteps != nil {
		return g.CheckSteps()
	}
	c := g.checkConfig(&TestSetup{})
	return c.Steps()
}

// CheckPlayer runs the steps of a check. Its error says why the check could not be
// done; what the player did wrong is in the report.
func (g *Descriptor) CheckPlayer(ctx context.Context, c *PlayerCheck) error {
	c.Wire = player.Wire(c.Test.Address, -1)
	if g.Check != nil {
		c.Address = addr.DisplayName(c.Test.Address)
		return g.Check(c).Run(ctx)
	}
	c.Tap(c.Test.Address)
	c.Address, c.Move, c.LineEnd = c.Test.Address, c.Test.limit(), g.Lines.Dialect.End()
	config := g.checkConfig(c.Test)
	config.Session = c.Session
	return check.NewChecker(config).Run(ctx)
}

// Tap has the next connection pass the taps, under an address.
func (c *PlayerCheck) Tap(address string) {
	c.Test.Opener.Wrap = func(conn io.ReadWriteCloser) io.ReadWriteCloser { return c.Taps.Wrap(conn, address) }
}

func (t *TestSetup) limit() time.Duration {
	if t.Settings.Move == 0 {
		return time.Second
	}
	return t.Settings.Move
}

// checkConfig makes the configuration of the usual check of a player.
func (g *Descriptor) checkConfig(t *TestSetup) check.Config {
	c := check.Config{
		Session: check.Session{Address: t.Address, Wire: player.Wire(t.Address, -1), Move: t.limit(), LineEnd: g.Lines.Dialect.End()},
		Seats:   g.Seats[:g.MinSeats],
		View:    func() terminal.View { return g.View() },
		Open: func(ctx context.Context, seat string) (check.PlayerConn, error) {
			return Opened(t.open(ctx, seat))
		},
		Opponent: func(ctx context.Context, seat, bot string) (check.PlayerConn, error) {
			return Opened(t.opponent(ctx, seat, bot))
		},
		Match: func(trial check.Scenario, seats ...host.Seat) (*host.Game, error) {
			s := t.Settings
			s.Strict = s.Strict || trial.Strict
			s.Options = maps.Clone(s.Options)
			if s.Options == nil {
				s.Options = map[string]string{}
			}
			maps.Copy(s.Options, trial.Options)
			return g.NewGame(s, seats...)
		},
	}
	if g.Conformance != nil {
		c.GameSteps = g.Conformance()
	}
	return c
}

// Opened returns a player that was opened, and never a typed nil.
func Opened(p *player.Player, err error) (check.PlayerConn, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}
