package bots

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/loopline/loopline/games/battle2048/referee"
	"github.com/loopline/loopline/internal/addropts"
)

// Names are the names of the bots, the default first.
func Names() []string { return []string{"search", "greedy", "random", "board"} }

// New makes a bot of NAME?seed=1&depth=3&nodes=10000&time=200ms, all of it optional.
// Depth, nodes and time are search's: how many turns it looks ahead, how many positions
// it looks at for an answer, and how long it thinks about one at most. Clock is board's:
// its clock rate in Hz, of which its time is counted.
func New(spec string) (referee.Strategy, error) {
	name, options, err := addropts.Split(spec)
	if err != nil {
		return nil, fmt.Errorf("bot %.40q: %w, such as ?seed=1", spec, err)
	}
	var think time.Duration
	if text, ok := options.Take("time"); ok {
		if think, err = time.ParseDuration(text); err != nil || think <= 0 {
			return nil, fmt.Errorf("bot %.40q: invalid time %.40q; example: time=200ms", spec, text)
		}
	}
	numbers := map[string]uint64{"seed": 0, "depth": 0, "nodes": 0, "clock": boardClock}
	if err := options.Numbers(numbers); err != nil {
		return nil, fmt.Errorf("bot %.40q: %w", spec, err)
	}
	rng := rand.New(rand.NewPCG(numbers["seed"], 2048))
	switch name {
	case "random":
		return &random{rng}, nil
	case "greedy":
		return &greedy{rng}, nil
	case "search", "":
		return &search{rng: rng, depth: int(min(numbers["depth"], maxDepth)), nodes: int(min(numbers["nodes"], math.MaxInt)), think: think}, nil
	case "board":
		if numbers["clock"] < minBoardClock || numbers["clock"] > maxBoardClock {
			return nil, fmt.Errorf("bot %.40q: clock=%d is outside %d to %d Hz", spec, numbers["clock"], minBoardClock, maxBoardClock)
		}
		return &board{clock: int(numbers["clock"])}, nil
	}
	return nil, fmt.Errorf("there is no bot %.40q; there are search, greedy, random, board", name)
}
