package referee

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
)

// Reasons of fouls besides those of host.
const (
	ReasonAnswer = "answer" // garbled: no actions that can be read
	ReasonTurn   = "turn"   // garbled: an answer to a turn that has not come
)

// New is a match of DPT between two seats. The verdict's Ply is the number of
// turns, its scores are the totals. A foul costs its seat the turn: its agents
// stay. A player that is gone is asked no more.
func New(c Config) host.Referee {
	c = c.filled()
	return func(ctx context.Context, table *host.Session) (host.Verdict, error) {
		if n := table.Seats(); n != len(SeatNames) {
			return host.Verdict{}, fmt.Errorf("%s is for %d seats, not %d", Name, len(SeatNames), n)
		}
		r := &referee{config: c, table: table, game: dpt.New(c.Rules)}
		r.begin()
		for !r.game.Over() {
			if err := r.turn(ctx); err != nil {
				return host.Verdict{Ply: r.game.Turn()}, err
			}
		}
		return r.end(ctx)
	}
}

// referee is one game in play.
type referee struct {
	config   Config
	table    *host.Session
	game     *dpt.Game
	last     [2][]dpt.Action
	applied  [2][]dpt.ActionStatus
	answered [2]bool // a seat has answered in the game
	gone     [2]bool // a seat is there no more
}

// begin fills in the actions before the first turn.
func (r *referee) begin() {
	for team := range r.last {
		for range r.game.Agents(team) {
			r.last[team] = append(r.last[team], dpt.Action{})
			r.applied[team] = append(r.applied[team], dpt.Done)
		}
	}
}

func (r *referee) situation() *TurnState {
	return &TurnState{
		Limit: r.config.Move, Pause: r.config.pause(),
		Turn: min(r.game.Turn()+1, r.game.Rules().Turns), Turns: r.game.Rules().Turns,
		Points: r.points(), Field: r.game.Field(), Last: r.last, Applied: r.applied,
	}
}

func (r *referee) points() [2]dpt.Points {
	return [2]dpt.Points{r.game.Points(0), r.game.Points(1)}
}

// turn plays a turn.
func (r *referee) turn(ctx context.Context) error {
	now := r.situation()
	var actions [2][]dpt.Action
	errs := r.table.Each(ctx, func(ctx context.Context, seat int) (err error) {
		if !r.gone[seat] {
			told := *now.Of(seat)
			told.Limit = r.limit(seat)
			actions[seat], err = r.ask(ctx, seat, told.Text(AskAction))
		}
		return err
	})
	for seat, err := range errs {
		var foul *host.Foul
		if errors.As(err, &foul) {
			r.gone[seat] = foul.Kind == host.Gone
			err = r.table.Foul(foul)
		}
		if err != nil {
			return err
		}
	}
	r.play(actions)
	return r.table.Note(NoteTurn, noteOf(r.game, r.last, r.applied))
}

// play plays the actions; agents without one stay.
func (r *referee) play(actions [2][]dpt.Action) {
	for team := range r.last {
		clear(r.last[team])
		copy(r.last[team], actions[team])
	}
	applied := r.game.Play(r.last)
	for team := range applied {
		copy(r.applied[team], applied[team])
		for i := range r.last[team] {
			r.last[team][i] = visible(r.last[team][i])
		}
	}
}

// visible is an action as the lines hold it: a step that no agent can make has room in a
// line too.
func visible(a dpt.Action) dpt.Action {
	a.DX, a.DY = min(max(a.DX, -9), 9), min(max(a.DY, -9), 9)
	return a
}

func (r *referee) limit(seat int) time.Duration {
	if !r.answered[seat] && !r.table.PollingClient(seat) {
		return r.config.First
	}
	return r.config.Move
}

// polledSlack is the margin of a player whose clients poll, on top of the times of the
// turn: the first one begins whole seconds after the clients have come.
const polledSlack = 10 * time.Second

const maxStale = 16

// ask asks a seat for its actions. An answer to an earlier turn, which came too
// late for it, is passed over.
func (r *referee) ask(ctx context.Context, seat int, text string) ([]dpt.Action, error) {
	turn, limit := r.game.Turn()+1, r.limit(seat)
	if r.table.PollingClient(seat) {
		limit += r.config.pause() + polledSlack
	}
	a, err := r.table.AskWith(ctx, seat, host.Question{Text: text, Limit: limit})
	for range maxStale {
		if err != nil {
			return nil, err
		}
		if of, ok := answeredTurn(a.Text); !ok || of >= turn || of < 1 {
			break
		}
		if limit -= a.Used - a.Compensation; limit <= 0 {
			break
		}
		a, err = r.table.Hear(ctx, seat, host.Question{Limit: limit})
	}
	if err != nil {
		return nil, err
	}
	r.answered[seat] = true
	switch of, ok := answeredTurn(a.Text); {
	case !ok:
		return nil, r.foul(seat, a, limit, ReasonAnswer, say.Format("it does not begin with the turn's number"))
	case of != turn:
		return nil, r.foul(seat, a, limit, ReasonTurn, say.Format("this is turn %d", turn))
	}
	actions, err := ParseAnswer(a.Text, len(r.game.Agents(seat)))
	if err != nil {
		return nil, r.foul(seat, a, limit, ReasonAnswer, say.TextOf(err))
	}
	return actions, nil
}

// Explain is the detail of a foul of a game.
func Explain(f *host.Foul) say.Text {
	_, turned := answeredTurn(string(f.Bytes))
	switch _, err := ParseAnswer(string(f.Bytes), maxAgents); {
	case f.Reason == ReasonAnswer && !turned:
		return say.Format("answered %.40q: %s", f.Bytes, say.Format("it does not begin with the turn's number")).As(f.Detail)
	case f.Reason == ReasonTurn:
		return say.Format("answered %.40q: %s", f.Bytes, say.ByName("dpt.foul.turn")).As(f.Detail)
	case f.Reason == ReasonAnswer && err != nil:
		return say.Format("answered %.40q: %s", f.Bytes, err).As(f.Detail)
	case f.Reason == ReasonAnswer:
		return say.Format("answered %.40q: %s", f.Bytes, say.ByName("dpt.foul.answer")).As(f.Detail)
	}
	return f.Said()
}

func (r *referee) foul(seat int, a host.Answer, limit time.Duration, reason string, detail say.Text) error {
	text := say.Format("answered %.40q: %s", a.Text, detail)
	return &host.Foul{
		Seat: seat, Kind: host.Garbled, Reason: reason, Detail: text.String(), Text: text,
		Question: AskAction, Bytes: []byte(a.Text), Used: a.Used, Limit: limit,
	}
}

// end tells the players how it ended, and the host.
func (r *referee) end(ctx context.Context) (host.Verdict, error) {
	points := r.points()
	v := host.Verdict{Ply: r.game.Turn(), Scores: []int{points[0].Total(), points[1].Total()}}
	winner, by := dpt.Decide(points)
	v.Winner, v.Draw, v.Reason = winner, winner < 0, string(by)
	v.Detail = fmt.Sprintf("%s have %d tile + %d area points, %s have %d + %d",
		SeatNames[0], points[0].Tile, points[0].Area, SeatNames[1], points[1].Tile, points[1].Area)
	now := r.situation()
	for seat := range r.gone {
		if r.gone[seat] {
			continue
		}
		last := EndDrawn
		switch winner {
		case seat:
			last = EndWon
		case 1 - seat:
			last = EndLost
		}
		err := r.table.Tell(ctx, seat, now.Of(seat).Text(last))
		var foul *host.Foul
		if errors.As(err, &foul) {
			err = nil // one that has left is done
			if foul.Kind == host.Silent {
				err = r.table.Foul(foul)
			}
		}
		if err != nil {
			return v, err
		}
	}
	return v, nil
}
