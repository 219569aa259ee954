package descriptor

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/record"
)

// ValidateEvaluator validates the evaluator of the game's positions: a bot, as
// bot:NAME or NAME with options. Empty disables it.
func (g *Descriptor) ValidateEvaluator(judge string) error {
	if judge == "" {
		return nil
	}
	_, err := g.EvaluatorFor(judge)
	return err
}

// EvaluatorFor makes the evaluator of the positions of one match of the game.
func (g *Descriptor) EvaluatorFor(judge string) (analysis.Evaluator, error) {
	if g.NewEvaluator == nil {
		return nil, fmt.Errorf("--eval-bot: the bots of %s say no values", g.Title)
	}
	j, err := g.NewEvaluator(BotName(judge))
	if err != nil {
		return nil, fmt.Errorf("--eval-bot: %w", err)
	}
	return j, nil
}

// BotName returns the name of a bot, with options, by its address or as it is.
func BotName(address string) string {
	return strings.TrimPrefix(strings.TrimPrefix(address, addr.SchemeBot), ":")
}

// EvaluatorOf makes an evaluator of a suggester whose moves have evals.
func EvaluatorOf(newSuggester func(string) (compare.Suggester, error)) func(string) (analysis.Evaluator, error) {
	return func(bot string) (analysis.Evaluator, error) {
		a, err := newSuggester(bot)
		return suggesterEvaluator{a}, err
	}
}

// suggesterEvaluator derives the eval of a position from the move to it.
type suggesterEvaluator struct{ compare.Suggester }

// Take implements analysis.Evaluator.
func (j suggesterEvaluator) Take(ctx context.Context, e *record.Event) (w analysis.Eval, ok bool, err error) {
	moves, err := j.Suggester.Take(ctx, e)
	for _, m := range moves {
		if m.Eval != nil {
			return EvalForFirst(m.Seat, m.Eval.Points, m.Eval.Wins), true, err
		}
	}
	return analysis.Eval{}, false, err
}

// EvalForFirst converts an eval from a seat's view to the first seat's.
func EvalForFirst(seat, points, wins int) analysis.Eval {
	if seat == 0 {
		return analysis.Eval{Points: points, Wins: wins}
	}
	return analysis.Eval{Points: -points, Wins: -wins}
}

// FirstWinPercent converts the win probability of the seat that moved to the first seat's, in percent, with
// something left of it on either side.
func FirstWinPercent(seat int, of float64) int {
	if seat != 0 {
		of = 1 - of
	}
	return min(max(int(math.Round(100*of)), 1), 99)
}
