package term

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
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

// Start asks for the cell of the other's board where its first tile lies. The end
// of the input gives the game up, with io.EOF.
func (p *Person) Start(ctx context.Context, _ int) (battle2048.Cell, error) {
	for {
		text, err := p.ask(ctx, "row and column of the other's first tile")
		if err != nil {
			return 0, err
		}
		if c, reason := battle2048.ParseStart(text); reason == battle2048.None {
			return c, nil
		}
		fmt.Fprintln(p.Out, "write two numbers from 1 to 5, such as 3 3")
	}
}

// Turn shows both boards and asks until it gets a legal answer. The end of the
// input gives the game up, with io.EOF.
func (p *Person) Turn(ctx context.Context, s *referee.TurnState, _ time.Duration) (battle2048.Answer, error) {
	g := battle2048.Position{Boards: s.Boards, Scores: s.Scores} // its own board is the first
	fmt.Fprintf(p.Out, "\nturn %d, your board, then the other's\n%s", s.Turn, Append(nil, &g, p.Style, terminal.Unbounded))
	for {
		text, err := p.ask(ctx, "D M V r1 c1 ... or U R D L alone to see what it merges")
		if err != nil {
			return battle2048.Answer{}, err
		}
		if a, ok := p.understand(strings.ToUpper(text), s); ok {
			return a, nil
		}
	}
}

// ask asks for a line.
func (p *Person) ask(ctx context.Context, what string) (string, error) {
	fmt.Fprintf(p.Out, "%s, %s (Ctrl-D gives up): ", p.Seat, what)
	text, err := p.Read(ctx)
	if err == io.EOF {
		fmt.Fprintln(p.Out)
	}
	return strings.Join(strings.Fields(text), " "), err
}

// understand parses a typed line as a legal answer, or says why it is invalid.
func (p *Person) understand(text string, s *referee.TurnState) (battle2048.Answer, bool) {
	if d, ok := battle2048.ParseDirection(text); ok {
		own := s.Boards[0]
		merges, gain, moved := own.Slide(d)
		if !moved {
			fmt.Fprintf(p.Out, "%s changes nothing\n", text)
		} else {
			fmt.Fprintf(p.Out, "%s merges %d times for %d points: the attack's tiles add up to %d\n", text, merges, gain, 2<<merges)
		}
		return battle2048.Answer{}, false
	}
	a, reason := battle2048.ParseAnswer(text)
	if reason == battle2048.None {
		reason = try(a, s)
	}
	if reason != battle2048.None {
		fmt.Fprintln(p.Out, referee.Detail(reason))
		return a, false
	}
	return a, true
}

// try is the reason for which an answer would lose.
func try(a battle2048.Answer, s *referee.TurnState) battle2048.Reason {
	own, other := s.Boards[0], s.Boards[1]
	merges, _, moved := own.Slide(a.Direction)
	if !moved {
		return battle2048.CannotMove
	}
	return other.Attack(a, merges)
}
