package engine_test

import (
	"flag"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/engine/openings"
)

var (
	matchPairs = flag.Int("pairs", 0, "pairs of games of TestMatch")
	matchSeed  = flag.Uint64("pairs-seed", 1, "seed of the openings of TestMatch")
	matchThink = flag.Duration("think", 100*time.Millisecond, "processor time for a move in TestMatch")
	matchBots  = [2]*string{
		flag.String("bot", "search", "first bot of TestMatch"),
		flag.String("against", "search1", "second bot of TestMatch"),
	}
)

// TestMatch measures two bots against each other by processor time: each opening
// twice, with colours exchanged. It measures, and asserts no strength:
//
//	go test ./trax/engine -run TestMatch -v -pairs 50 -bot search -against search1 -think 100ms
func TestMatch(t *testing.T) {
	if *matchPairs == 0 {
		t.Skip("no -pairs to play")
	}
	runtime.LockOSThread()
	source := openings.New(*matchSeed)
	won, games, split := 0, 0, 0
	for pair := range *matchPairs {
		opening, _, err := source.Next(t.Context())
		require.NoError(t, err)
		before := won
		for side := range 2 {
			if playOut(t, opening.Clone(), side, uint64(2*pair+side)) {
				won++
			}
			games++
		}
		if won == before+1 {
			split++
		}
		s := float64(won) / float64(games)
		t.Logf("%d games: %d won, %.3f ± %.3f; %d pairs split", games, won, s, math.Sqrt(s*(1-s)/float64(games)), split)
	}
}

// playOut plays p to its end, the first bot for the side to move or the other,
// and tells whether the first bot has won.
func playOut(t *testing.T, p *trax.Position, side int, seed uint64) bool {
	var bots [2]Bot
	for i, name := range matchBots {
		spec, err := ParseSpec(*name)
		require.NoError(t, err)
		spec.Options.Seed = seed
		bots[i], err = New(spec.Name, OnProcessorTime(spec.Options))
		require.NoError(t, err)
	}
	limit := *matchThink
	for limit-Margin(limit) < *matchThink {
		limit += time.Millisecond
	}
	first := trax.Color(side) ^ p.Turn()
	for !p.Outcome().Over {
		mover := bots[p.Turn()^first]
		m, err := mover.Move(t.Context(), p, limit)
		require.NoError(t, err)
		require.NoError(t, p.Play(m))
	}
	return p.Outcome().Winner == first
}
