package bots

import (
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
	"github.com/loopline/loopline/internal/tier"
)

// play plays a game and returns who won.
func play(t *testing.T, specs [2]string) *battle2048.Position {
	t.Helper()
	var bots [2]referee.Strategy
	for i, spec := range specs {
		var err error
		bots[i], err = New(spec)
		require.NoError(t, err)
	}
	g := &battle2048.Position{}
	for !g.Over {
		seat := g.Next()
		if !g.Started() {
			cell, err := bots[seat].Start(t.Context(), seat)
			require.NoError(t, err)
			require.Equal(t, battle2048.None, g.Start(cell.String()))
			continue
		}
		s := referee.TurnState{
			Turn: g.Turn(), Left: time.Minute, Scores: [2]int64{g.Scores[seat], g.Scores[1-seat]},
			Boards: [2]battle2048.Grid{g.Boards[seat], g.Boards[1-seat]},
		}
		a, err := bots[seat].Turn(t.Context(), &s, time.Second)
		require.NoError(t, err)
		require.Equal(t, battle2048.None, g.Play(a.String()), "%s: %s", specs[seat], a)
	}
	return g
}

// wins is how many games of both colours the first bot wins.
func wins(t *testing.T, games int, a, b string) (n int) {
	t.Helper()
	for i := range games {
		seat := i % 2
		specs := [2]string{fmt.Sprintf(a, i), fmt.Sprintf(b, i)}
		if seat == 1 {
			specs[0], specs[1] = specs[1], specs[0]
		}
		g := play(t, specs)
		if g.Winner() == seat {
			n++
		}
		t.Logf("%d: %s won in turn %d, %d : %d", i, specs[g.Winner()], g.Turn(), g.Scores[0], g.Scores[1])
	}
	return n
}

// The better bots win.
func TestStrength(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	require.GreaterOrEqual(t, wins(t, 10, "greedy?seed=%d", "random?seed=%d"), 9)
	require.GreaterOrEqual(t, wins(t, 10, "search?seed=%d&nodes=300", "greedy?seed=%d"), 8)
}

// Lines slide as grids do.
func TestLinesSlide(t *testing.T) {
	rng, tables := rand.New(rand.NewPCG(1, 1)), lineValues()
	for range 20_000 {
		var b battle2048.Grid
		for c := range b {
			if rng.IntN(3) > 0 {
				b[c] = uint8(1 + rng.IntN(2+rng.IntN(10)))
			}
		}
		p := positionOf(&b)
		require.Equal(t, b.Empty(), bits.OnesCount32(p.empties()))
		require.Equal(t, !b.CanSlide(), b.Empty() == 0 && p.stuck(tables))
		for d := battle2048.Up; d <= battle2048.Left; d++ {
			after := b
			merges, _, moved := after.Slide(d)
			to, n, did := p.slid(tables, d)
			require.Equal(t, moved, did)
			if moved {
				require.Equal(t, merges, n)
				require.Equal(t, positionOf(&after), to)
			}
		}
	}
}

var games = flag.Int("games", 10, "games of TestBoardWins")

// The board with the clock cycles of 12 MHz beats greedy in nine games of ten.
func TestBoardWins(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	require.GreaterOrEqual(t, wins(t, *games, "board?seed=%d", "greedy?seed=%d"), *games*9/10)
}

func TestBoardClock(t *testing.T) {
	for spec, want := range map[string]string{
		"board?clock=12": "clock=12 is outside 1000000 to 1000000000 Hz",
		"board?clock=x":  `clock "x" is not a whole number`,
		"board?cycles=1": "known: clock, depth, nodes, seed",
	} {
		_, err := New(spec)
		require.ErrorContains(t, err, want)
	}
}
