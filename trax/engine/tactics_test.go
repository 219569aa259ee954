package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/engine"
)

// fate is what a move leads to when both sides look at everything.
type fate uint8

const (
	loses fate = iota // at once, or the opponent can win in one
	holds
	wins
)

// fates sorts the legal moves of p by their fate, two plies deep.
func fates(p *trax.Position) map[trax.Move]fate {
	found := map[trax.Move]fate{}
	for _, m := range p.AppendMoves(nil) {
		mover := p.Turn()
		_ = p.Play(m)
		switch o := p.Outcome(); {
		case o.Over && o.Winner == mover:
			found[m] = wins
		case o.Over || opponentWins(p):
			found[m] = loses
		default:
			found[m] = holds
		}
		p.Undo()
	}
	return found
}

// opponentWins reports whether the side to move can win at once.
func opponentWins(p *trax.Position) bool {
	mover := p.Turn()
	for _, m := range p.AppendMoves(nil) {
		_ = p.Play(m)
		o := p.Outcome()
		p.Undo()
		if o.Over && o.Winner == mover {
			return true
		}
	}
	return false
}

// best returns the best fate and how many moves have it.
func best(found map[trax.Move]fate) (f fate, moves int) {
	for _, g := range found {
		f = max(f, g)
	}
	for _, g := range found {
		if f == g {
			moves++
		}
	}
	return f, moves
}

// players are the bots that must see two plies.
func players(t testing.TB) map[string]Bot {
	return map[string]Bot{
		"greedy": bot(t, "greedy", Options{}),
		"search": bot(t, "search", Options{Depth: 2}),
	}
}

// TestTactics holds positions with a hidden answer: few of many moves win, or
// few do not lose. They come from random games.
func TestTactics(t *testing.T) {
	for _, c := range tactics {
		p := replay(t, c.moves)
		found := fates(p)
		f, n := best(found)
		require.Equal(t, c.best, f, c.moves)
		require.Equal(t, c.answers, n, c.moves)
		for name, b := range players(t) {
			require.Equal(t, f, found[choose(t, b, p)], "%s after %s", name, c.moves)
		}
	}
}

// TestTacticsAtRandom demands the best fate on many positions.
func TestTacticsAtRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	seen := map[fate]int{}
	bots := players(t)
	for range 300 {
		p := randomPosition(rng, 3+rng.IntN(20))
		found := fates(p)
		f, n := best(found)
		if n == len(found) {
			continue
		}
		seen[f]++
		for name, b := range bots {
			require.Equal(t, f, found[choose(t, b, p)], "%s on\n%s", name, p)
		}
	}
	require.Greater(t, seen[wins], 50)
	require.Greater(t, seen[holds], 50)
}
