package engine

import (
	"context"
	"time"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine/searchmodel"
)

// boardCycles is how long the board that searches thinks where nothing else is said: nine
// tenths of a second at 12 MHz.
const boardCycles = 12_000_000 / 10 * 9

// boardBot answers what the board that searches would, in its own measure of time:
// clock cycles. Time cuts it short only where this machine is slower.
type boardBot struct {
	model  *searchmodel.Model
	clock  clock
	limits searchmodel.Limits
}

func newBoardBot(o Options) *boardBot {
	l := searchmodel.Limits{Depth: min(o.Depth, 15), Cycles: o.Cycles, Nodes: o.Nodes}
	if o.Depth == 0 && o.Nodes == 0 && o.Cycles == 0 {
		l.Cycles = boardCycles
	}
	return &boardBot{searchmodel.New(), o.clock, l}
}

// Move implements [Bot]. Where the board is silent, for want of room, it plays any legal
// move.
func (t *boardBot) Move(ctx context.Context, p *trax.Position, limit time.Duration) (trax.Move, error) {
	fallback, err := anyMove(p)
	if err != nil {
		return trax.Move{}, err
	}
	b := newLimits(ctx, t.clock, limit, 0)
	l := t.limits
	l.Stop = func() bool {
		b.checkTime()
		return b.stopped
	}
	if r, ok := t.model.Choose(p, l); ok {
		return r.Move, nil
	}
	return fallback, nil
}
