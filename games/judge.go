package games

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/live"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/referee"
)

// CheckJudge finds mistakes in what is to value the positions of the game: a bot, as
// bot:NAME or NAME with options. Empty is nobody.
func (g *Game) CheckJudge(judge string) error {
	if judge == "" {
		return nil
	}
	_, err := g.judge(judge)
	return err
}

// judge makes what values the positions of one match of the game.
func (g *Game) judge(judge string) (live.Evaluator, error) {
	if g.NewJudge == nil {
		return nil, fmt.Errorf("--eval-bot: the bots of %s say no values", g.Title)
	}
	j, err := g.NewJudge(botName(judge))
	if err != nil {
		return nil, fmt.Errorf("--eval-bot: %w", err)
	}
	return j, nil
}

// botName is the name of a bot in its address.
func botName(address string) string {
	return strings.TrimPrefix(strings.TrimPrefix(address, bridge.SchemeBot), ":")
}

// liveJudge makes the judge of a game for pages, by the name of its record.
func liveJudge(game, judge string) (live.Evaluator, error) {
	row, err := ByName(game)
	if err != nil {
		return nil, err
	}
	return row.judge(judge)
}

// judgeBy makes judges of advisers that value moves.
func judgeBy(newAdviser func(string) (compare.Suggester, error)) func(string) (live.Evaluator, error) {
	return func(bot string) (live.Evaluator, error) {
		a, err := newAdviser(bot)
		return adviserJudge{a}, err
	}
}

// adviserJudge says of a position what the move to it was worth.
type adviserJudge struct{ compare.Suggester }

// Take implements live.Evaluator.
func (j adviserJudge) Take(ctx context.Context, e *record.Event) (w live.Eval, ok bool, err error) {
	moves, err := j.Suggester.Take(ctx, e)
	for _, m := range moves {
		if m.Eval != nil {
			return seenBy(m.Seat, m.Eval.Points, m.Eval.Wins), true, err
		}
	}
	return live.Eval{}, false, err
}

// seenBy is the worth of a position that a seat says it is worth to it.
func seenBy(seat, points, wins int) live.Eval {
	if seat == 0 {
		return live.Eval{Points: points, Wins: wins}
	}
	return live.Eval{Points: -points, Wins: -wins}
}

// chance is a chance of the seat that moved as that of the first in percent, with
// something left of it on either side.
func chance(seat int, of float64) int {
	if seat != 0 {
		of = 1 - of
	}
	return min(max(int(math.Round(100*of)), 1), 99)
}

// How deep Trax's judge looks when it is not told, and for how long at a position.
const (
	traxJudgeDepth = 3
	traxJudgeTime  = time.Minute
)

// traxJudge values the positions of Trax by the searching bot's measure. Whoever moves
// last at the end of a search looks better by that move, so that values of one depth
// swing with every ply: a value is the mean of those of two depths in a row.
type traxJudge struct {
	position *trax.Position
	engines  []*engine.Analyzer // the deepest first
	limit    time.Duration
}

// newTraxJudge makes a judge that looks as deep as the bot of a spec.
func newTraxJudge(spec string) (live.Evaluator, error) {
	s, err := engine.ParseSpec(spec)
	if err != nil {
		return nil, err
	}
	if s.Name != engine.DefaultName {
		return nil, fmt.Errorf("bot %.40q says no values; write bot:search?depth=%d", spec, traxJudgeDepth)
	}
	depth := s.Options.Depth
	if depth == 0 {
		depth = traxJudgeDepth
	}
	j := &traxJudge{position: trax.NewPosition(), limit: s.Limit(traxJudgeTime)}
	for d := depth; d >= max(1, depth-1); d-- {
		e, err := engine.NewAnalyzer(d, nil)
		if err != nil {
			return nil, err
		}
		j.engines = append(j.engines, e)
	}
	return j, nil
}

// Take implements live.Evaluator.
func (j *traxJudge) Take(ctx context.Context, e *record.Event) (w live.Eval, ok bool, err error) {
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
	points, wins, err := j.worth(ctx, move)
	if played := j.position.Play(move); played != nil {
		return w, false, played
	}
	if err != nil { // too little time; the next position may need less
		return w, false, ctx.Err()
	}
	w = seenBy(seat, points, wins)
	if wins == 0 {
		w.WinProbability = chance(seat, engine.WinProbability(points))
	}
	return w, true, nil
}

// worth is what a move is worth to who plays it; points are 0 where it decides the
// game.
func (j *traxJudge) worth(ctx context.Context, move trax.Move) (points, wins int, err error) {
	for _, e := range j.engines {
		value, err := e.Analyze(ctx, j.position, move, j.limit)
		if err != nil {
			return 0, 0, err
		}
		if _, won, forced := engine.DecisivePlies(value); forced && won {
			return 0, 1, nil
		} else if forced {
			return 0, -1, nil
		}
		points += value
	}
	return points / len(j.engines), 0, nil
}
