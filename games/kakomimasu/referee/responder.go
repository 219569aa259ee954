package referee

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/host"
)

// Strategy chooses what a player's agents do.
type Strategy interface {
	// Begin tells of a game that begins, and returns the player's name.
	Begin(o *Opening) string
	// Turn chooses the actions of a turn within the time for operations. The error
	// [context.DeadlineExceeded] is of one that has no answer in this turn alone.
	Turn(ctx context.Context, s *TurnState) ([]kakomimasu.Action, error)
	// End tells how a game ended.
	End(s *TurnState)
}

// Responder is a player's side of the line form. Fill in the exported fields,
// then call Serve; it is used by one goroutine at a time.
type Responder struct {
	Strategy Strategy
	Say      func(string) // gets notices for the user

	opening *Opening
	lines   []string // of the question that is coming in
}

// maxQuestion is the most lines of a question.
const maxQuestion = 2 + 2*kakomimasu.MaxPlayers + MaxSide

// Serve plays one game after another over a line, until the other side closes
// it, which is no error, or ctx ends.
func (c *Responder) Serve(ctx context.Context, line host.Player) error {
	return host.Respond(ctx, line, strings.TrimSpace, c.Answer)
}

// Answer takes in one line, without its end, and returns the answer, empty when
// none is due.
func (c *Responder) Answer(ctx context.Context, text string) (string, error) {
	first, _, _ := strings.Cut(text, " ")
	if first == wordGame || first == wordTurn || first == wordEnd {
		c.lines = nil
	}
	if c.lines = append(c.lines, text); len(c.lines) > maxQuestion {
		c.lines = nil
	}
	switch text {
	case wordName:
		return c.begin(), nil
	case wordAct, wordOver:
		return c.turn(ctx)
	}
	return "", nil
}

// begin takes in the first question.
func (c *Responder) begin() string {
	lines := c.lines
	c.lines = nil
	o, err := parseOpening(lines)
	if err != nil {
		c.Say(fmt.Sprintf("passed over a question: %v", err))
		return ""
	}
	c.opening = o
	return c.Strategy.Begin(o)
}

// turn takes in the question of a turn, or the end.
func (c *Responder) turn(ctx context.Context) (string, error) {
	lines := c.lines
	c.lines = nil
	if c.opening == nil {
		c.Say("passed over a turn of a game that has not begun")
		return "", nil
	}
	s, err := parseSituation(c.opening, lines)
	if err != nil {
		c.Say(fmt.Sprintf("passed over a question: %v", err))
		return "", nil
	}
	if s.Turn == 0 {
		c.Strategy.End(s)
		return "", nil
	}
	actions, err := c.Strategy.Turn(ctx, s)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return Answer(s.Turn, actions), nil
}
