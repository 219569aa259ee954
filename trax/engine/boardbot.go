package engine

import (
	"context"
	"time"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine/searchmodel"
)

// boardCycles is the default limit of bot:board: 0.9 s at 12 MHz.
const boardCycles = 12_000_000 / 10 * 9

// boardBot plays the moves of ll_search_core by its reference model, limited in clock cycles.
// Time cuts it short only on a machine slower than the hardware.
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
	model := searchmodel.New()
	switch {
	case o.Windows:
		model = searchmodel.NewWithWindows(boardImage())
	case o.Weights != nil:
		model = searchmodel.NewWeighted(o.Weights)
	}
	return &boardBot{model, o.Clock, l}
}

// Move implements [Bot]. In positions that are too large for the board it plays any legal move.
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
