package browser

import (
	"context"
	"time"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
)

// Review compares a move of a game with the best one.
type Review struct {
	At   int    `json:"at"`   // the move, counted from 0
	Seat int    `json:"seat"` // that made it
	Best string `json:"best"`
	Win  int    `json:"win"`  // the chance of seat 0 after the move, in percent; 0 and 100 are certain
	Loss int    `json:"loss"` // the chance that the mover lost by it, in percent
}

// Bounds of a review. A game of 60 moves takes some seconds in a browser.
const (
	reviewDepth = 4
	reviewNodes = 20_000
	scoreDepth  = 3 // of the scores of two moves that are compared
	reviewTime  = 2 * time.Second
)

// reviewer remembers the position that it searched last: who reviews a game from its end needs
// each of them twice.
type reviewer struct {
	averager *engine.Averager
	after    string // the board that was searched
	found    searched
}

// searched is the best move of a position, and whether it decides the game: 1 for the side to
// move, -1 for the other.
type searched struct {
	best trax.Move
	wins int
}

// review answers how good a move of a game was.
func (s *Session) review(ctx context.Context, q *Question) Answer {
	played, err := trax.ParseMove(q.Moves[q.At])
	if err != nil || !s.pos.IsLegal(played) {
		return Answer{Error: ErrIllegal, At: q.At}
	}
	r := &Review{At: q.At, Seat: int(s.pos.Turn())}
	after, err := s.chanceOf(ctx, played)
	if err != nil {
		return Answer{Error: ErrStopped}
	}
	before, err := s.search(ctx)
	if err != nil {
		return Answer{Error: ErrStopped}
	}
	most := after
	if r.Best = before.best.String(); before.best != played && after < 1 {
		if before.wins != 0 {
			most = float64(1+before.wins) / 2
		} else if most, err = s.chanceOf(ctx, before.best); err != nil {
			return Answer{Error: ErrStopped}
		}
	}
	if r.Loss = int(100 * max(0, most-after)); r.Loss == 0 {
		r.Best = played.String()
	}
	r.Win = percentOfFirst(s.pos, after)
	return Answer{Review: r}
}

// chanceOf returns the chance of the side to move to win after a move; 0 and 1 are certain.
func (s *Session) chanceOf(ctx context.Context, m trax.Move) (float64, error) {
	if s.reviewer.averager == nil {
		var err error
		if s.reviewer.averager, err = engine.NewAverager(scoreDepth, engine.Learned()); err != nil {
			return 0, err
		}
	}
	if err := s.pos.Play(m); err != nil {
		return 0, err
	}
	o := s.pos.Outcome()
	reply := searched{}
	var err error
	if !o.Over {
		reply, err = s.search(ctx)
	}
	s.pos.Undo()
	switch {
	case o.Over && o.Winner == s.pos.Turn(), reply.wins < 0:
		return 1, nil
	case o.Over, reply.wins > 0:
		return 0, nil
	case err != nil:
		return 0, err
	}
	score, wins, err := s.reviewer.averager.Analyze(ctx, s.pos, m, reviewTime)
	if err != nil || wins != 0 {
		return float64(1+wins) / 2, err
	}
	return chance(score, min(s.pos.Tiles(), learnedTiles)), nil
}

// search finds the best move of the position.
func (s *Session) search(ctx context.Context) (found searched, err error) {
	board := s.pos.Turn().String() + s.pos.String()
	if board == s.reviewer.after {
		return s.reviewer.found, nil
	}
	bot, err := engine.New(engine.DefaultName, engine.Options{
		Depth: reviewDepth, Nodes: reviewNodes, Clock: s.clock,
		OnInfo: func(i engine.Info) {
			found.wins = 0
			if _, won, decisive := engine.DecisivePlies(i.Value); decisive && won {
				found.wins = 1
			} else if decisive {
				found.wins = -1
			}
		},
	})
	if err != nil {
		return found, err
	}
	if found.best, err = bot.Move(ctx, s.pos, reviewTime); err == nil {
		err = ctx.Err()
	}
	if err == nil {
		s.reviewer.after, s.reviewer.found = board, found
	}
	return found, err
}
