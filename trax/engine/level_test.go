package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/loopline/loopline/trax/engine"
)

// Each level below full strength plays legally, and the same again.
func TestLevelsAreLegalAndTheSameAgain(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	for n := 1; n < MaxLevel; n++ {
		a, b := bot(t, "level", Options{Seed: 5, Level: n}), bot(t, "level", Options{Seed: 5, Level: n})
		for range 5 {
			p := randomPosition(rng, rng.IntN(30))
			require.Equal(t, choose(t, a, p), choose(t, b, p), "level %d on\n%s", n, p)
		}
	}
}

// A level far up wins nearly all games.
func TestLevelsClimb(t *testing.T) {
	const games = 12
	won := 0
	for seed := range uint64(games) {
		strong, weak := bot(t, "level", Options{Seed: seed, Level: 8}), bot(t, "level", Options{Seed: seed, Level: 1})
		players := [2]Bot{strong, weak}
		if seed%2 == 1 {
			players = [2]Bot{weak, strong}
		}
		if o := game(t, players[0], players[1], 100); o != nil && uint64(o.Winner) == seed%2 {
			won++
		}
	}
	require.GreaterOrEqual(t, won, games-2)
}

func TestLevelRefuses(t *testing.T) {
	for _, n := range []int{-1, MaxLevel + 1} {
		_, err := New("level", Options{Level: n})
		require.ErrorContains(t, err, "is outside 1..10")
	}
	_, err := ParseSpec("search?n=3")
	require.ErrorContains(t, err, "write bot:level?n=3")
	_, err = ParseSpec("level?n=many")
	require.ErrorContains(t, err, `n "many": want a whole number`)
	_, err = ParseSpec("level?n=11")
	require.ErrorContains(t, err, "n 11 is outside")
}
