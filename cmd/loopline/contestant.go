package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/trax"
)

// chooser chooses a player's moves: an engine.Bot, or a person.
type chooser interface {
	Move(ctx context.Context, p *trax.Position, limit time.Duration) (trax.Move, error)
}

// contestant is a player's side of the contest's protocol, as docs/protocol.md
// has it.
type contestant struct {
	team    string
	limit   time.Duration // for a move
	chooser chooser
	say     func(string) // remarks for people

	pos     *trax.Position
	playing bool
	color   trax.Color
}

// serve plays one game after another over a line, until the other side hangs
// up, which is no error, or ctx ends.
func (c *contestant) serve(ctx context.Context, line *bridge.Line) error {
	c.reset()
	for {
		text, _, _, err := line.Receive(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		answer, err := c.hear(ctx, trimLine(text))
		if err != nil {
			return err
		}
		if answer == "" {
			continue
		}
		if _, _, err := line.Send(ctx, answer); err != nil {
			return err
		}
	}
}

// reset makes the player as new.
func (c *contestant) reset() { c.pos, c.playing = trax.NewPosition(), false }

// hear takes in one line and returns the answer, empty when none is due.
func (c *contestant) hear(ctx context.Context, text string) (string, error) {
	switch text {
	case "-T":
		return c.team, nil
	case "-W":
		c.begin(trax.White)
		return c.move(ctx)
	case "-B", "-R":
		c.begin(trax.Red)
		return "", nil
	case "-E":
		c.playing = false
		return "", nil
	}
	if !c.playing {
		c.say(fmt.Sprintf("no game is on, passed over %.40q", text))
		return "", nil
	}
	if err := c.pos.PlayText(text); err != nil {
		c.playing = false
		c.say(fmt.Sprintf("the opponent's ply %d is illegal: %v", c.pos.Ply()+1, err))
		return "", nil
	}
	return c.move(ctx)
}

func (c *contestant) begin(color trax.Color) {
	c.pos.Reset()
	c.playing, c.color = true, color
}

// move chooses and plays our move if it is due.
func (c *contestant) move(ctx context.Context) (string, error) {
	if c.pos.Outcome().Over || c.pos.Turn() != c.color {
		c.playing = !c.pos.Outcome().Over
		return "", nil
	}
	m, err := c.chooser.Move(ctx, c.pos, c.limit)
	if err != nil {
		return "", err
	}
	if err := c.pos.Play(m); err != nil {
		return "", fmt.Errorf("our own ply %d is illegal: %w", c.pos.Ply()+1, err)
	}
	c.playing = !c.pos.Outcome().Over
	return m.String(), nil
}
