package descriptor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/record"
)

// EverySeat is the seat of a comparison of every seat's moves.
const EverySeat = "both"

func (g *Descriptor) suggester(bot string) (compare.Suggester, error) {
	if g.NewSuggester == nil {
		return nil, errors.New(g.Unsupported("compare"))
	}
	return g.NewSuggester(bot)
}

// suggestionComparer compares moves with those of a suggester.
type suggestionComparer struct {
	*Comparison
	game *Descriptor
	only int // the seat that counts; -1 is every one
}

// Check implements Comparer.
func (c *suggestionComparer) Check() (err error) {
	if c.Bot == "" {
		c.Bot = c.game.Bots[0]
	}
	c.only, err = c.game.ValidateCompare(c.Bot, c.Seat)
	if err != nil || !c.Live {
		return err
	}
	return c.Drill.Check()
}

// Run implements Comparer.
func (c *suggestionComparer) Run(ctx context.Context) (wrong string, err error) {
	r := &compare.Report{Out: c.Out, JSON: c.JSON, Bot: c.Bot, Seats: c.game.Seats, Only: c.only}
	err = c.compare(ctx, r)
	r.Finish()
	if foul, is := errors.AsType[*check.PlayerError](err); is {
		return foul.Error(), nil
	}
	if err == nil && r.Moves() == 0 {
		err = fmt.Errorf("%s: there is no move to compare", c.Subject)
	}
	return "", err
}

func (c *suggestionComparer) compare(ctx context.Context, r *compare.Report) error {
	if c.Live {
		return c.game.ComparePlayer(ctx, c.Test, cmp.Or(c.Drill.Games, 2), r)
	}
	s, err := c.Open(c.Subject)
	if err != nil {
		return err
	}
	defer s.Close()
	return c.game.CompareFile(ctx, s, r)
}

// Unsupported says that the game has no such command.
func (g *Descriptor) Unsupported(command string) string {
	return fmt.Sprintf("--game %s has no %s; loopline games %s says what it has", g.Name, command, g.Name)
}

// ValidateCompare validates the bot and seat of a comparison: a bot, and a
// seat, whose number it returns; -1 is every seat's.
func (g *Descriptor) ValidateCompare(bot, seat string) (int, error) {
	if _, err := g.suggester(bot); err != nil {
		return 0, fmt.Errorf("--bot: %w", err)
	}
	if seat == "" || seat == EverySeat || seat == "all" {
		return -1, nil
	}
	if i := slices.Index(g.Seats, seat); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("--seat %.40q: want one of %s, all", seat, strings.Join(g.Seats, ", "))
}

// CompareFile compares the moves of a file's games with a bot's.
func (g *Descriptor) CompareFile(ctx context.Context, s GameFile, r *compare.Report) error {
	r.Begin()
	for events, err := range g.Recorded(s) {
		if err != nil {
			return err
		}
		if err := g.compare(ctx, r, events); err != nil {
			return err
		}
	}
	if r.Games == 0 {
		return fmt.Errorf("%s: the file holds no game", s.Name())
	}
	return nil
}

// ComparePlayer compares the moves that a player plays now, in the given number of games
// with our bots. Its foul is a *check.PlayerError.
func (g *Descriptor) ComparePlayer(ctx context.Context, t *TestSetup, games int, r *compare.Report) error {
	r.Begin()
	play := tester{TestSetup: t, game: g}
	defer play.close()
	for n := range games {
		var events []record.Event
		err := play.play(ctx, n, func(_ int, p host.Player) host.Player { return p }, func(e record.Event) { events = append(events, e) })
		r.Only = n % g.MinSeats
		if failed := g.compare(ctx, r, events); err == nil {
			err = failed
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (g *Descriptor) compare(ctx context.Context, r *compare.Report, events []record.Event) error {
	a, err := g.suggester(r.Bot)
	if err != nil {
		return err
	}
	return r.AddGame(ctx, a, events)
}
