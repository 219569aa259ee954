package term

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
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
}

// Begin says whose walls are the person's.
func (p *Person) Begin(o *referee.Opening) string {
	fmt.Fprintf(p.Out, "%s, you are %c, with agents 0 to %d\n", p.Seat, 'A'+o.Me, o.Board.Agents-1)
	return p.Seat
}

// End is referee.Strategy's: the match says how the game has ended.
func (p *Person) End(*referee.TurnState) {}

// Turn shows the board and asks until it gets actions that are possible. The end
// of the input gives the game up, with io.EOF.
func (p *Person) Turn(ctx context.Context, s *referee.TurnState) ([]kakomimasu.Action, error) {
	fmt.Fprintf(p.Out, "\nturn %d of %d\n%s", s.Turn, s.Board.Turns,
		Append(nil, s.Position, referee.SeatNames[:s.Board.Players], p.Style, terminal.Unbounded))
	for agent := range s.Board.Agents {
		at := "off the board"
		if c := s.Position.Agent(s.Me, agent); c != kakomimasu.Off {
			at = fmt.Sprintf("at %d %d", c.X, c.Y)
		}
		fmt.Fprintf(p.Out, "agent %d is %s\n", agent, at)
	}
	for {
		fmt.Fprintf(p.Out, "%s, agent P, M or R x y for each, or nothing (? explains, Ctrl-D gives up): ", p.Seat)
		text, err := p.Read(ctx)
		if err == io.EOF {
			fmt.Fprintln(p.Out)
		}
		if err != nil {
			return nil, err
		}
		if actions, ok := p.understand(strings.ToUpper(strings.TrimSpace(text)), s); ok {
			return actions, nil
		}
	}
}

// understand reads what was typed, or says what is wrong with it.
func (p *Person) understand(text string, s *referee.TurnState) ([]kakomimasu.Action, bool) {
	if text == "?" {
		fmt.Fprintln(p.Out, "0 P 5 6 puts agent 0 onto the cell in column 5 and row 6, counted from 0 at the top left;\n"+
			"1 M 5 7 moves agent 1 to a neighbour, 2 R 4 4 removes a wall beside agent 2. Write them in one line")
		return nil, false
	}
	actions, err := referee.ParseAnswer(s.Turn, fmt.Sprintf("%d %s", s.Turn, text))
	if err != nil {
		fmt.Fprintf(p.Out, "that %v\n", err)
		return nil, false
	}
	all := make([][]kakomimasu.Action, s.Board.Players)
	all[s.Me] = actions
	for i, result := range s.Position.Clone().Turn(all)[s.Me] {
		if a := actions[i]; result != kakomimasu.Done {
			fmt.Fprintf(p.Out, "agent %d, %v %d %d: %v\n", a.Agent, a.Type, a.To.X, a.To.Y, result)
			return nil, false
		}
	}
	return actions, true
}
