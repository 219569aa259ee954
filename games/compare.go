package games

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/games/advice"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/trax/analysis"
)

// adviser makes the adviser of a bot.
func (g *Game) adviser(bot string) (advice.Adviser, error) {
	if g.NewAdviser == nil {
		return nil, errors.New(g.Cannot("compare"))
	}
	return g.NewAdviser(bot)
}

// Cannot says that the game has no such command.
func (g *Game) Cannot(command string) string {
	return fmt.Sprintf("--game %s has no %s; loopline games %s says what it has", g.Name, command, g.Name)
}

// CheckCompare finds mistakes in what a player is to be compared by: a bot, and a
// seat, whose number it returns; -1 is every seat's.
func (g *Game) CheckCompare(bot, seat string) (int, error) {
	if _, err := g.adviser(bot); err != nil {
		return 0, fmt.Errorf("--bot: %w", err)
	}
	if seat == "" || seat == "both" || seat == "all" {
		return -1, nil
	}
	if i := slices.Index(g.Seats, seat); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("--seat %.40q is none of %s, all", seat, strings.Join(g.Seats, ", "))
}

// CompareFile compares the moves of a file's games with a bot's.
func (g *Game) CompareFile(ctx context.Context, s Source, r *advice.Report) error {
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

// ComparePlayer compares the moves that a player plays now, in so many games
// with our bots. Its foul is a *PlayerError.
func (g *Game) ComparePlayer(ctx context.Context, t *Test, games int, r *advice.Report) error {
	r.Begin()
	play := tester{Test: t, game: g}
	defer play.close()
	for n := range games {
		var events []host.Event
		err := play.play(ctx, n, func(_ int, p host.Player) host.Player { return p }, func(e host.Event) { events = append(events, e) })
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

func (g *Game) compare(ctx context.Context, r *advice.Report, events []host.Event) error {
	a, err := g.adviser(r.Bot)
	if err != nil {
		return err
	}
	return r.Match(ctx, a, events)
}

// CheckReference finds mistakes in the address of what a player of Trax is
// supposed to be, and refuses what does not play the same again.
func CheckReference(address string) error {
	g, err := ByName(Default)
	if err != nil {
		return err
	}
	if err := g.CheckAddress(address); err != nil {
		return err
	}
	a, err := bridge.ParseAddress(address)
	if err != nil {
		return err
	}
	switch a.Scheme {
	case bridge.SchemeHuman:
		return errors.New("a person does not play the same again")
	case bridge.SchemeBot:
		return analysis.CheckReference(address, a.Name)
	}
	return nil
}
