package engine_test

import (
	"context"
	"fmt"
	"time"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
)

// A bot that is bound by depth plays the same again, whatever the machine.
func ExampleNew() {
	bot, err := engine.New("search", engine.Options{Seed: 1, Depth: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := trax.NewPosition()
	for _, move := range []string{"@0/", `A2\`, `@2\`} {
		if err := p.PlayText(move); err != nil {
			fmt.Println(err)
			return
		}
	}
	m, err := bot.Move(context.Background(), p, time.Minute)
	if err == nil {
		err = p.Play(m)
	}
	fmt.Println(m, p.Outcome(), err)
	// Output: C2/ red wins by loop <nil>
}

// The value of a move is in points of the search, for the side that moves.
func ExampleAnalyzer() {
	judge, err := engine.NewAnalyzer(2, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := trax.NewPosition()
	_ = p.PlayText("@0/")
	m, _ := trax.ParseMove("B1/")
	value, err := judge.Analyze(context.Background(), p, m, time.Minute)
	plies, won, forced := engine.DecisivePlies(value)
	fmt.Println(value > -1000, forced, won, plies, err)
	// Output: true false false 0 <nil>
}
