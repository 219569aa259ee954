package bots

import (
	"math/rand/v2"

	"github.com/loopline/loopline/games/chaser"
)

// greedy puts a block on an opponent beside it, takes an item beside it, and
// else walks on, mostly straight.
type greedy struct {
	rng  *rand.Rand
	last chaser.Direction
}

func (b *greedy) Method(around chaser.Window) chaser.Method {
	if d, ok := beside(around); ok {
		return chaser.Method{Action: chaser.Put, Direction: d}
	}
	for _, d := range directions {
		if around[side[d]] == item && !near(around, d) {
			b.last = d
			return chaser.Method{Action: chaser.Walk, Direction: d}
		}
	}
	if b.free(around, b.last) && b.rng.IntN(8) > 0 {
		return chaser.Method{Action: chaser.Walk, Direction: b.last}
	}
	for _, i := range b.rng.Perm(4) {
		if d := directions[i]; b.free(around, d) {
			b.last = d
			return chaser.Method{Action: chaser.Walk, Direction: d}
		}
	}
	return chaser.Method{Action: chaser.Look, Direction: b.last}
}

func (b *greedy) free(around chaser.Window, d chaser.Direction) bool {
	return around[side[d]] == floor && !near(around, d)
}

func (b *greedy) Seen(chaser.Window) {}
