package bots

import (
	"context"
	"time"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
	"github.com/loopline/loopline/games/battle2048/searchmodel"
)

// board plays as the RTL board does, by its reference model: it uses up its time by the
// clock cycles of the board and the bits of its answers, not by the time that it takes.
type board struct {
	clock int // of the board, in Hz
	total time.Duration
	used  time.Duration
}

const (
	boardClock    = 12_000_000
	minBoardClock = 1_000_000
	maxBoardClock = 1_000_000_000

	boardBaud = 115_200
	frameBits = 10 // of a byte
)

func (b *board) Start(context.Context, int) (battle2048.Cell, error) {
	b.total, b.used = 0, 0
	return searchmodel.StartCell, nil
}

func (b *board) Turn(_ context.Context, s *referee.TurnState, _ time.Duration) (battle2048.Answer, error) {
	b.total = max(b.total, s.Left)
	left := max(0, min(s.Left, b.total-b.used))
	r, ok := searchmodel.Choose(&s.Boards[0], &s.Boards[1], searchmodel.Limits{
		Ticks: int(min(left.Milliseconds(), searchmodel.MaxTicks)), TickCycles: searchmodel.TickCycles(b.clock),
	})
	if !ok {
		return battle2048.Answer{}, errStuck
	}
	bits := frameBits * len(r.Answer.String()+"\n")
	b.used += time.Duration(r.Cycles)*time.Second/time.Duration(b.clock) + time.Duration(bits)*time.Second/boardBaud
	return r.Answer, nil
}
