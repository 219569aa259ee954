package games

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/referee"
)

// ValidateEvaluator validates the evaluator of the game's positions: a bot, as
// bot:NAME or NAME with options. Empty disables it.
func (g *Descriptor) ValidateEvaluator(judge string) error {
	if judge == "" {
		return nil
	}
	_, err := g.newEvaluator(judge)
	return err
}

// newEvaluator makes the evaluator of the positions of one match of the game.
func (g *Descriptor) newEvaluator(judge string) (live.Evaluator, error) {
	if g.NewEvaluator == nil {
		return nil, fmt.Errorf("--eval-bot: the bots of %s say no values", g.Title)
	}
	j, err := g.NewEvaluator(botName(judge))
	if err != nil {
		return nil, fmt.Errorf("--eval-bot: %w", err)
	}
	return j, nil
}

func botName(address string) string {
	return strings.TrimPrefix(strings.TrimPrefix(address, bridge.SchemeBot), ":")
}

// newLiveEvaluator makes the evaluator of a game for pages, by the name of its record.
func newLiveEvaluator(game, judge string) (live.Evaluator, error) {
	row, err := ByName(game)
	if err != nil {
		return nil, err
	}
	return row.newEvaluator(judge)
}

// evaluatorOf makes an evaluator of a suggester whose moves have evals.
func evaluatorOf(newSuggester func(string) (compare.Suggester, error)) func(string) (live.Evaluator, error) {
	return func(bot string) (live.Evaluator, error) {
		a, err := newSuggester(bot)
		return suggesterEvaluator{a}, err
	}
}

// suggesterEvaluator derives the eval of a position from the move to it.
type suggesterEvaluator struct{ compare.Suggester }

// Take implements live.Evaluator.
func (j suggesterEvaluator) Take(ctx context.Context, e *record.Event) (w live.Eval, ok bool, err error) {
	moves, err := j.Suggester.Take(ctx, e)
	for _, m := range moves {
		if m.Eval != nil {
			return evalForFirst(m.Seat, m.Eval.Points, m.Eval.Wins), true, err
		}
	}
	return live.Eval{}, false, err
}

// evalForFirst converts an eval from a seat's view to the first seat's.
func evalForFirst(seat, points, wins int) live.Eval {
	if seat == 0 {
		return live.Eval{Points: points, Wins: wins}
	}
	return live.Eval{Points: -points, Wins: -wins}
}

// firstWinPercent converts the win probability of the seat that moved to the first seat's, in percent, with
// something left of it on either side.
func firstWinPercent(seat int, of float64) int {
	if seat != 0 {
		of = 1 - of
	}
	return min(max(int(math.Round(100*of)), 1), 99)
}

// Default depth and time of Trax's evaluator for a position.
const (
	traxEvalDepth = 3
	traxEvalTime  = time.Minute
)

// traxEvaluator values the positions of Trax by the searching bot's measure.
type traxEvaluator struct {
	position *trax.Position
	averager *engine.Averager
	limit    time.Duration
}

// newTraxEvaluator makes an evaluator as deep as the bot of a spec.
func newTraxEvaluator(spec string) (live.Evaluator, error) {
	s, err := engine.ParseSpec(spec)
	if err != nil {
		return nil, err
	}
	if s.Name != engine.DefaultName {
		return nil, fmt.Errorf("bot %.40q says no values; write bot:search?depth=%d", spec, traxEvalDepth)
	}
	depth := s.Options.Depth
	if depth == 0 {
		depth = traxEvalDepth
	}
	a, err := engine.NewAverager(depth, nil)
	if err != nil {
		return nil, err
	}
	return &traxEvaluator{trax.NewPosition(), a, s.Limit(traxEvalTime)}, nil
}

// Take implements live.Evaluator.
func (j *traxEvaluator) Take(ctx context.Context, e *record.Event) (w live.Eval, ok bool, err error) {
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
	w = evalForFirst(seat, points, wins)
	if wins == 0 {
		w.WinProbability = firstWinPercent(seat, engine.WinProbability(points))
	}
	return w, true, nil
}
