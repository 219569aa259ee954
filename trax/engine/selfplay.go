package engine

import (
	"context"
	"math/rand/v2"

	"github.com/loopline/loopline/trax"
)

// SelfPlay plays varied games of two bots: each bot has a level from Lowest to Highest, and the first
// moves of both are random, from LeastRandom to MostRandom plies. Any number of games may be played at once.
type SelfPlay struct {
	Lowest, Highest         int // levels
	LeastRandom, MostRandom int // plies
	MostPlies               int // at which a game is left
}

// Game plays a game and returns its moves. They follow from rng alone. An error is ctx's.
func (s SelfPlay) Game(ctx context.Context, rng *rand.Rand) (moves []string, err error) {
	var bots [2]Bot
	for i := range bots {
		if bots[i], err = New("level", Options{Level: s.Lowest + rng.IntN(s.Highest-s.Lowest+1), Seed: rng.Uint64()}); err != nil {
			return nil, err
		}
	}
	random := s.LeastRandom
	if s.MostRandom > random {
		random += rng.IntN(s.MostRandom - random + 1)
	}
	p := trax.NewPosition()
	for p.Ply() < s.MostPlies && !p.Outcome().Over {
		legal := p.AppendMoves(nil)
		m := legal[rng.IntN(len(legal))]
		if p.Ply() >= random {
			if m, err = bots[p.Ply()%2].Move(ctx, p, NoLimit); err != nil {
				return nil, err
			}
		}
		if err := p.Play(m); err != nil {
			return nil, err
		}
		moves = append(moves, m.String())
	}
	return moves, ctx.Err()
}
