package engine_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/engine"
)

// hour is a limit that no test here meets.
const hour = time.Hour

// replay plays moves separated by spaces.
func replay(t testing.TB, moves string) *trax.Position {
	p := trax.NewPosition()
	for m := range strings.FieldsSeq(moves) {
		require.NoError(t, p.PlayText(m), "%s in %s", m, moves)
	}
	return p
}

// bot returns a bot or fails the test.
func bot(t testing.TB, name string, o Options) Bot {
	b, err := New(name, o)
	require.NoError(t, err)
	return b
}

// choose returns b's move on p and demands that it is legal and that p is as
// it was.
func choose(t testing.TB, b Bot, p *trax.Position) trax.Move {
	before, ply := p.String(), p.Ply()
	m, err := b.Move(t.Context(), p, hour)
	require.NoError(t, err)
	require.Equal(t, before, p.String())
	require.Equal(t, ply, p.Ply())
	require.NoError(t, p.Play(m), "%s on\n%s", m, before)
	require.True(t, p.Undo())
	return m
}

// randomPosition plays up to plies random moves, fewer when the game ends: the
// position is never over.
func randomPosition(rng *rand.Rand, plies int) *trax.Position {
	p := trax.NewPosition()
	for range plies {
		moves := p.AppendMoves(nil)
		m := moves[rng.IntN(len(moves))]
		_ = p.Play(m)
		if p.Outcome().Over {
			p.Undo()
			break
		}
	}
	return p
}

// everyName returns the names that New knows, those that are in no list, too.
func everyName() []string { return append(Names(), "search1") }

func TestNew(t *testing.T) {
	for _, name := range everyName() {
		_, err := New(name, Options{})
		require.NoError(t, err)
	}
	_, err := New("deep", Options{})
	require.EqualError(t, err, `no bot is called "deep"; there are random, greedy, board, level, search`)
	_, err = New("search", Options{Depth: -1})
	require.ErrorContains(t, err, "depth -1")
	_, err = New("search", Options{Depth: 65})
	require.ErrorContains(t, err, "depth 65")
	_, err = New("search", Options{Nodes: -5})
	require.ErrorContains(t, err, "nodes -5")
}

func TestMoveIsLegalOnRandomPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	bots := map[string]Bot{
		"random": bot(t, "random", Options{Seed: 1}),
		"greedy": bot(t, "greedy", Options{Seed: 1}),
		"search": bot(t, "search", Options{Seed: 1, Nodes: 500}),
	}
	for range 200 {
		p := randomPosition(rng, rng.IntN(40))
		for _, b := range bots {
			choose(t, b, p)
		}
	}
}

func TestMoveIsDeterministic(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for name, o := range map[string]Options{
		"random": {Seed: 5},
		"greedy": {Seed: 5},
		"search": {Seed: 5, Depth: 2},
	} {
		a, b := bot(t, name, o), bot(t, name, o)
		for range 20 {
			p := randomPosition(rng, rng.IntN(30))
			require.Equal(t, choose(t, a, p), choose(t, b, p), "%s on\n%s", name, p)
		}
	}
}

func TestRandomMeetsEveryMove(t *testing.T) {
	p := replay(t, "@0+ B1+")
	legal := p.AppendMoves(nil)
	b := bot(t, "random", Options{Seed: 9})
	seen := map[trax.Move]int{}
	for range 100 * len(legal) {
		seen[choose(t, b, p)]++
	}
	for _, m := range legal {
		require.InDelta(t, 100, seen[m], 50, "%s", m)
	}
}

func TestMoveFailsOnlyWhenTheGameIsOver(t *testing.T) {
	p := replay(t, `@0/ A2\ B1\`)
	require.True(t, p.Outcome().Over)
	for _, name := range everyName() {
		_, err := bot(t, name, Options{}).Move(t.Context(), p, hour)
		require.ErrorIs(t, err, ErrOver)
	}
}

// TestMoveWithoutTime gives no time at all: there is still a legal move.
func TestMoveWithoutTime(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	rng := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		p := randomPosition(rng, rng.IntN(40))
		for _, name := range everyName() {
			b := bot(t, name, Options{})
			for _, limit := range []time.Duration{-time.Second, 0, 1} {
				m, err := b.Move(t.Context(), p, limit)
				require.NoError(t, err)
				require.NoError(t, p.Clone().Play(m))
			}
			m, err := b.Move(gone, p, hour)
			require.NoError(t, err)
			require.NoError(t, p.Clone().Play(m))
		}
	}
}

// quiet is a position that a search does not finish for long.
const quiet = "@0+ B1+"

// maxLooks is how often a bot may look at the clock after its time is up: to
// notice, and to leave what it is in.
const maxLooks = 8

// requireInTime wants a move from b before its clock, which goes on by a
// hundredth of the limit whenever it is read, is read much beyond the limit.
// Between two looks lies a bounded amount of work.
func requireInTime(t *testing.T, name string, p *trax.Position, limit time.Duration) trax.Move {
	t.Helper()
	c := &TickingClock{Tick: limit / 100}
	m, err := bot(t, name, c.On(Options{})).Move(t.Context(), p, limit)
	require.NoError(t, err)
	require.LessOrEqual(t, c.Reads, 100+maxLooks)
	return m
}

// TestMoveEndsInTime asks for moves against a clock that counts its readings.
func TestMoveEndsInTime(t *testing.T) {
	p := replay(t, quiet)
	for _, limit := range []time.Duration{time.Millisecond, 20 * time.Millisecond, 200 * time.Millisecond} {
		requireInTime(t, "search", p, limit)
	}
}

func TestMoveEndsWithItsContext(t *testing.T) {
	p := replay(t, quiet)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	m, err := bot(t, "search", Options{}).Move(ctx, p, hour)
	require.NoError(t, err)
	require.NoError(t, p.Play(m))
	require.Error(t, ctx.Err(), "the search came to its end by itself")
}

func TestMargin(t *testing.T) {
	for _, c := range []struct{ limit, margin time.Duration }{
		{10 * time.Second, time.Second},
		{time.Second, 100 * time.Millisecond},
		{200 * time.Millisecond, 30 * time.Millisecond},
		{50 * time.Millisecond, 25 * time.Millisecond},
		{0, 0},
	} {
		require.Equal(t, c.margin, MoveOverhead(c.limit), c.limit)
	}
}

// game plays white against red and returns how it ends, or nil after too many
// plies.
func game(t testing.TB, white, red Bot, plies int) *trax.Outcome {
	p := trax.NewPosition()
	for p.Ply() < plies {
		b := [2]Bot{white, red}[p.Turn()]
		require.NoError(t, p.Play(choose(t, b, p)))
		if o := p.Outcome(); o.Over {
			return &o
		}
	}
	return nil
}

// TestStrength plays each bot against the one below it, in both colours.
func TestStrength(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	for _, c := range []struct {
		better, worse string
		games, nodes  int64
	}{
		{"greedy", "random", 40, 0},
		{"search", "random", 40, 2000},
		{"search", "greedy", 8, 10_000},
	} {
		t.Run(c.better+" beats "+c.worse, func(t *testing.T) {
			wins := int64(0)
			for i := range c.games {
				seed := uint64(i)
				b := bot(t, c.better, Options{Seed: seed, Nodes: c.nodes})
				w := bot(t, c.worse, Options{Seed: seed})
				color := trax.Color(i & 1)
				players := [2]Bot{b, w}
				if color == trax.Red {
					players = [2]Bot{w, b}
				}
				if o := game(t, players[0], players[1], 60); o != nil && o.Winner == color {
					wins++
				}
			}
			t.Logf("%d of %d", wins, c.games)
			require.GreaterOrEqual(t, wins, c.games*3/4)
		})
	}
}

// TestMoveLeavesNothingBehind starts no goroutine that outlives the answer.
func TestMoveLeavesNothingBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, name := range everyName() {
			_, err := bot(t, name, Options{Nodes: 50}).Move(t.Context(), trax.NewPosition(), time.Second)
			require.NoError(t, err)
		}
	})
}

// TestGreedyGamesEnd plays greedy against itself: neither may parry for ever.
func TestGreedyGamesEnd(t *testing.T) {
	for seed := range uint64(6) {
		a, b := bot(t, "greedy", Options{Seed: seed}), bot(t, "greedy", Options{Seed: 7 * seed})
		require.NotNil(t, game(t, a, b, 200), "no end after 200 plies, seed %d", seed)
	}
}
