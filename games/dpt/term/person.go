package term

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/host/terminal"
)

// Person is a referee.Strategy that asks a person at a terminal. Several people
// may share one: who is asked is who reads.
type Person struct {
	Seat  string // that the person plays
	Out   io.Writer
	Style terminal.Style

	// Read returns the next line that is typed, or io.EOF when there will be
	// none.
	Read func(ctx context.Context) (string, error)

	left error // why the person plays no more
}

// Left implements referee.Resigner: the end of the input gives the game up.
func (p *Person) Left() error { return p.left }

// Choose shows the field, where the person's team is A, and asks until it gets
// actions that are possible.
func (p *Person) Choose(ctx context.Context, s *referee.TurnState, _ time.Duration) []dpt.Action {
	g := dpt.New(dpt.Rules{Field: s.Field, Turns: s.Turns})
	_, field, _ := strings.Cut(string(Append(nil, g, p.Style, terminal.Unbounded)), "\n")
	fmt.Fprintf(p.Out, "\n%s, turn %d of %d: you, A, have %d, B has %d\n%s",
		p.Seat, s.Turn, s.Turns, s.Points[0].Total(), s.Points[1].Total(), field)
	if agents := s.Field.Agents[0]; len(agents) > 1 {
		fmt.Fprint(p.Out, "your agents, column and row from 0:")
		for _, at := range agents {
			fmt.Fprintf(p.Out, "  %d %d", at.X, at.Y)
		}
		fmt.Fprintln(p.Out)
	}
	for {
		fmt.Fprintf(p.Out, "%s, %s (? explains, Ctrl-D gives up): ", p.Seat, wanted(len(s.Field.Agents[0])))
		text, err := p.Read(ctx)
		if err == io.EOF {
			fmt.Fprintln(p.Out)
		}
		if err != nil {
			p.left = err
			return nil
		}
		if actions, ok := p.understand(strings.ToLower(text), s); ok {
			return actions
		}
	}
}

// wanted is the remedy after input that can't be parsed.
func wanted(agents int) string {
	if agents == 1 {
		return "m or x and a direction, or s"
	}
	return fmt.Sprintf("%d times m or x and a direction, or s", agents)
}

// understand reads what was typed, or says what is wrong with it.
func (p *Person) understand(text string, s *referee.TurnState) ([]dpt.Action, bool) {
	words := strings.Fields(text)
	if len(words) == 1 && words[0] == "?" {
		fmt.Fprintln(p.Out, "m moves, x removes a tile, s stays; directions are u, ur, r, dr, d, dl, l, ul.\n"+
			"mur moves up and right. Of several agents each has a word, as they are listed")
		return nil, false
	}
	if len(words) != len(s.Field.Agents[0]) {
		fmt.Fprintf(p.Out, "write %s\n", wanted(len(s.Field.Agents[0])))
		return nil, false
	}
	var actions [2][]dpt.Action
	for _, word := range words {
		a, err := parseWord(word)
		if err != nil {
			fmt.Fprintln(p.Out, err)
			return nil, false
		}
		actions[0] = append(actions[0], a)
	}
	actions[1] = make([]dpt.Action, len(s.Field.Agents[1]))
	for i, applied := range dpt.NewPosition(s.Field, false).Play(actions)[0] {
		if applied == dpt.Illegal {
			fmt.Fprintf(p.Out, "%s is against the rules\n", words[i])
			return nil, false
		}
	}
	return actions[0], true
}

// directions are the steps that can be typed.
var directions = map[string][2]int{
	"u": {0, -1}, "ur": {1, -1}, "r": {1, 0}, "dr": {1, 1}, "d": {0, 1}, "dl": {-1, 1}, "l": {-1, 0}, "ul": {-1, -1},
}

// parseWord reads the action of an agent.
func parseWord(word string) (dpt.Action, error) {
	if word == "s" {
		return dpt.Action{}, nil
	}
	kind := dpt.Move
	if word[0] == 'x' {
		kind = dpt.Remove
	}
	step, ok := directions[word[1:]]
	if !ok || word[0] != 'm' && word[0] != 'x' {
		return dpt.Action{}, fmt.Errorf("unknown action %.20q; write such as mur, xd or s", word)
	}
	return dpt.Action{Type: kind, DX: step[0], DY: step[1]}, nil
}
