package referee

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/host"
)

// Strategy chooses a player's methods.
type Strategy interface {
	// Method chooses a method, knowing the nine cells around.
	Method(around chaser.Window) chaser.Method
	// Seen tells what answered the method.
	Seen(w chaser.Window)
}

// Person is a Strategy of a human, who may take time or give up.
type Person interface {
	// Choose chooses a method, knowing the nine cells around. The error io.EOF
	// gives the game up.
	Choose(ctx context.Context, around chaser.Window) (chaser.Method, error)
	// Seen tells what answered the method.
	Seen(w chaser.Window)
}

// Responder is a player's side of the contest's protocol for one game. Fill in
// the exported fields, then call Serve.
type Responder struct {
	Team     string
	Strategy Strategy
	Person   Person // is asked instead, unless it is nil

	line host.Player
}

var errOver = errors.New("the game is over")

// Serve gives the name and plays until the game is over, the other side closes
// the line, or ctx ends; the first two are no errors.
func (c *Responder) Serve(ctx context.Context, line host.Player) error {
	c.line = line
	_, _, err := line.Send(ctx, c.Team)
	for err == nil {
		err = c.turn(ctx)
	}
	switch {
	case errors.Is(err, errOver):
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, io.EOF):
		return nil
	}
	return err
}

func (c *Responder) turn(ctx context.Context) error {
	text, err := c.receive(ctx)
	if err != nil {
		return err
	}
	if text != AskReady {
		return fmt.Errorf("host said %.40q instead of %s", text, AskReady)
	}
	around, err := c.exchange(ctx, GetReady)
	if err != nil {
		return err
	}
	m, err := c.choose(ctx, around)
	if err != nil {
		return err
	}
	seen, err := c.exchange(ctx, m.String())
	if err != nil && !errors.Is(err, errOver) {
		return err
	}
	if c.Person != nil {
		c.Person.Seen(seen)
	} else {
		c.Strategy.Seen(seen)
	}
	if _, _, sent := c.line.Send(ctx, EndMark); err == nil {
		err = sent
	}
	return err
}

func (c *Responder) choose(ctx context.Context, around chaser.Window) (chaser.Method, error) {
	if c.Person != nil {
		return c.Person.Choose(ctx, around)
	}
	return c.Strategy.Method(around), nil
}

// exchange sends a line and reads the ten digits that answer it. The error is
// errOver if they say so.
func (c *Responder) exchange(ctx context.Context, text string) (w chaser.Window, err error) {
	if _, _, err := c.line.Send(ctx, text); err != nil {
		return w, err
	}
	answer, err := c.receive(ctx)
	if err != nil {
		return w, err
	}
	over, w, err := ParseAnswer(answer)
	if err == nil && over {
		err = errOver
	}
	return w, err
}

func (c *Responder) receive(ctx context.Context) (string, error) {
	text, _, _, err := c.line.Receive(ctx)
	return strings.TrimSpace(text), err
}

// ParseAnswer reads the ten digits that a player is answered with.
func ParseAnswer(text string) (over bool, w chaser.Window, err error) {
	if len(text) != 1+len(w) || text[0] != '0' && text[0] != '1' {
		return false, w, fmt.Errorf("invalid answer %.40q: want 0 or 1 and nine digits", text)
	}
	for i := range w {
		d := text[1+i] - '0'
		if d > 3 {
			return false, w, fmt.Errorf("invalid answer %.40q: digit %d is outside 0 to 3", text, i+2)
		}
		w[i] = d
	}
	return text[0] == '0', w, nil
}
