package referee

import (
	"context"
	"fmt"
	"strings"

	"github.com/loopline/loopline/trax"
)

// MostOpening is the most plies of an opening.
const MostOpening = 64

// ReadOpening plays the moves of an opening, with spaces between them, on an
// empty board. The error names the ply that is illegal, or says that the game is
// over, or that there are more than [MostOpening].
func ReadOpening(moves string) (*trax.Position, error) {
	p := trax.NewPosition()
	for move := range strings.FieldsSeq(moves) {
		if p.Ply() == MostOpening {
			return nil, fmt.Errorf("more than %d plies", MostOpening)
		}
		if err := p.PlayText(move); err != nil {
			return nil, fmt.Errorf("ply %d, %.40q: %w", p.Ply()+1, move, err)
		}
	}
	if p.Outcome().Over {
		return nil, fmt.Errorf("the game is over at ply %d", p.Ply())
	}
	return p, nil
}

// open plays the opening, if there is one, and tells both players its moves.
func (r *referee) open(ctx context.Context) error {
	moves := strings.Fields(r.cfg.Opening)
	if len(moves) == 0 {
		return nil
	}
	for seat := range seatNames {
		err := r.table.Tell(ctx, seat, TellOpening+" "+strings.Join(moves, " "))
		r.recordFoul(seat, err)
		if err != nil {
			return err
		}
	}
	for _, move := range moves {
		seat := int(r.pos.Turn())
		if err := r.pos.PlayText(move); err != nil {
			return fmt.Errorf("opening: %w", err)
		}
		if err := r.note(seat, move); err != nil {
			return err
		}
	}
	return nil
}

// opened remembers the opening of the next game. The player does not judge it:
// one that is illegal shows at the first move behind it.
func (c *Responder) opened(text string) bool {
	moves, is := strings.CutPrefix(text, TellOpening+" ")
	if is {
		c.opening = strings.Fields(moves)
	}
	return is
}
