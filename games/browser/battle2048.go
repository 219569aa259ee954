package browser

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/bots"
	"github.com/loopline/loopline/games/battle2048/page"
	"github.com/loopline/loopline/games/battle2048/referee"
	"github.com/loopline/loopline/games/battle2048/svg"
	"github.com/loopline/loopline/host/compare"
)

// battle2048Game is a game of 2048 versus.
type battle2048Game struct {
	position battle2048.Position
	last     *svg.Move
}

func beginBattle2048([]byte) (game, error) { return &battle2048Game{}, nil }

func (g *battle2048Game) play(code string) bool {
	line, after := strings.ReplaceAll(code, "-", " "), g.position
	last := &svg.Move{Seat: after.Next()}
	reason := battle2048.None
	if !after.Started() {
		reason = after.Start(line)
		c, _ := battle2048.ParseStart(line)
		last.Cells = []battle2048.Cell{c}
	} else {
		reason = after.Play(line)
		a, _ := battle2048.ParseAnswer(line)
		last.Slide, last.Cells = &a.Direction, a.Cells
	}
	if reason != battle2048.None {
		return false
	}
	g.position, g.last = after, last
	return true
}

func (g *battle2048Game) state() state {
	return state{seats: 2, seat: g.position.Next(), over: g.position.Over, winner: g.position.Winner()}
}

func (g *battle2048Game) picture(w io.Writer, names []string) error {
	both := referee.SeatNames
	if names != nil {
		both = [2]string(names)
	}
	p := g.position
	return svg.Position(w, &p, g.last, both)
}

func (g *battle2048Game) ask(seat int, answers [][]string) (question.Turn, string, error) {
	a := asker{answers: answers}
	person := &page.Person{Ask: a.ask}
	code, err := "", error(nil)
	if p := &g.position; !p.Started() {
		var c battle2048.Cell
		c, err = person.Start(context.Background(), seat)
		code = c.String()
	} else {
		person.Me = seat
		var answer battle2048.Answer
		answer, err = person.Turn(context.Background(), referee.StateOf(p, forEver), forEver)
		code = answer.String()
	}
	if errors.Is(err, errAsked) {
		return a.asked, "", nil
	}
	return question.Turn{}, page.Code(code), err
}

func (g *battle2048Game) advise(ctx context.Context, bot string, _ int) (action, error) {
	line, err := bots.NewAdviser(bot).Choose(ctx, &g.position)
	does := action{code: page.Code(line)}
	if first, _, found := strings.Cut(line, " "); found && g.position.Started() {
		does.answers = []string{first}
	} else if c, reason := battle2048.ParseStart(line); reason == battle2048.None {
		does.answers = []string{fmt.Sprintf("%d 1", c)}
	}
	return does, err
}

func (g *battle2048Game) value(ctx context.Context) (compare.Eval, error) {
	return bots.NewAdviser(botSearch).Value(ctx, &g.position)
}

func (g *battle2048Game) misses(ctx context.Context, code string) ([]miss, error) {
	m, err := bots.NewAdviser(botSearch).Compare(ctx, &g.position, strings.ReplaceAll(code, "-", " "))
	if m == nil || err != nil {
		return nil, err
	}
	missed := miss{seat: m.Seat, played: code, best: page.Code(m.Bot)}
	if missed.wins = m.Loss == nil && m.Note != "" && m.Note != "wins"; m.Loss != nil {
		missed.loss = max(0, *m.Loss)
	}
	return []miss{missed}, nil
}

// words are the slide, and the tiles of the attack: their value, the cells' rows and columns.
func (g *battle2048Game) words(code string) string {
	line := strings.ReplaceAll(code, "-", " ")
	if c, reason := battle2048.ParseStart(line); reason == battle2048.None {
		return "2@" + cellWords(c)
	}
	a, reason := battle2048.ParseAnswer(line)
	if reason != battle2048.None {
		return line
	}
	text := [...]string{battle2048.Up: "↑", battle2048.Right: "→", battle2048.Down: "↓", battle2048.Left: "←"}[a.Direction]
	text += fmt.Sprintf(" %d@", 1<<min(a.Exponent, battle2048.MaxExponent))
	for i, c := range a.Cells {
		if i > 0 {
			text += " "
		}
		text += cellWords(c)
	}
	return text
}

func cellWords(c battle2048.Cell) string { return strings.ReplaceAll(c.String(), " ", ",") }
