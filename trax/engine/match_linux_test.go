package engine_test

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/engine/openings"
)

var (
	matchPairs    = flag.Int("pairs", 0, "pairs of games of TestMatch")
	matchSeed     = flag.Uint64("pairs-seed", 1, "seed of the openings of TestMatch")
	ladderPairs   = flag.Int("rungs", 0, "pairs of games for each level of TestLadder")
	matchOpenings = flag.String("openings", "", "`FILE` of openings, a line each, for TestMatch, TestLadder and TestKizuNa")
	matchThink    = flag.Duration("think", 100*time.Millisecond, "processor time for a move in TestMatch")
	matchBotThink = flag.Duration("bot-think", 0, "the same for -bot alone, where it has a measure of its own; 0 is -think")
	fastGames     = flag.Int("fast", 0, "games of TestFastGames")
	matchBots     = [2]*string{
		flag.String("bot", "search", "first bot of TestMatch"),
		flag.String("against", "search1", "second bot of TestMatch"),
	}
)

// TestMatch measures two bots against each other by processor time: each opening
// twice, with colours exchanged. It measures, and asserts no strength:
//
//	go test ./trax/engine -run TestMatch -v -pairs 50 -bot search -against search1 -think 100ms
//	go test ./trax/engine -run TestMatch -v -pairs 50 -bot board -bot-think 1h -against search1 -think 300ms -timeout 0
func TestMatch(t *testing.T) {
	if *matchPairs == 0 {
		t.Skip("no -pairs to play")
	}
	runtime.LockOSThread()
	bots := [2]string{*matchBots[0], *matchBots[1]}
	points, pairs := 0.0, [5]int{}
	for i, p := range balanced(t, *matchPairs) {
		pair := playOut(t, bots, p.Clone(), 0, uint64(2*i)) + playOut(t, bots, p, 1, uint64(2*i+1))
		points += pair
		pairs[int(2*pair)]++
		s, e := measured(pairs)
		t.Logf("%d games: %g points, %.3f ± %.3f; Elo %+.0f, %+.0f to %+.0f; pairs by halves %v",
			2*i+2, points, s, e, elo(s), elo(s-2*e), elo(s+2*e), pairs)
	}
}

// balanced are the first n balanced openings of -pairs-seed, or of the file -openings.
func balanced(t *testing.T, n int) (all []*trax.Position) {
	if *matchOpenings != "" {
		for _, line := range openingLines(t, n) {
			all = append(all, replay(t, line))
		}
		return all
	}
	source := openings.New(*matchSeed)
	for range n {
		p, _, err := source.Next(t.Context())
		require.NoError(t, err)
		all = append(all, p)
	}
	return all
}

// openingLines are the first n lines of the file -openings.
func openingLines(t *testing.T, n int) []string {
	t.Helper()
	text, err := os.ReadFile(*matchOpenings)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	require.GreaterOrEqual(t, len(lines), n)
	return lines[:n]
}

// TestLadder measures each level against the one below it, and the first against
// random, each opening twice with colours exchanged:
//
//	go test ./trax/engine -run TestLadder -v -rungs 100 -think 40ms
func TestLadder(t *testing.T) {
	if *ladderPairs == 0 {
		t.Skip("no -rungs to play")
	}
	runtime.LockOSThread()
	all := balanced(t, *ladderPairs)
	for n := 1; n <= MaxLevel; n++ {
		bots := [2]string{fmt.Sprintf("level?n=%d", n), fmt.Sprintf("level?n=%d", n-1)}
		if n == 1 {
			bots[1] = "random"
		}
		points, pairs := 0.0, [5]int{}
		for i, p := range all {
			pair := playOut(t, bots, p.Clone(), 0, uint64(2*i)) + playOut(t, bots, p.Clone(), 1, uint64(2*i+1))
			points += pair
			pairs[int(2*pair)]++
		}
		s, e := measured(pairs)
		t.Logf("%s against %s: %g of %d, %.3f ± %.3f; Elo %+.0f, %+.0f to %+.0f",
			bots[0], bots[1], points, 2*len(all), s, e, elo(s), elo(s-2*e), elo(s+2*e))
	}
}

// measured is the score of pairs of games, by points in halves, and its standard
// error.
func measured(pairs [5]int) (score, deviation float64) {
	n, sum, squares := 0.0, 0.0, 0.0
	for halves, count := range pairs {
		x, c := float64(halves)/4, float64(count)
		n, sum, squares = n+c, sum+c*x, squares+c*x*x
	}
	mean := sum / n
	return mean, math.Sqrt(max(squares/n-mean*mean, 0) / n)
}

// elo is the difference in strength that a score stands for.
func elo(score float64) float64 {
	score = min(max(score, 0.001), 0.999)
	return 400 * math.Log10(score/(1-score))
}

// longestMatch is how many plies a game of a match takes before it is drawn.
const longestMatch = 300

// playOut plays p to its end, the first bot for the side to move or the other,
// and returns the points of the first bot.
func playOut(t *testing.T, names [2]string, p *trax.Position, side int, seed uint64) float64 {
	var bots [2]Bot
	for i, name := range names {
		spec, err := ParseSpec(name)
		require.NoError(t, err)
		spec.Options.Seed = seed
		bots[i], err = New(spec.Name, OnProcessorTime(spec.Options))
		require.NoError(t, err)
	}
	limits := [2]time.Duration{limitOf(cmp.Or(*matchBotThink, *matchThink)), limitOf(*matchThink)}
	return playBots(t, bots, limits, p, trax.Color(side)^p.Turn())
}

// playBots plays p to its end, the first bot in a colour, and returns the points of the first bot.
func playBots(t *testing.T, bots [2]Bot, limits [2]time.Duration, p *trax.Position, first trax.Color) float64 {
	t.Helper()
	for !p.Outcome().Over {
		if p.Ply() == longestMatch {
			return 0.5
		}
		mover := p.Turn() ^ first
		m, err := bots[mover].Move(t.Context(), p, limits[mover])
		require.NoError(t, err)
		require.NoError(t, p.Play(m))
	}
	if p.Outcome().Winner == first {
		return 1
	}
	return 0
}

// limitOf is the least limit, in whole milliseconds, that leaves so much time to think.
func limitOf(think time.Duration) time.Duration {
	limit := think
	for limit-MoveOverhead(limit) < think {
		limit += time.Millisecond
	}
	return limit
}

// TestFastGames has search play itself under a limit of 20 ms, by processor time, so
// that other work on the machine does not count: it is never late, and plays nothing
// illegal.
//
//	go test ./trax/engine -run TestFastGames -v -fast 1000
func TestFastGames(t *testing.T) {
	if *fastGames == 0 {
		t.Skip("no games of -fast to play")
	}
	runtime.LockOSThread()
	const limit = 20 * time.Millisecond
	longest, moves := time.Duration(0), 0
	for i := range *fastGames {
		bots := [2]Bot{}
		for side := range bots {
			b, err := New("search", OnProcessorTime(Options{Seed: uint64(2*i + side)}))
			require.NoError(t, err)
			bots[side] = b
		}
		for p := trax.NewPosition(); !p.Outcome().Over && p.Ply() < longestMatch; moves++ {
			start := ProcessorTime()
			m, err := bots[p.Turn()].Move(t.Context(), p, limit)
			took := ProcessorTime().Sub(start)
			require.NoError(t, err)
			require.Less(t, took, limit, "game %d, ply %d:\n%s", i, p.Ply(), p)
			longest = max(longest, took)
			require.NoError(t, p.Play(m), "game %d", i)
		}
	}
	t.Logf("%d games, %d moves, none late or illegal; the longest took %v", *fastGames, moves, longest)
}
