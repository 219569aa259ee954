package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/bots"
	"github.com/loopline/loopline/games/dpt/page"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/games/dpt/svg"
	"github.com/loopline/loopline/host/compare"
)

func readDPTAction(code string) (all []dpt.Action, ok bool) {
	if code == "" {
		return nil, true
	}
	for _, text := range strings.Split(code, ",") {
		a := dpt.Action{}
		if text != "s" {
			at := strings.IndexAny(text, "mr")
			if at != 0 {
				return nil, false
			}
			a.Type = dpt.Type(strings.IndexByte(page.Letters, text[0]))
			if a.DX, a.DY, ok = pair(text[1:]); !ok {
				return nil, false
			}
		}
		all = append(all, a)
	}
	return all, true
}

// dptGame is a game of DPT.
type dptGame struct {
	adviser *bots.Adviser
	values  [][]int
}

func beginDPT(start []byte) (game, error) {
	var s page.Start
	if err := json.Unmarshal(start, &s); err != nil {
		return nil, err
	}
	f, err := dpt.ReadField(s.Field)
	if err != nil {
		return nil, err
	}
	r := dpt.Rules{Field: f, Turns: s.Turns, Swap: s.Swap, Redraw: dpt.Never}
	if err := r.Check(); err != nil {
		return nil, err
	}
	for _, v := range s.Values {
		if v != nil && len(v) != len(f.Values) {
			return nil, errors.New("as many values as cells are shown")
		}
	}
	return &dptGame{bots.NewAdviser(r), s.Values}, nil
}

func (g *dptGame) actions(code string) (actions [2][]dpt.Action, ok bool) {
	all, ok := readSeats(code, len(actions), readDPTAction)
	for team, of := range all {
		actions[team], ok = of, ok && len(of) == len(g.adviser.Game().Agents(team))
	}
	return actions, ok
}

func (g *dptGame) play(code string) bool {
	actions, ok := g.actions(code)
	if !ok || g.adviser.Game().Over() {
		return false
	}
	var values []int
	if turn := g.adviser.Game().Turn(); turn < len(g.values) {
		values = g.values[turn]
	}
	g.adviser.Play(actions, values)
	return true
}

func (g *dptGame) state() state {
	p := g.adviser.Game()
	s := state{seats: 2, seat: -1, over: p.Over(), winner: -1}
	if s.over {
		s.winner, _ = dpt.Decide([2]dpt.Points{p.Points(0), p.Points(1)})
	}
	return s
}

func (g *dptGame) picture(w io.Writer, _ []string) error { return svg.Position(w, g.adviser.Game()) }

func (g *dptGame) ask(seat int, answers [][]string) (question.Turn, string, error) {
	p := g.adviser.Game()
	situation := (&referee.TurnState{Turn: p.Turn() + 1, Turns: p.Rules().Turns, Limit: forEver, Field: p.Field()}).Of(seat)
	a := asker{answers: answers}
	person := &page.Person{Ask: a.ask}
	actions := person.Choose(context.Background(), situation, forEver)
	if errors.Is(person.Left(), errAsked) {
		return a.asked, "", nil
	}
	return question.Turn{}, page.TeamCode(actions), person.Left()
}

func (g *dptGame) advise(ctx context.Context, bot string, seat int) (action, error) {
	actions, err := g.adviser.Choose(ctx, bot, seat)
	does := action{code: page.TeamCode(actions)}
	for _, a := range actions {
		does.answers = append(does.answers, fmt.Sprintf("%d %d %d", a.Type, a.DX, a.DY))
	}
	return does, err
}

func (g *dptGame) value(context.Context) (compare.Eval, error) { return g.adviser.Value() }

func (g *dptGame) misses(ctx context.Context, code string) (all []miss, err error) {
	played, ok := g.actions(code)
	if !ok {
		return nil, errMove
	}
	for team := range played {
		chosen, err := g.adviser.Choose(ctx, botSearch, team)
		if err != nil {
			return nil, err
		}
		const tenths = 10 // values count them, losses points
		all = append(all, miss{
			seat: team, played: page.TeamCode(played[team]), best: page.TeamCode(chosen), loss: tenths * g.adviser.Loss(team, played, chosen),
		})
	}
	return all, nil
}

// words are an arrow for each agent that moves, with a cross where it takes a tile away.
func (g *dptGame) words(code string) string {
	teams := strings.Split(code, "_")
	for team, of := range teams {
		actions, _ := readDPTAction(of)
		said := []string{}
		for _, a := range actions {
			switch a.Type {
			case dpt.Move:
				said = append(said, arrow(a.DX, a.DY))
			case dpt.Remove:
				said = append(said, "×"+arrow(a.DX, a.DY))
			default:
				said = append(said, "·")
			}
		}
		teams[team] = strings.Join(said, " ")
	}
	return strings.Join(teams, " | ")
}
