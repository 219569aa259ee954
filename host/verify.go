package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/loopline/loopline/host/record"
)

// ReplayReport is the result of running a recorded game again.
type ReplayReport struct {
	Complete bool          // a verdict is recorded, and the game came to the same
	Verdict  Verdict       // derived; when incomplete only Times and Ply mean something
	Answers  int           // that were checked
	Last     record.Micros // time of the last answer
}

// Verify runs a recorded game again, with the game it was and players that
// say what was said then, and compares all that follows from it: what was
// sent, the type of each line, the times used, the notes, the verdict. The
// first difference is returned as a *Divergence. Sentences may differ.
// Of an incomplete game it checks what is there. It does not wait in real
// time.
func Verify(g *record.Game, game Referee) (ReplayReport, error) {
	opening := g.Header()
	start := time.Unix(0, 0)
	players := replayPlayers(g, start)
	c := newComparison(g, players)
	m := &Game{
		Referee: game, Name: opening.Game, ID: opening.ID,
		Strict: opening.Strict, Options: opening.Options,
		MaxCompensation: opening.Credit.Duration(), VoidCredited: opening.CreditVoid,
		Watch: c.derived,
	}
	for i, player := range players {
		seat := opening.Seats[i]
		m.Seats = append(m.Seats, Seat{
			Name: seat.Name, Address: seat.Address, Player: player, PollingClient: seat.PollingClient, Uncounted: seat.Uncounted,
		})
	}
	m.replay = players
	v, err := m.run(context.Background(), clock{start})
	r := ReplayReport{Complete: g.Complete, Verdict: v, Answers: g.Answers()}
	for i := range g.Events {
		if e := &g.Events[i]; e.Type == record.EventAnswer {
			r.Last = e.Last
		}
	}
	var diverged *Divergence
	switch {
	case c.found != nil:
		return r, c.found
	case errors.As(err, &diverged):
		return r, diverged
	case err != nil && c.events == 0:
		return r, fmt.Errorf("%s:%d: %w", g.Name, opening.Line, err)
	}
	return r, c.finish()
}

// VerifyAs runs a recorded game again as Verify does: the game of the
// configuration that its opening says. An error of that names the place.
func VerifyAs[Config any](g *record.Game, read func(opening *record.Event) (Config, error), game func(Config) Referee) (ReplayReport, error) {
	config, err := read(g.Header())
	if err != nil {
		return ReplayReport{}, fmt.Errorf("%s:%d: %w", g.Name, g.Header().Line, err)
	}
	return Verify(g, game(config))
}
