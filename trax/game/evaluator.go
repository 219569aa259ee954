package game

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/referee"
)

// Default depth and time of Trax's evaluator for a position.
const (
	evalDepth = 3
	evalTime  = time.Minute
)

// evaluator values the positions of Trax by the searching bot's measure.
type evaluator struct {
	position *trax.Position
	averager *engine.Averager
	limit    time.Duration
}

// newEvaluator makes an evaluator as deep as the bot of a spec.
func newEvaluator(spec string) (analysis.Evaluator, error) {
	s, err := engine.ParseSpec(spec)
	if err != nil {
		return nil, err
	}
	if s.Name != engine.DefaultName {
		return nil, fmt.Errorf("bot %.40q says no values; write bot:search?depth=%d", spec, evalDepth)
	}
	depth := s.Options.Depth
	if depth == 0 {
		depth = evalDepth
	}
	a, err := engine.NewAverager(depth, nil)
	if err != nil {
		return nil, err
	}
	return &evaluator{trax.NewPosition(), a, s.Limit(evalTime)}, nil
}

// Take implements analysis.Evaluator.
func (j *evaluator) Take(ctx context.Context, e *record.Event) (w analysis.Eval, ok bool, err error) {
	var ply referee.Ply
	if e.Type != record.EventNote || e.Name != referee.NotePly || json.Unmarshal(e.Data, &ply) != nil {
		return w, false, nil
	}
	move, err := trax.ParseMove(ply.Move)
	if err != nil {
		return w, false, err
	}
	if j.position.Outcome().Over {
		return w, false, nil
	}
	seat := int(j.position.Turn())
	points, wins, err := j.averager.Analyze(ctx, j.position, move, j.limit)
	if played := j.position.Play(move); played != nil {
		return w, false, played
	}
	if err != nil { // too little time; the next position may need less
		return w, false, ctx.Err()
	}
	w = descriptor.EvalForFirst(seat, points, wins)
	if wins == 0 {
		w.WinProbability = descriptor.FirstWinPercent(seat, engine.WinProbability(points))
	}
	return w, true, nil
}
