package browser

import (
	"context"
	"errors"
	"math"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
)

// Info holds the value of a position and the best line, after a depth of the search.
type Info struct {
	Depth int      `json:"depth"`
	Value int      `json:"value"` // of the search, for the side to move
	Win   int      `json:"win"`   // the chance of seat 0 to win in percent: 0 and 100 are certain
	Plies int      `json:"plies,omitempty"`
	Line  []string `json:"line"` // the best moves of both sides
	Nodes int64    `json:"nodes"`
}

// chance returns the chance of the side to move to win with a value of search, on a board of so
// many tiles.
func chance(value, tiles int) float64 {
	if _, _, decisive := engine.DecisivePlies(value); decisive || tiles > learnedTiles {
		return engine.WinProbability(value)
	}
	return 1 / (1 + math.Exp(-float64(value)/engine.PointsPerLogit))
}

// learnedTiles is the number of tiles up to which search has the learned evaluation.
const learnedTiles = 200

// percentOfFirst is the chance of seat 0 in percent by that of the side to move; 0 and 100 are
// certain.
func percentOfFirst(p *trax.Position, of float64) int {
	if p.Turn() != trax.White {
		of = 1 - of
	}
	if of <= 0 || of >= 1 {
		return int(100 * of)
	}
	return min(max(int(math.Round(100*of)), 1), 99)
}

// analyse searches until a limit or ctx ends it, and says what it knows after each depth.
func (s *Session) analyse(ctx context.Context, q *Question, say func(Answer)) Answer {
	bot := s.bot
	var err error
	if o := (engine.Options{Clock: s.clock, OnInfo: func(i engine.Info) { s.heard(i) }, Seed: q.Seed, Nodes: q.Nodes}); q.Nodes > 0 {
		bot, err = engine.New(engine.DefaultName, o)
	} else if bot == nil { // it keeps what it found for the next position
		bot, err = engine.New(engine.DefaultName, o)
		s.bot = bot
	}
	if err != nil {
		return Answer{Error: ErrQuestion}
	}
	before, any := 0, false
	s.heard = func(i engine.Info) {
		mean := i.Value
		plies, _, decisive := engine.DecisivePlies(i.Value)
		if _, _, was := engine.DecisivePlies(before); any && !was && !decisive {
			mean = (before + i.Value) / 2 // values swing with every ply
		}
		before, any = i.Value, true
		say(Answer{Info: &Info{
			Depth: i.Depth, Value: i.Value, Win: percentOfFirst(s.pos, chance(mean, s.pos.Tiles())), Plies: plies,
			Line: textOf(i.PV), Nodes: i.Nodes,
		}})
	}
	return s.answerMove(bot.Move(ctx, s.pos, q.limit()))
}

// move answers with the move of a bot.
func (s *Session) move(ctx context.Context, q *Question) Answer {
	bot, err := engine.New("level", engine.Options{Clock: s.clock, Level: q.Level, Seed: q.Seed})
	if err != nil {
		return Answer{Error: ErrQuestion}
	}
	return s.answerMove(bot.Move(ctx, s.pos, q.limit()))
}

func (s *Session) answerMove(m trax.Move, err error) Answer {
	switch {
	case errors.Is(err, engine.ErrOver), errors.Is(err, engine.ErrNoMove):
		return Answer{Error: ErrOver}
	case err != nil:
		return Answer{Error: ErrStopped}
	}
	return Answer{Move: m.String()}
}
