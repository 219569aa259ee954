package dpt

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// anyField is a field with tiles and agents anywhere.
func anyField(rng *rand.Rand) *Field {
	f := &Field{Width: 1 + rng.IntN(12), Height: 1 + rng.IntN(12)}
	cells := f.Width * f.Height
	share := rng.IntN(4)
	for range cells {
		f.Values = append(f.Values, rng.IntN(33)-16)
		f.Tiles = append(f.Tiles, uint8(max(0, rng.IntN(3+share)-share)))
	}
	for i, cell := range rng.Perm(cells)[:rng.IntN(min(cells, 16)+1)] {
		team := (i + rng.IntN(2)) % 2
		f.Agents[team] = append(f.Agents[team], Point{cell % f.Width, cell / f.Width})
	}
	return f
}

// anyActions are actions for agents, mostly sensible.
func anyActions(rng *rand.Rand, p *Position) (actions [2][]Action) {
	for team := range actions {
		n := len(p.Agents(team))
		if rng.IntN(8) == 0 {
			n = rng.IntN(n + 1)
		}
		for range n {
			actions[team] = append(actions[team], Action{Type(rng.IntN(3)), rng.IntN(3) - 1, rng.IntN(3) - 1})
			if rng.IntN(20) == 0 {
				actions[team][len(actions[team])-1].DX = rng.IntN(5) - 2
			}
		}
	}
	return actions
}

// requireSame compares a position with the other implementation's.
func requireSame(t *testing.T, n *naive, p *Position, about string) {
	t.Helper()
	for y := range n.h {
		for x := range n.w {
			require.Equal(t, n.tiles[y][x], int(p.Tile(Point{x, y})), "%s: tile of (%d, %d)", about, x, y)
		}
	}
	for team := range 2 {
		require.Equal(t, len(n.agents[team]), len(p.Agents(team)))
		for i := range n.agents[team] {
			require.Equal(t, n.agents[team][i], p.Agents(team)[i], "%s: agent %d of team %d", about, i, team)
		}
		tile, area := n.points(team)
		require.Equal(t, Points{tile, area}, p.Points(team), "%s: points of team %d", about, team)
	}
}

// Random games come out as the obvious implementation says.
func TestAgainstNaive(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	rng := rand.New(rand.NewPCG(7, 8))
	seen := map[string]int{}
	for game := range 500 {
		f, swap := anyField(rng), rng.IntN(4) == 0
		require.NoError(t, f.Check())
		p, n := NewPosition(f, swap), newNaive(f, swap)
		copied := NewPosition(f, swap)
		for turn := range 12 {
			actions := anyActions(rng, p)
			p.CopyTo(copied)
			got, want := p.Play(actions), n.play(actions)
			for team := range got {
				for i, a := range got[team] {
					require.Equal(t, want[team][i], int(a), "game %d turn %d: agent %d of team %d", game, turn, i, team)
					seen[fmt.Sprint(a)]++
				}
			}
			requireSame(t, n, p, fmt.Sprintf("game %d turn %d", game, turn))
			copied.Play(actions)
			requireSame(t, n, copied, "copy")
		}
	}
	for _, a := range []ActionStatus{Illegal, Blocked, Done} {
		require.Greater(t, seen[fmt.Sprint(a)], 1000)
	}
}

// A swap is no turn of procon30; where it is allowed it is carried out.
func TestSwap(t *testing.T) {
	f := &Field{Width: 2, Height: 1, Values: []int{1, 2}, Tiles: []uint8{0, 0}, Agents: [2][]Point{{{0, 0}}, {{1, 0}}}}
	for swap, want := range map[bool]ActionStatus{false: Blocked, true: Done} {
		p := NewPosition(f, swap)
		got := p.Play([2][]Action{{{Move, 1, 0}}, {{Move, -1, 0}}})
		require.Equal(t, [2][]ActionStatus{{want}, {want}}, got)
		require.Equal(t, swap, p.Agents(0)[0] == Point{1, 0})
	}
}

func TestDecide(t *testing.T) {
	for _, c := range []struct {
		a, b   Points
		winner int
		by     Reason
	}{
		{Points{3, 4}, Points{6, 0}, 0, ByTotal},
		{Points{3, 4}, Points{0, 8}, 1, ByTotal},
		{Points{3, 4}, Points{4, 3}, 1, ByTile},
		{Points{-3, 10}, Points{-4, 11}, 0, ByTile},
		{Points{-3, 10}, Points{-3, 10}, -1, Drawn},
	} {
		winner, by := Decide([2]Points{c.a, c.b})
		require.Equal(t, c.winner, winner, "%v", c)
		require.Equal(t, c.by, by, "%v", c)
	}
}

func TestTypes(t *testing.T) {
	for _, want := range []Type{Stay, Move, Remove} {
		got, err := ParseType(want.String())
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, err := ParseType("Move")
	require.EqualError(t, err, `there is no action "Move"; there are stay, move, remove`)
	require.Equal(t, "type 9", Type(9).String())
}

// BenchmarkTurn plays turns of a game of 12 x 12 with its values drawn anew, and
// counts the points of both teams after each.
func BenchmarkTurn(b *testing.B) {
	rules := Rules{Seed: 1, Width: 12, Height: 12, Turns: MaxTurns}
	rng := rand.New(rand.NewPCG(1, 1))
	g := New(rules)
	plan := make([][2][]Action, 1024)
	for i := range plan {
		plan[i] = anyActions(rng, g.Position)
	}
	n, total := 0, 0
	for b.Loop() {
		if g.Over() {
			b.StopTimer()
			g = New(rules)
			b.StartTimer()
		}
		g.Play(plan[n%len(plan)])
		n++
		total += g.Points(0).Total() - g.Points(1).Total()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
	_ = total
}
