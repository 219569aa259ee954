package host

import (
	"context"
	"errors"
	"io"
)

// Respond is the player's side of a line: it hands each line that comes in to
// answer, without white space around it as trim has it, and sends what answer
// returns unless that is empty. It returns nil when the other side closes the
// line, and otherwise what ended it: ctx, the line, or answer's error.
func Respond(ctx context.Context, line Player, trim func(string) string, answer func(context.Context, string) (string, error)) error {
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
		said, err := answer(ctx, trim(text))
		if err != nil {
			return err
		}
		if said == "" {
			continue
		}
		if _, _, err := line.Send(ctx, said); err != nil {
			return err
		}
	}
}
