package main

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
)

// calibrationMove is a move of a validation game: its score by the analyzer, and whether the
// side that made it won.
type calibrationMove struct {
	points  int
	decided bool // the judge sees the end
	won     bool
	fitHalf bool // the game's number among those held out
}

// calibrate scores the moves of the validation set by fixed-depth search, fits the scale of
// the logistic function on half of the games, and reports the Brier score and the reliability
// table of the other half.
func (o *options) calibrate(ctx context.Context, games []game, out io.Writer) error {
	spec, err := engine.ParseSpec(o.play.bot)
	if err != nil {
		return err
	}
	analyzer, err := engine.NewAnalyzer(o.depth, spec.Options.Evaluate)
	if err != nil {
		return err
	}
	var all []calibrationMove
	for n := 0; n < len(games); n += validationEvery {
		found, err := analyzeGame(ctx, analyzer, &games[n])
		if err != nil {
			return fmt.Errorf("game %d: %w", n, err)
		}
		for i := range found {
			found[i].fitHalf = n/validationEvery%2 == 0
		}
		all = append(all, found...)
	}
	scale := bestScale(all)
	fmt.Fprintf(out, "%d moves by search of %d plies: win probability by a scale of %.0f points\n", len(all), o.depth, scale)
	reliability(out, all, func(v *calibrationMove) float64 { return logistic(float64(v.points) / scale) })
	return nil
}

// analyzeGame values the moves of a game behind its random ones.
func analyzeGame(ctx context.Context, analyzer *engine.Analyzer, g *game) (all []calibrationMove, err error) {
	p := trax.NewPosition()
	for ply, m := range g.moves {
		if ply >= g.random {
			points, err := analyzer.Analyze(ctx, p, m, engine.NoLimit)
			if err != nil {
				return nil, err
			}
			_, _, decided := engine.DecisivePlies(points)
			all = append(all, calibrationMove{points: points, decided: decided, won: p.Turn() == g.winner})
		}
		if err := p.Play(m); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// bestScale returns the maximum-likelihood scale for the results of even games, by their
// undecided moves.
func bestScale(all []calibrationMove) (best float64) {
	least := math.Inf(1)
	for scale := 10.0; scale < 3000; scale *= 1.02 {
		sum := 0.0
		for i := range all {
			if v := &all[i]; v.fitHalf && !v.decided {
				sum -= math.Log(math.Max(v.agrees(logistic(float64(v.points)/scale)), 1e-12))
			}
		}
		if sum < least {
			least, best = sum, scale
		}
	}
	return best
}

// agrees is the part of a chance that came true.
func (v *calibrationMove) agrees(chance float64) float64 {
	if v.won {
		return chance
	}
	return 1 - chance
}

const bins = 10

// reliability prints the Brier score of the win probabilities of odd games, and a
// calibration table of them.
func reliability(out io.Writer, all []calibrationMove, chance func(*calibrationMove) float64) {
	var n, won [bins + 2]int
	var said [bins + 2]float64
	brier, coin, count := 0.0, 0.0, 0
	for i := range all {
		v := &all[i]
		if v.fitHalf {
			continue
		}
		c := chance(v)
		bin := 1 + min(int(c*bins), bins-1)
		if v.decided {
			c = math.Round(c)
			bin = int(c) * (bins + 1)
		}
		miss := 1 - v.agrees(c)
		brier, coin, count = brier+miss*miss, coin+0.25, count+1
		n[bin]++
		said[bin] += c
		if v.won {
			won[bin]++
		}
	}
	fmt.Fprintf(out, "Brier score %.3f over %d moves; a coin has %.3f\n", brier/float64(count), count, coin/float64(count))
	fmt.Fprintln(out, "| said | moves | mean said | won |\n| --- | --- | --- | --- |")
	for bin := range n {
		name := fmt.Sprintf("%d–%d %%", 10*(bin-1), 10*bin)
		switch bin {
		case 0:
			name = "lost by force"
		case bins + 1:
			name = "won by force"
		}
		if n[bin] > 0 {
			fmt.Fprintf(out, "| %s | %d | %.2f | %.2f |\n", name, n[bin], said[bin]/float64(n[bin]), float64(won[bin])/float64(n[bin]))
		}
	}
}
