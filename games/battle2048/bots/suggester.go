package bots

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/record"
)

// NewSuggester returns a suggester that plays as the bot of a spec; see New. A
// search without a bound looks at 3000 positions, so that it plays the same
// again. Moves are valued by their effect two turns on.
func NewSuggester(spec string) (compare.Suggester, error) { return newSuggester(spec) }

func newSuggester(spec string) (*suggester, error) {
	chooser, err := New(spec)
	if err != nil {
		return nil, err
	}
	if s, ok := chooser.(*search); ok && s.depth == 0 && s.nodes == 0 {
		s.nodes = 3000
	}
	return &suggester{chooser: chooser}, nil
}

// valueDepth is by how many turns moves are valued, their own among them.
const valueDepth = 2

// suggester follows a match with a bot.
type suggester struct {
	chooser referee.Strategy
	game    battle2048.Position
}

// Take implements compare.Suggester. Start cells are not compared: any is as good.
func (a *suggester) Take(ctx context.Context, e *record.Event) ([]compare.Move, error) {
	if e.Type != record.EventNote {
		return nil, nil
	}
	switch e.Name {
	case referee.NoteStart:
		var start referee.Start
		if json.Unmarshal(e.Data, &start) == nil && !a.game.Started() {
			a.game.Start(start.Cell)
		}
	case referee.NoteTurn:
		var turn referee.Turn
		if json.Unmarshal(e.Data, &turn) != nil || !a.game.Started() || a.game.Over || a.game.Next() != turn.Seat {
			return nil, nil
		}
		m, err := a.turn(ctx, &turn)
		a.game.Play(turn.Answer)
		if m == nil || err != nil {
			return nil, err
		}
		return []compare.Move{*m}, nil
	}
	return nil, nil
}

// turn compares a turn that is about to be played; nil of one that cannot be
// read.
func (a *suggester) turn(ctx context.Context, turn *referee.Turn) (*compare.Move, error) {
	own, other := a.game.Boards[turn.Seat], a.game.Boards[1-turn.Seat]
	played, reason := battle2048.ParseAnswer(turn.Answer)
	if reason != battle2048.None || !own.CanSlide() {
		return nil, nil
	}
	best, err := a.chooser.Turn(ctx, referee.StateOf(&a.game, time.Hour), time.Minute)
	if err != nil {
		return nil, err
	}
	m := &compare.Move{Seat: turn.Seat, Move: strings.Join(strings.Fields(turn.Answer), " "), Bot: best.String()}
	m.Same = m.Move == m.Bot
	mine, ok := eval(ctx, &own, &other, played)
	if ok {
		w := evalOf(mine)
		m.Eval = &w
	}
	if bots, known := eval(ctx, &own, &other, best); ok && known {
		m.Note, m.Loss = weighed(mine, bots)
	}
	return m, ctx.Err()
}

// decided is above every eval of a position without a forced win.
const decided = won / 2

// sign is 1 above a bound, -1 below its negative, else 0.
func sign(n, bound int) int {
	switch {
	case n > bound:
		return 1
	case n < -bound:
		return -1
	}
	return 0
}

func weighed(mine, bots int) (note string, loss *int) {
	switch {
	case mine > decided && bots <= decided:
		return "wins", nil
	case mine < -decided && bots >= -decided:
		return "loses", nil
	case bots > decided && mine <= decided:
		return "misses a win", nil
	case max(mine, -mine, bots, -bots) > decided:
		return "", new(int) // both decide it likewise
	}
	loss = new(int)
	*loss = bots - mine
	return "", loss
}

func eval(ctx context.Context, own, other *battle2048.Grid, a battle2048.Answer) (points int, ok bool) {
	after, against := *own, *other
	if _, _, moved := after.Slide(a.Direction); !moved {
		return 0, false
	}
	for _, c := range a.Cells {
		if c < 0 || int(c) >= len(against) || against[c] != 0 {
			return 0, false
		}
		against[c] = uint8(a.Exponent)
	}
	points, ok = ahead(ctx, &against, &after, valueDepth-1)
	return -points, ok
}

// ahead is by how much who is to move is ahead, by a search to a depth.
func ahead(ctx context.Context, own, other *battle2048.Grid, depth int) (points int, ok bool) {
	b := search{table: make([]ttEntry, 1<<10)}
	b.begin(ctx, time.Now().Add(time.Minute))
	mine, theirs := positionOf(own), positionOf(other)
	return b.best(&mine, &theirs, depth, -2*won, 2*won), !b.over
}

// evalOf is the eval of a number of points by which somebody is ahead.
func evalOf(points int) (w compare.Eval) {
	if w.Wins = sign(points, decided); w.Wins == 0 {
		w.Points = points
	}
	return w
}
