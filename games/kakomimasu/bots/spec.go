package bots

import (
	"fmt"
	"math/rand/v2"

	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/internal/addropts"
)

// Names are the names of the bots, the default first.
func Names() []string { return []string{"search", "greedy", "random", "board"} }

// New makes a bot of NAME?seed=1&depth=6&width=6, all of it optional. Depth and
// width are search's: how many turns an agent's way is planned, and how many
// ways are kept in each.
func New(spec string) (referee.Strategy, error) {
	name, options, err := addropts.Split(spec)
	if err != nil {
		return nil, fmt.Errorf("bot %.40q: %w, such as ?seed=1", spec, err)
	}
	numbers := map[string]uint64{"seed": 0, "depth": 6, "width": 6}
	if err := options.Numbers(numbers); err != nil {
		return nil, fmt.Errorf("bot %.40q: %w", spec, err)
	}
	rng := rand.New(rand.NewPCG(numbers["seed"], 31))
	switch name {
	case "random":
		return &random{statelessBot: statelessBot{"random"}, rng: rng}, nil
	case "greedy":
		return &greedy{statelessBot: statelessBot{"greedy"}, rng: rng}, nil
	case "board":
		return board{statelessBot{"board"}}, nil
	case "search", "":
		return &search{statelessBot: statelessBot{"search"}, rng: rng, depth: between(numbers["depth"]), width: between(numbers["width"])}, nil
	}
	return nil, fmt.Errorf("there is no bot %.40q; there are search, greedy, random, board", name)
}

// between bounds a depth or a width.
func between(n uint64) int { return int(min(max(n, 1), 20)) }
