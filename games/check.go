package games

import (
	"context"
	"io"
	"maps"
	"strconv"
	"time"

	"github.com/loopline/loopline/games/conformance"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/player"
)

// Test says how a player is tested: checked, timed or compared. Its matches are
// the game's own, with our bots at the other seats.
type Test struct {
	Address  string         // of the player
	Opener   *player.Opener // opens it
	Settings Settings
	Seed     uint64    // of our bots
	Stderr   io.Writer // gets what the player says beside the wire
}

// Bot that plays against a player under test.
const testBot = "greedy"

// open opens the player.
func (t *Test) open(ctx context.Context, seat string) (*player.Player, error) {
	return t.Opener.OpenQuiet(ctx, seat, t.Address, t.Stderr)
}

// opponent opens one of our bots: see Game.NewBot.
func (t *Test) opponent(ctx context.Context, seat, bot string) (*player.Player, error) {
	if bot == "" {
		bot = testBot + "?seed=" + strconv.FormatUint(t.Seed, 10)
	}
	ours := player.Opener{Lines: t.Opener.Lines, Say: t.Opener.Say, Bot: t.Opener.Bot}
	return ours.Open(ctx, seat, "bot:"+bot, io.Discard)
}

// Check makes the configuration of a check of a player. The caller adds what it
// wants to be told of.
func (g *Game) Check(t *Test) conformance.Config {
	c := conformance.Config{
		Address: t.Address, Seats: g.Seats[:g.MinSeats], Move: t.Settings.Move, Wire: player.Wire(t.Address, -1),
		View: func() terminal.View { return g.View() }, LineEnd: g.Lines.End,
		Open: func(ctx context.Context, seat string) (conformance.Player, error) {
			p, err := t.open(ctx, seat)
			if err != nil {
				return nil, err // and no typed nil
			}
			return p, nil
		},
		Opponent: func(ctx context.Context, seat, bot string) (conformance.Player, error) {
			p, err := t.opponent(ctx, seat, bot)
			if err != nil {
				return nil, err
			}
			return p, nil
		},
		Match: func(trial conformance.Trial, seats ...host.Seat) (*host.Match, error) {
			s := t.Settings
			s.Strict = s.Strict || trial.Strict
			s.Options = maps.Clone(s.Options)
			if s.Options == nil {
				s.Options = map[string]string{}
			}
			maps.Copy(s.Options, trial.Options)
			return g.Match(s, seats...)
		},
	}
	if g.Conformance != nil {
		c.Table = g.Conformance()
	}
	if c.Move == 0 {
		c.Move = time.Second
	}
	return c
}
