package dpt

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is drawn has the sizes, values and turns of the rules, each of them now
// and then, and lies the same for both.
func TestDrawn(t *testing.T) {
	sides, turns, values := map[int]int{}, map[int]int{}, map[int]int{}
	for seed := range uint64(400) {
		for _, start := range []Start{Corners, AnyPoint, LeftRight, UpDown} {
			g := New(Rules{Seed: seed, Start: start})
			r := g.Rules()
			sides[r.Width]++
			sides[r.Height]++
			turns[r.Turns]++
			require.NoError(t, r.Field.Check())
			for team := range 2 {
				require.Len(t, g.Agents(team), 1)
				require.Equal(t, uint8(team+1), g.Tile(g.Agents(team)[0]))
			}
			if start == Corners {
				require.Equal(t, Point{}, g.Agents(0)[0])
				require.Equal(t, Point{r.Width - 1, r.Height - 1}, g.Agents(1)[0])
			}
			require.True(t, r.Field.mirrored(&r))
			for range 2 {
				for i, v := range g.values {
					require.Equal(t, v, g.values[r.mirror(i)])
					values[v]++
				}
				g.Play([2][]Action{})
			}
		}
	}
	require.Len(t, sides, 5)
	require.Len(t, turns, 16)
	require.Len(t, values, 5)
	total := 0
	for _, n := range values {
		total += n
	}
	for v, n := range values {
		require.InDelta(t, 0.2, float64(n)/float64(total), 0.01, "value %d", v)
	}
}

// Equal seeds give equal games for ever: records of today are verified in years.
func TestDrawnForEver(t *testing.T) {
	sum := sha256.New()
	for seed := range uint64(20) {
		for _, r := range []Rules{{}, {Start: AnyPoint}, {Start: LeftRight, Symmetry: Asymmetrical}, {Start: UpDown}, {Width: 20, Height: 7}} {
			r.Seed = seed
			for g := New(r); !g.Over(); g.Play([2][]Action{}) {
				fmt.Fprintln(sum, g.Rules().Turns, g.width, g.values, g.agents)
			}
		}
	}
	require.Equal(t, "12b36d6508fbb0ebc5381ae8150315265c4fd61d97bb0d216e1dddbb2feb9416", fmt.Sprintf("%x", sum.Sum(nil)))
}

// Values change when the rules say so.
func TestRedraw(t *testing.T) {
	given := New(Rules{}).Field()
	for _, c := range []struct {
		rules   Rules
		changed string // after each of three turns
	}{
		{Rules{}, "110"},
		{Rules{Redraw: Between}, "110"},
		{Rules{Redraw: Always}, "111"},
		{Rules{Redraw: Never}, "000"},
		{Rules{Field: given}, "000"},
		{Rules{Field: given, Redraw: Between}, "110"},
	} {
		c.rules.Turns = 3
		g := New(c.rules)
		got := ""
		for !g.Over() {
			before := slices.Clone(g.values)
			g.Play([2][]Action{})
			got += map[bool]string{true: "0", false: "1"}[slices.Equal(before, g.values)]
		}
		require.Equal(t, c.changed, got, "%+v", c.rules.Redraw)
	}
}

// A field that is given says itself how values lie.
func TestStartOfField(t *testing.T) {
	for _, start := range []Start{AnyPoint, LeftRight, UpDown} {
		f := New(Rules{Seed: 3, Start: start}).Field()
		require.Equal(t, start, f.start())
		r := New(Rules{Field: f, Redraw: Between, Turns: 5})
		r.Play([2][]Action{})
		for i, v := range r.values {
			require.Equal(t, v, r.values[r.rules.mirror(i)])
		}
	}
	f := New(Rules{}).Field()
	f.Agents[1] = nil
	require.Equal(t, Corners, f.start())
}

func TestRulesCheck(t *testing.T) {
	for want, r := range map[string]Rules{
		"1001 turns are outside 1 to 1000":                  {Turns: 1001},
		"size 9x0 is outside 1x1 to 64x64":                  {Width: 9},
		"size 1x1 has no room for two agents":               {Width: 1, Height: 1},
		"a field of one column is not mirrored left-right":  {Width: 1, Height: 9, Start: LeftRight},
		"a field of one row is not mirrored up-down":        {Width: 9, Height: 1, Start: UpDown},
		`there is no start "middle"; there are corners`:     {Start: "middle"},
		`there is no symmetry "all"; there are start, none`: {Symmetry: "all"},
		`there is no redraw "now"; there are between`:       {Redraw: "now"},
		"a field has 1 to 64 columns":                       {Field: &Field{}},
	} {
		require.ErrorContains(t, r.Check(), want)
	}
	r := Rules{Width: 8, Height: 12}
	require.NoError(t, r.Check())
}

// A game that goes on from its position as a field goes on the same.
func TestFieldOfGame(t *testing.T) {
	g := New(Rules{Seed: 2, Redraw: Never})
	g.Play([2][]Action{{{Move, 1, 1}}, {{Move, -1, -1}}})
	again := New(Rules{Field: g.Field()})
	require.Equal(t, g.Rows(), again.Rows())
	require.Equal(t, g.values, again.values)
	require.Equal(t, g.agents, again.agents)
}
