package referee

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/host"
)

// TurnState is the state that the referee sends a player in a turn.
type TurnState struct {
	Turn   int
	Left   time.Duration // for all the turns that follow
	Scores [2]int64      // its own, then the other's
	Boards [2]battle2048.Grid
}

// StateOf returns a position as who is to move sees it, with a time that is left.
func StateOf(p *battle2048.Position, left time.Duration) *TurnState {
	me := p.Next()
	return &TurnState{
		Turn: p.Turn(), Left: left, Boards: [2]battle2048.Grid{p.Boards[me], p.Boards[1-me]},
		Scores: [2]int64{p.Scores[me], p.Scores[1-me]},
	}
}

// Strategy chooses a player's answers.
type Strategy interface {
	// Start chooses the cell of the other's board where its first tile lies.
	Start(ctx context.Context, player int) (battle2048.Cell, error)
	// Turn chooses a legal answer within the limit. The player can slide.
	Turn(ctx context.Context, s *TurnState, limit time.Duration) (battle2048.Answer, error)
}

// Responder is a player's side of the contest's protocol. Fill in the exported
// fields, then call Serve; it is used by one goroutine at a time.
type Responder struct {
	Strategy Strategy
	Limit    time.Duration // for a turn
	Say      func(string)  // gets notices for the user

	lines []string // of the question that is coming in
}

// questionLines is the number of lines of a question.
const questionLines = 1 + 2*battle2048.Size

// Serve plays one game after another over a line, until the other side closes
// it, which is no error, or ctx ends.
func (c *Responder) Serve(ctx context.Context, line host.Player) error {
	return host.Respond(ctx, line, strings.TrimSpace, c.Answer)
}

// Answer takes in one line, without its end, and returns the answer, empty when
// none is due.
func (c *Responder) Answer(ctx context.Context, text string) (string, error) {
	if text == "0" || text == "1" {
		c.lines = nil
		player, _ := strconv.Atoi(text)
		cell, err := c.Strategy.Start(ctx, player)
		return cell.String(), err
	}
	if c.lines = append(c.lines, text); len(c.lines) < questionLines {
		return "", nil
	}
	s, err := ParseQuestion(c.lines)
	c.lines = nil
	if err != nil {
		c.Say(fmt.Sprintf("passed over a question: %v", err))
		return "", nil
	}
	a, err := c.Strategy.Turn(ctx, s, c.Limit)
	if err != nil {
		return "", err
	}
	return a.String(), nil
}

// ParseQuestion reads the eleven lines that ask for a turn.
func ParseQuestion(lines []string) (*TurnState, error) {
	if len(lines) != questionLines {
		return nil, fmt.Errorf("a question has %d lines, not %d", questionLines, len(lines))
	}
	var s TurnState
	var left int64
	if _, err := fmt.Sscan(lines[0], &s.Turn, &left, &s.Scores[0], &s.Scores[1]); err != nil {
		return nil, fmt.Errorf("first line %.40q: %w", lines[0], err)
	}
	s.Left = time.Duration(min(max(0, left), 1<<40)) * time.Millisecond
	for i := range s.Boards {
		rows := lines[1+i*battle2048.Size:][:battle2048.Size]
		var err error
		if s.Boards[i], err = battle2048.ParseGrid(strings.Join(rows, " ")); err != nil {
			return nil, err
		}
	}
	return &s, nil
}
