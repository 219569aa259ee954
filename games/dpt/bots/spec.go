package bots

import (
	"fmt"
	"math/rand/v2"

	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/internal/addropts"
)

// Names are the names of the bots, the default first.
func Names() []string { return []string{"search", "greedy", "random", "board"} }

// New makes a bot of NAME?seed=1, the seed optional. It plays one game after
// another.
func New(spec string) (referee.Strategy, error) {
	name, options, err := addropts.Split(spec)
	if err != nil {
		return nil, fmt.Errorf("bot %.40q: %w, such as ?seed=1", spec, err)
	}
	numbers := map[string]uint64{"seed": 0}
	if err := options.Numbers(numbers); err != nil {
		return nil, fmt.Errorf("bot %.40q: %w", spec, err)
	}
	rng := rand.New(rand.NewPCG(numbers["seed"], 12*12))
	switch name {
	case "random":
		return &random{rng}, nil
	case "greedy":
		return &greedy{rng}, nil
	case "board":
		return board{}, nil
	case "search", "":
		return &search{rng: rng, tune: usual}, nil
	}
	return nil, fmt.Errorf("there is no bot %.40q; there are search, greedy, random, board", name)
}
