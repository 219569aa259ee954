package bots

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
)

// random plays any legal answer.
type random struct{ rng *rand.Rand }

func (b *random) Start(context.Context, int) (battle2048.Cell, error) {
	return battle2048.Cell(b.rng.IntN(battle2048.Cells)), nil
}

func (b *random) Turn(_ context.Context, s *referee.TurnState, _ time.Duration) (battle2048.Answer, error) {
	for _, i := range b.rng.Perm(4) {
		own := s.Boards[0]
		merges, _, moved := own.Slide(battle2048.Direction(i))
		if !moved {
			continue
		}
		var empty []battle2048.Cell
		for _, c := range b.rng.Perm(battle2048.Cells) {
			if s.Boards[1][c] == 0 {
				empty = append(empty, battle2048.Cell(c))
			}
		}
		k := b.rng.IntN(merges + 1)
		for 1<<k > len(empty) {
			k--
		}
		return battle2048.Answer{
			Direction: battle2048.Direction(i), Exponent: merges + 1 - k, Cells: empty[:1<<k],
		}, nil
	}
	return battle2048.Answer{}, errStuck
}
