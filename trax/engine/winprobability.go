package engine

import "math"

// winProbabilityScale are the points of a search that are odds of e to one, as games held
// out have it:
//
//	go run ./trax/engine/train -bot "search?nodes=300&eval=tracks" -games 1500 -seed 1 -calibrate 3
//
// docs/bots.md has the Brier score and how often came true what was said.
const winProbabilityScale = 970

// WinProbability is the chance from 0 to 1 to win that a value of a [Analyzer] stands for, when
// both go on to play as well as search does. It is 0 or 1 where the game ends by
// force.
func WinProbability(value int) float64 {
	if _, won, ok := DecisivePlies(value); ok && won {
		return 1
	} else if ok {
		return 0
	}
	return 1 / (1 + math.Exp(-float64(value)/winProbabilityScale))
}
