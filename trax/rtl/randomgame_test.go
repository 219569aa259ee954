package rtl

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax"
)

// subsets are all that --skip-ops can name.
func subsets() (all [][]Op) {
	for bits := range 8 {
		var ops []Op
		for i, op := range [...]Op{Undo, Try, Gen} {
			if bits>>i&1 != 0 {
				ops = append(ops, op)
			}
		}
		all = append(all, ops)
	}
	return all
}

// seeds is how many seeds a test of the schedule has: LOOPLINE_SEEDS, or n.
func seeds(n uint64) uint64 {
	if text := os.Getenv("LOOPLINE_SEEDS"); text != "" {
		n, _ = strconv.ParseUint(text, 10, 32)
	}
	return n
}

// tallyOf runs rounds of random games on the rules alone.
func tallyOf(seed uint64, rounds, turns, logSize int, without []Op) *RunStats {
	t := &RunStats{}
	for round := range rounds {
		o := newOracle(1<<logSize - 2)
		b := &batch{}
		cycles := []uint32{1}
		randomGames(seed, round, turns, without)(o, func(c Command) (uint8, bool) {
			b.want = o.answer(b.want[:0], &c)
			b.commands, b.ends = append(b.commands[:0], c), append(b.ends[:0], len(b.want))
			t.count(b, cycles)
			return b.want[1], true
		})
	}
	return t
}

// TestEveryStatusInEveryRound has each round of random games meet every status
// with every operation that is not left out, and enough turns that forced play
// refuses among those that are played.
func TestEveryStatusInEveryRound(t *testing.T) {
	tier.NoRace(t)
	for _, without := range subsets() {
		for _, logSize := range []int{MinLogSize, DefaultLogSize, MaxLogSize} {
			t.Run(fmt.Sprint(without, " ", 1<<logSize), func(t *testing.T) {
				t.Parallel()
				for seed := uint64(1); seed <= seeds(2); seed++ {
					tally := tallyOf(seed, 1, roundTurns, logSize, without)
					for _, m := range tally.Coverage(logSize, without) {
						if m.What != CoverCompleted {
							require.Positive(t, m.N, "%s at seed %d", m, seed)
						}
					}
					if logSize > MinLogSize {
						require.Greater(t, tally.Answers[Play][8], 3, "seed %d", seed)
					}
				}
			})
		}
	}
}

// TestEverythingInTheDefaultRun has 100,000 turns meet all that can come up, at a second
// seed too where nothing or all that may be is left out.
func TestEverythingInTheDefaultRun(t *testing.T) {
	tier.NoRace(t)
	for _, without := range subsets() {
		t.Run(fmt.Sprint(without), func(t *testing.T) {
			t.Parallel()
			most := seeds(1)
			if len(without) == 0 || len(without) == 3 {
				most = seeds(2)
			}
			for seed := uint64(1); seed <= most; seed++ {
				tally := tallyOf(seed, 12, roundTurns, DefaultLogSize, without)
				require.Empty(t, Holes(tally.Coverage(DefaultLogSize, without)), "seed %d", seed)
				require.Greater(t, tally.Answers[Play][8], 300, "seed %d", seed)
			}
		})
	}
}

// TestTurnsThatWereAsked has a round be exactly as many turns as it should,
// whatever is left out, and a short one be the beginning of a long one.
func TestTurnsThatWereAsked(t *testing.T) {
	list := func(turns int, without []Op) (all []Command) {
		o := newOracle(30)
		randomGames(3, 1, turns, without)(o, func(c Command) (uint8, bool) {
			all = append(all, c)
			return o.answer(nil, &c)[1], true
		})
		return all
	}
	for _, without := range subsets() {
		for _, turns := range []int{1, 7, 500, roundTurns} {
			require.Equal(t, turns, tallyOf(3, 1, turns, 5, without).Turns, "without %v", without)
		}
		short, long := list(500, without), list(2000, without)
		require.Equal(t, short, long[:len(short)], "without %v", without)
	}
	for turns, want := range map[int][]int{0: {roundTurns}, 1: {1}, 8192: {8192}, 8193: {8192, 1}, 20_000: {8192, 8192, 3616}} {
		c := CompareConfig{Turns: turns, First: 5}
		var got []int
		for round := range c.rounds() {
			got = append(got, c.turns(5+round))
		}
		require.Equal(t, want, got)
	}
}

// TestNotMet names what never came up.
func TestNotMet(t *testing.T) {
	none := (&RunStats{}).Coverage(DefaultLogSize, []Op{Undo, Try, Gen})
	var names []string
	for _, m := range Holes(none) {
		names = append(names, m.String())
	}
	require.Equal(t, []string{"NEW ok", "PLAY ok", "PLAY syntax", "PLAY game-over", "PLAY first-move", "PLAY off-board",
		"PLAY occupied", "PLAY isolated", "PLAY colour", "PLAY forced-play", "PLAY board-full", "completed white-loop",
		"completed white-line", "completed red-loop", "completed red-line", "completed both colours at once"}, names)
	all := (&RunStats{}).Coverage(MinLogSize, nil)
	require.Contains(t, all, CoverageCount{"UNDO", "nothing to undo", 0})
	require.Contains(t, all, CoverageCount{CoverStreamed, "forced-play", 0})
	require.NotContains(t, all, CoverageCount{CoverCompleted, "red-line", 0}, "no line is that short")
}

// TestWideLines has lines be won on boards that are wider than a line must be:
// a core may lose a line when its board grows.
func TestWideLines(t *testing.T) {
	tier.NoRace(t)
	for _, without := range subsets() {
		wide := 0
		for round := range 12 {
			if wide > 3 {
				break
			}
			o := newOracle(30)
			randomGames(1, round, roundTurns, without)(o, func(c Command) (uint8, bool) {
				answer := o.answer(nil, &c)
				if c.Op == Play && trax.Completed(answer[2])&(trax.WhiteLine|trax.RedLine) != 0 && max(answer[4], answer[5]) > 8 {
					wide++
				}
				return answer[1], true
			})
		}
		require.Greater(t, wide, 3, "without %v", without)
	}
}
