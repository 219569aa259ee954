package referee

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/trax"
)

// Strategy chooses a player's moves: an engine.Bot, or a person. The move must
// be legal and chosen within the limit; the position is as it was when Move
// returns.
type Strategy interface {
	Move(ctx context.Context, p *trax.Position, limit time.Duration) (trax.Move, error)
}

// Responder is a player's side of the contest's protocol, as docs/protocol.md
// has it. Fill in the exported fields, then call Serve; it is used by one
// goroutine at a time.
type Responder struct {
	Team     string        // its team code
	Limit    time.Duration // for a move
	Strategy Strategy
	Say      func(string) // gets notices for the user

	log     atomic.Pointer[func(string)]
	pos     *trax.Position
	opening []string // of the next game
	playing bool
	color   trax.Color
}

// Serve plays one game after another over a line, until the other side closes
// it, which is no error, or ctx ends.
func (c *Responder) Serve(ctx context.Context, line host.Player) error {
	c.Reset()
	return host.Respond(ctx, line, Trim, c.Answer)
}

// LogAnswers has what Log is given told to log, such as a record's, and no longer
// said. It may be called while the player answers.
func (c *Responder) LogAnswers(log func(text string)) { c.log.Store(&log) }

// Log tells what the player thinks of the answer that it is about to give.
func (c *Responder) Log(text string) {
	if log := c.log.Load(); log != nil {
		(*log)(text)
		return
	}
	c.Say(text)
}

// Reset makes the player as new.
func (c *Responder) Reset() { c.pos, c.opening, c.playing = trax.NewPosition(), nil, false }

// Answer takes in one line, without its end, and returns the answer, empty when
// none is due. Reset comes before the first.
func (c *Responder) Answer(ctx context.Context, text string) (string, error) {
	switch text {
	case AskTeam:
		return c.Team, nil
	case AskFirst:
		return c.begin(ctx, trax.White)
	case TellRed, TellRedAlt:
		return c.begin(ctx, trax.Red)
	case TellEnd:
		c.playing = false
		return "", nil
	}
	if c.opened(text) {
		return "", nil
	}
	if !c.playing {
		c.Say(fmt.Sprintf("no game is on, passed over %.40q", text))
		return "", nil
	}
	if err := c.pos.PlayText(text); err != nil {
		c.playing = false
		c.Say(fmt.Sprintf("the opponent's ply %d is illegal: %v", c.pos.Ply()+1, err))
		return "", nil
	}
	return c.move(ctx)
}

// begin begins a game, behind its opening.
func (c *Responder) begin(ctx context.Context, color trax.Color) (string, error) {
	c.pos.Reset()
	c.playing, c.color = true, color
	opening := c.opening
	c.opening = nil
	for _, move := range opening {
		if err := c.pos.PlayText(move); err != nil {
			c.playing = false
			c.Say(fmt.Sprintf("the opening's ply %d is illegal: %v", c.pos.Ply()+1, err))
			return "", nil
		}
	}
	return c.move(ctx)
}

// move chooses and plays our move if it is due.
func (c *Responder) move(ctx context.Context) (string, error) {
	if c.pos.Outcome().Over || c.pos.Turn() != c.color {
		c.playing = !c.pos.Outcome().Over
		return "", nil
	}
	m, err := c.Strategy.Move(ctx, c.pos, c.Limit)
	if err != nil {
		return "", err
	}
	if err := c.pos.Play(m); err != nil {
		return "", fmt.Errorf("our own ply %d is illegal: %w", c.pos.Ply()+1, err)
	}
	c.playing = !c.pos.Outcome().Over
	return m.String(), nil
}
