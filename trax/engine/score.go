package engine

import "github.com/loopline/loopline/trax"

// Scores are points from the view of the side to move: see [Evaluator]. A won
// position scores win less the plies until the end, so that a quick win is
// better than a slow one and a slow loss better than a quick one.
const (
	win      = 1 << 20
	infinite = win + 1

	// MaxValue bounds what an Evaluator's value counts for, either way.
	MaxValue = win - 1000
)

// clamp keeps a static evaluation out of the range of decisive scores.
func clamp(value int) int { return min(max(value, -MaxValue), MaxValue) }

// isDecisive reports whether score means a forced win or loss.
func isDecisive(score int) bool { return score > MaxValue || score < -MaxValue }

// endScore returns the score of a game that has just ended, for the side that moved last, ply
// plies from the root.
func endScore(p *trax.Position, ply int) int {
	if p.Outcome().Winner == p.Turn() {
		return ply - win
	}
	return win - ply
}
