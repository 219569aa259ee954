package bots

import (
	"math/rand/v2"

	"github.com/loopline/loopline/games/chaser"
)

// random does anything but walk onto what it sees to be a block.
type random struct{ rng *rand.Rand }

func (b *random) Method(around chaser.Window) chaser.Method {
	for {
		m := chaser.Methods()[b.rng.IntN(16)]
		if m.Action != chaser.Walk || around[side[m.Direction]] != block {
			return m
		}
	}
}

func (b *random) Seen(chaser.Window) {}
