package bots

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/loopline/loopline/games/dpt/contest"
	"github.com/loopline/loopline/internal/query"
)

// Names are the names of the bots, the default first.
func Names() []string { return []string{"search", "greedy", "random"} }

// New makes a bot of NAME?seed=1, the seed optional. It plays one game after
// another.
func New(spec string) (contest.Chooser, error) {
	name, options, err := query.Split(spec)
	if err != nil {
		return nil, fmt.Errorf("bot %.40q: %w, such as ?seed=1", spec, err)
	}
	var seed uint64
	for _, o := range options {
		if o.Key != "seed" {
			return nil, fmt.Errorf("bot %.40q: no option %.40q; there is seed", spec, o.Key)
		}
		if seed, err = strconv.ParseUint(o.Value, 10, 64); err != nil {
			return nil, fmt.Errorf("bot %.40q: seed %.40q is no whole number", spec, o.Value)
		}
	}
	rng := rand.New(rand.NewPCG(seed, 12*12))
	switch name {
	case "random":
		return &random{rng}, nil
	case "greedy":
		return &greedy{rng}, nil
	case "search", "":
		return &search{rng: rng, tune: usual}, nil
	}
	return nil, fmt.Errorf("there is no bot %.40q; there are search, greedy, random", name)
}
