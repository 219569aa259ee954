package engine

import "math"

// winProbabilityScale is the number of search points per factor of e in the odds to win,
// fitted by logistic regression to games of the validation set:
//
//	go run ./tools/train -bot "search?nodes=300&eval=tracks" -games 1500 -seed 1
//
// -calibrate 3
//
// docs/bots.md has the Brier score and the reliability table.
const winProbabilityScale = 970

// WinProbability returns the probability, 0 to 1, that the side to move wins with a score of
// an [Analyzer], if both sides go on to play as well as search does. It is 0 or 1 for a
// decisive score.
func WinProbability(value int) float64 {
	if _, won, ok := DecisivePlies(value); ok && won {
		return 1
	} else if ok {
		return 0
	}
	return 1 / (1 + math.Exp(-float64(value)/winProbabilityScale))
}
