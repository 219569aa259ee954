package referee

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/host"
)

// Strategy chooses the actions of a team.
type Strategy interface {
	// Choose chooses an action for each agent of team 0 within the limit.
	Choose(ctx context.Context, s *TurnState, limit time.Duration) []dpt.Action
}

// OnEnd is a Strategy that wants to know how a game ended.
type OnEnd interface {
	// End gets the last situation, and one of EndWon, EndLost and EndDrawn.
	End(s *TurnState, how string)
}

// Resigner is a Strategy that may leave a game.
type Resigner interface {
	// Left is why it plays no more; nil while it does. [context.DeadlineExceeded] is of one that
	// has no answer in this turn alone.
	Left() error
}

// Responder is a player's side of the protocol. Fill in the exported fields,
// then call Serve; it is used by one goroutine at a time.
type Responder struct {
	Strategy Strategy
	Limit    time.Duration // for a turn; 0 is what the host says
	Say      func(string)  // gets notices for the user

	lines []string // of the situation that is coming in
}

// Serve plays one game after another over a line, until the other side closes
// it, which is no error, or ctx ends.
func (c *Responder) Serve(ctx context.Context, line host.Player) error {
	return host.Respond(ctx, line, strings.TrimSpace, func(ctx context.Context, text string) (string, error) {
		answer := c.Answer(ctx, text)
		if l, ok := c.Strategy.(Resigner); ok {
			switch err := l.Left(); {
			case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
				return "", nil
			case err != nil:
				return "", err
			}
		}
		return answer, nil
	})
}

// maxLines is the number of lines a situation may have.
const maxLines = headLines + 2*dpt.MaxSide

// Answer takes in one line, without its end, and returns the answer, empty when
// none is due.
func (c *Responder) Answer(ctx context.Context, text string) string {
	switch {
	case strings.HasPrefix(text, "turn "):
		c.lines = append(c.lines[:0], text)
		return ""
	case strings.HasPrefix(text, "end "):
		if s := c.situation(); s != nil {
			if e, ok := c.Strategy.(OnEnd); ok {
				e.End(s, text)
			}
		}
		return ""
	case text != AskAction:
		if len(c.lines) < maxLines {
			c.lines = append(c.lines, text)
		}
		return ""
	}
	s := c.situation()
	if s == nil {
		return ""
	}
	limit := s.Limit
	if c.Limit > 0 {
		limit = min(limit, c.Limit)
	}
	return Answer(s.Turn, c.Strategy.Choose(ctx, s, limit))
}

func (c *Responder) situation() *TurnState {
	s, err := ParseTurnState(c.lines)
	c.lines = c.lines[:0]
	if err != nil {
		c.Say(fmt.Sprintf("passed over what the host said: %v", err))
		return nil
	}
	return s
}
