package browser

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/bots"
	"github.com/loopline/loopline/games/kakomimasu/page"
	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/games/kakomimasu/svg"
	"github.com/loopline/loopline/host/compare"
)

// readKakomimasuAction reads such a code.
func readKakomimasuAction(code string) (all []kakomimasu.Action, ok bool) {
	if code == page.NoActions {
		return nil, true
	}
	for _, text := range strings.Split(code, ",") {
		at := strings.IndexAny(text, "pnmr")
		if at < 0 {
			return nil, false
		}
		a := kakomimasu.Action{Type: kakomimasu.Type(strings.IndexByte(page.Letters, text[at]))}
		var err error
		a.Agent, err = strconv.Atoi(text[:at])
		if a.To.X, a.To.Y, ok = pair(text[at+1:]); err != nil || !ok {
			return nil, false
		}
		all = append(all, a)
	}
	return all, true
}

// kakomimasuGame is a game of Kakomimasu.
type kakomimasuGame struct {
	position *kakomimasu.Position
	last     [][]kakomimasu.Action
}

func beginKakomimasu(start []byte) (game, error) {
	f, err := kakomimasu.ReadField(start)
	if err != nil {
		return nil, err
	}
	return &kakomimasuGame{kakomimasu.New(f), make([][]kakomimasu.Action, f.Players)}, nil
}

func (g *kakomimasuGame) actions(code string) ([][]kakomimasu.Action, bool) {
	return readSeats(code, g.position.Field().Players, readKakomimasuAction)
}

func (g *kakomimasuGame) play(code string) bool {
	all, ok := g.actions(code)
	if !ok || g.position.Over() {
		return false
	}
	g.position.Turn(all)
	g.last = all
	return true
}

func (g *kakomimasuGame) state() state {
	s := state{seats: g.position.Field().Players, seat: -1, over: g.position.Over(), winner: -1}
	if s.over {
		s.winner, _ = g.position.Winner()
	}
	return s
}

func (g *kakomimasuGame) picture(w io.Writer, names []string) error {
	if names == nil {
		names = referee.SeatNames[:g.position.Field().Players]
	}
	return svg.Position(w, g.position, names)
}

func (g *kakomimasuGame) situation(seat int) *referee.TurnState {
	o := &referee.Opening{Board: g.position.Field(), Me: seat, Operation: forEver}
	return &referee.TurnState{Opening: o, Turn: g.position.Turns() + 1, Position: g.position}
}

func (g *kakomimasuGame) ask(seat int, answers [][]string) (question.Turn, string, error) {
	a := asker{answers: answers}
	actions, err := (&page.Person{Ask: a.ask}).Turn(context.Background(), g.situation(seat))
	if errors.Is(err, errAsked) {
		return a.asked, "", nil
	}
	return question.Turn{}, page.PlayerCode(actions), err
}

func (g *kakomimasuGame) advise(ctx context.Context, bot string, seat int) (action, error) {
	actions, err := bots.NewAdviser(bot).Choose(ctx, g.position, seat, g.last[seat])
	slices.SortStableFunc(actions, func(a, b kakomimasu.Action) int { return a.Agent - b.Agent })
	does := action{code: page.PlayerCode(actions), answers: make([]string, g.position.Field().Agents)}
	for agent := range does.answers {
		stays := kakomimasu.Action{Type: kakomimasu.None, To: g.position.Agent(seat, agent)}
		if i := slices.IndexFunc(actions, func(a kakomimasu.Action) bool { return a.Agent == agent }); i >= 0 {
			stays = actions[i]
		}
		if stays.To != kakomimasu.Off {
			does.answers[agent] = fmt.Sprintf("%d %d %d", int(stays.Type), stays.To.X, stays.To.Y)
		}
	}
	return does, err
}

func (g *kakomimasuGame) value(ctx context.Context) (compare.Eval, error) {
	return bots.NewAdviser(botGreedy).Value(ctx, g.position)
}

func (g *kakomimasuGame) misses(ctx context.Context, code string) (all []miss, err error) {
	played, ok := g.actions(code)
	if !ok {
		return nil, errMove
	}
	a := bots.NewAdviser(botSearch)
	for seat := range played {
		chosen, err := a.Choose(ctx, g.position, seat, g.last[seat])
		if err != nil {
			return nil, err
		}
		all = append(all, miss{
			seat: seat, played: page.PlayerCode(played[seat]), best: page.PlayerCode(chosen), loss: a.Loss(g.position, seat, played, chosen),
		})
	}
	return all, nil
}

// words are the agents by their numbers, with arrows for steps, crosses for walls that are taken
// away, and the cell where an agent comes onto the board.
func (g *kakomimasuGame) words(code string) string {
	seats := strings.Split(code, "_")
	for seat, of := range seats {
		actions, _ := readKakomimasuAction(of)
		said := []string{}
		for _, a := range actions {
			who := strconv.Itoa(a.Agent)
			switch cell := fmt.Sprintf("%d,%d", a.To.X, a.To.Y); a.Type {
			case kakomimasu.Put:
				said = append(said, who+"@"+cell)
			case kakomimasu.Remove:
				said = append(said, who+"×"+cell)
			case kakomimasu.Move:
				said = append(said, who+"→"+cell)
			}
		}
		seats[seat] = strings.Join(said, " ")
		if len(said) == 0 {
			seats[seat] = "–"
		}
	}
	return strings.Join(seats, " | ")
}
