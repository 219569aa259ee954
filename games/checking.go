package games

import (
	"context"
	"io"

	"github.com/loopline/loopline/bridge"
	gamecheck "github.com/loopline/loopline/games/conformance"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/steps"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/trax/conformance"
	"github.com/loopline/loopline/trax/conformance/simulated"
	"github.com/loopline/loopline/trax/drill"
)

// PlayerCheck is the check of a player of any game, and who is told of it.
type PlayerCheck struct {
	*Test
	Limits  drill.Limits
	Games   int          // in the step that repeats them
	Only    int          // the number of the only step to run; 0 runs all
	Version string       // of the program, for the record
	Beside  *host.Beside // takes what the player says beside the wire to the record

	// Taps are put on every connection to the player, or to a variant of it.
	Taps *player.Taps

	Record   io.Writer                      // gets the record of each game; nil keeps none
	Endings  *steps.LineEndings             // told of the bytes that pass
	Progress func(step string, game, n int) // told of each question, the game's n'th
	Again    func(step int) string          // the command that runs a step again
}

// CheckSteps are the names of all steps of a check, in order.
func (g *Game) CheckSteps() []string {
	if g.Name == Default {
		return conformance.Steps()
	}
	c := g.Check(&Test{})
	return c.Steps()
}

// CheckPlayer runs the steps of a check, which go to a report. Its error says why
// the check could not be done; what the player did wrong is in the report.
func (g *Game) CheckPlayer(ctx context.Context, c *PlayerCheck, report *conformance.Report) error {
	if g.Name == Default {
		return conformance.NewChecker(c.ofTrax(), report).Run(ctx)
	}
	config := g.Check(c.Test)
	c.tap(c.Address)
	config.Games, config.Only, config.Version, config.Record = c.Games, c.Only, c.Version, c.Record
	config.Endings, config.Progress, config.Again, config.Beside = c.Endings, c.Progress, c.Again, c.Beside
	return gamecheck.NewChecker(config, report.Report).Run(ctx)
}

// tap has the next connection pass the taps, under an address.
func (c *PlayerCheck) tap(address string) {
	c.Opener.Wrap = func(conn io.ReadWriteCloser) io.ReadWriteCloser { return c.Taps.Wrap(conn, address) }
}

// ofTrax is the check with questions of single moves, which Trax alone has.
func (c *PlayerCheck) ofTrax() conformance.Config {
	c.Opener.Greeting = nil // whoever connects is the player: a step of its own asks
	open := func(address string) drill.Opener {
		return func(ctx context.Context) (drill.Player, error) {
			c.tap(address)
			p, err := c.Opener.Open(ctx, "player", address, c.Stderr)
			if err != nil {
				return nil, err // and no typed nil
			}
			return p, nil
		}
	}
	config := conformance.Config{
		Address: bridge.ShownName(c.Address), Open: open(c.Address), Wire: player.Wire(c.Address, -1),
		Limits: c.Limits, Games: c.Games, Seed: c.Seed, Only: c.Only, Version: c.Version,
		Record: c.Record, Beside: c.Beside, Endings: c.Endings, Progress: c.Progress, Again: c.Again,
	}
	simulated.Add(&config, c.Address, open)
	return config
}
