package bots

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
)

// greedy slides so that it gains most and keeps room, and attacks where it hurts
// most. It does not look at the opponent's answer.
type greedy struct{ rng *rand.Rand }

func (b *greedy) Start(context.Context, int) (battle2048.Cell, error) {
	return battle2048.Cell(b.rng.IntN(battle2048.Cells)), nil
}

func (b *greedy) Turn(_ context.Context, s *referee.TurnState, _ time.Duration) (battle2048.Answer, error) {
	var best battle2048.Answer
	most, found := math.MinInt, false
	for _, d := range b.rng.Perm(4) {
		own := s.Boards[0]
		merges, gain, moved := own.Slide(battle2048.Direction(d))
		if !moved {
			continue
		}
		for _, a := range attacks(&s.Boards[1], merges) {
			v := value(&own) + int(min(gain, 1<<20)) - a.value
			if !a.after.CanSlide() {
				v = math.MaxInt
			}
			if v > most {
				most, found = v, true
				best = battle2048.Answer{Direction: battle2048.Direction(d), Exponent: a.exponent, Cells: a.cells}
			}
		}
	}
	if !found {
		return best, errStuck
	}
	return best, nil
}
