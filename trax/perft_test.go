package trax_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	. "github.com/loopline/loopline/trax"
)

// known holds the counts from the empty board. To depth 7 two independent
// engines agree.
var known = []Count{
	{1, 0},
	{2, 0},
	{24, 0},
	{432, 8},
	{9_568, 276},
	{246_888, 8_564},
	{7_209_480, 282_716},
	{233_696_112, 10_130_200},
	{8_290_141_664, 390_946_192},
}

// ways lists every way to count.
var ways = map[string]PerftOptions{
	"plain":           {Threads: 1, Ended: true},
	"leaves only":     {Threads: 1},
	"threads":         {Threads: 3, Ended: true},
	"classes":         {Threads: 2, Ended: true, Classes: true},
	"cache":           {Threads: 1, Ended: true, Cache: 1 << 20},
	"classes + cache": {Threads: 2, Classes: true, Cache: 1 << 16},
}

func TestPerft(t *testing.T) {
	for name, o := range ways {
		t.Run(name, func(t *testing.T) {
			for depth, want := range known[:6] {
				requireCount(t, want, NewPosition(), depth, o)
			}
		})
	}
}

// TestPerftDeep counts a billion leaves the quick way: merging only pays, and
// only goes wrong, in deep trees.
func TestPerftDeep(t *testing.T) {
	o := PerftOptions{Ended: true, Classes: true, Cache: 64 << 20}
	requireCount(t, known[7], NewPosition(), 7, o)
}

func requireCount(t *testing.T, want Count, p *Position, depth int, o PerftOptions) {
	if !o.Ended {
		want.Ended = 0
	}
	got, err := Perft(context.Background(), p, depth, o)
	require.NoError(t, err)
	require.Equal(t, want, got, "depth %d", depth)
}

// TestPerftOutgrowsTheTorus counts trees in which a turn makes the board too
// wide for the torus that it lies on.
func TestPerftOutgrowsTheTorus(t *testing.T) {
	tier.NoRace(t)
	p := replay(t, "@0/")
	for p.Width() < 30 {
		moves := p.AppendMoves(nil)
		require.NoError(t, p.Play(moves[slices.IndexFunc(moves, func(m Move) bool { return m.Cell.Col == 0 })]))
		q := p.Clone() // counting makes room on p
		requireCount(t, countByPlaying(p, 2), q, 2, PerftOptions{Threads: 1, Ended: true})
	}
}

// TestPerftWays compares all ways on positions where forced play, lines and
// contradictions abound, with counting by playing every move.
func TestPerftWays(t *testing.T) {
	tier.NoRace(t)
	for _, moves := range []string{
		"@0+ B1+ C1+ D1+ E1+ F1+ G1+",
		"@0/ B1/ C1/ D1/ E1/ F1/ G1/ H1/ I1/ J1/",
		"@0/ B1+ C1/ C2\\ @1+ A2/ A3/ D3\\",
		"@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/",
	} {
		p := replay(t, moves)
		want := countByPlaying(p, 3)
		for name, o := range ways {
			t.Run(fmt.Sprint(name, " after ", moves), func(t *testing.T) {
				requireCount(t, want, p, 3, o)
			})
		}
	}
}

// countByPlaying counts without bulk counting, by the public methods.
func countByPlaying(p *Position, depth int) (total Count) {
	for _, m := range p.AppendMoves(nil) {
		if err := p.Play(m); err != nil {
			panic(err)
		}
		switch {
		case depth == 1 && p.Outcome().Over:
			total.Leaves++
			total.Ended++
		case depth == 1:
			total.Leaves++
		default:
			c := countByPlaying(p, depth-1)
			total.Leaves += c.Leaves
			total.Ended += c.Ended
		}
		p.Undo()
	}
	return total
}

func TestDivide(t *testing.T) {
	o := PerftOptions{Ended: true}
	var sum Count
	counts, err := Divide(context.Background(), replay(t, "@0/ A2\\"), 2, o)
	require.NoError(t, err)
	for _, c := range counts {
		sum.Leaves += c.Count.Leaves
		sum.Ended += c.Count.Ended
	}
	requireCount(t, sum, replay(t, "@0/ A2\\"), 2, o)
	require.Len(t, counts, len(replay(t, "@0/ A2\\").AppendMoves(nil)))
}

func TestPerftStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Perft(ctx, NewPosition(), 12, PerftOptions{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestPerftAfterTheEnd(t *testing.T) {
	p := replay(t, `@0/ A2\ B1\`)
	requireCount(t, Count{}, p, 2, PerftOptions{})
	requireCount(t, Count{Leaves: 1}, p, 0, PerftOptions{})
}
