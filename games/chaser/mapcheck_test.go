package chaser

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// naiveCheck judges the text of a map file once more, by flood filling strings and looking cells
// up one by one. It returns the conditions that are broken.
func naiveCheck(text string, t MapType) (broken []string) {
	var grid []string
	var cx, cy, hx, hy int
	turns := 100
	for line := range strings.Lines(text) {
		switch key, value, _ := strings.Cut(strings.TrimSpace(line), ":"); key {
		case "T":
			turns, _ = strconv.Atoi(value)
		case "D":
			grid = append(grid, strings.ReplaceAll(value, ",", ""))
		case "C":
			_, _ = fmt.Sscanf(value, "%d,%d", &cx, &cy)
		case "H":
			_, _ = fmt.Sscanf(value, "%d,%d", &hx, &hy)
		}
	}
	w, h := len(grid[0]), len(grid)
	at := func(x, y int) byte {
		if x < 0 || y < 0 || x >= w || y >= h {
			return ' '
		}
		return grid[y][x]
	}
	is := func(condition string, wrong bool) {
		if wrong && !slices.Contains(broken, condition) {
			broken = append(broken, condition)
		}
	}
	is(ConditionSize, w != 15 || h != 15 && h != 17)
	is(ConditionTurns, turns < 100 || turns > 140)
	whole := []byte(strings.Join(grid, ""))
	slices.Reverse(whole)
	is(ConditionSymmetry, string(whole) != strings.Join(grid, ""))
	is(ConditionStarts, cx+hx != w-1 || cy+hy != h-1)
	for _, start := range [][2]int{{cx, cy}, {hx, hy}} {
		x, y := start[0], start[1]
		is(ConditionStarts, at(x, y) == '3')
		cross := string([]byte{at(x-1, y), at(x+1, y), at(x, y-1), at(x, y+1)})
		is(ConditionStarts, strings.Trim(cross, " 2") == "")
		var ring []byte
		for _, d := range []string{"-1 -1", "0 -1", "1 -1", "-1 0", "1 0", "-1 1", "0 1", "1 1"} {
			var dx, dy int
			_, _ = fmt.Sscan(d, &dx, &dy)
			ring = append(ring, at(x+dx, y+dy))
		}
		items, blocks := strings.Count(string(ring), "3"), strings.Count(string(ring), "2")
		is(ConditionType, t == TypeA && items > 0 || t == TypeB && (items == 0 || blocks > 0) || t == TypeC && (items == 0 || blocks == 0))
		var flood [20][20]bool // with a border
		flood[y+1][x+1] = true
		for grows := true; grows; {
			grows = false
			for j := range h {
				for i := range w {
					if !flood[j+1][i+1] && at(i, j) != '2' && (flood[j+1][i] || flood[j+1][i+2] || flood[j][i+1] || flood[j+2][i+1]) {
						flood[j+1][i+1], grows = true, true
					}
				}
			}
		}
		for j := range h {
			for i := range w {
				is(ConditionItems, at(i, j) == '3' && !flood[j+1][i+1])
				alone := at(i, j) == '3' && !strings.Contains(string([]byte{at(i-1, j), at(i+1, j), at(i, j-1), at(i, j+1)}), "3")
				is(ConditionType, t == TypeB && alone && (2*i != w-1 || 2*j != h-1))
			}
		}
	}
	return broken
}

func conditions(m *Map, t MapType) (broken []string) {
	for _, p := range m.CheckType(t) {
		if !slices.Contains(broken, p.Condition) {
			broken = append(broken, p.Condition)
		}
	}
	return broken
}

// mutate breaks something of a map, perhaps.
func mutate(m *Map, r *rand.Rand) {
	cell := func() Point { return Point{r.IntN(m.Width()), r.IntN(m.Height())} }
	for range 1 + r.IntN(3) {
		switch r.IntN(7) {
		case 0: // one cell alone
			if p := cell(); p != m.Start[0] && p != m.Start[1] {
				m.set(p, []Cell{Floor, Block, Item}[r.IntN(3)])
			}
		case 1: // a cell and the one opposite
			if p := cell(); m.free(p) {
				m.pair(p, []Cell{Block, Item}[r.IntN(2)])
			}
		case 2: // a cell beside a start
			p := m.Start[0]
			p.X, p.Y = p.X-1+r.IntN(3), p.Y-1+r.IntN(3)
			if m.Has(p) && p != m.Start[0] && p != m.Start[1] {
				m.pair(p, []Cell{Floor, Block, Item}[r.IntN(3)])
			}
		case 3: // a start
			if p := cell(); m.free(p) {
				m.Start[r.IntN(2)] = p
			}
		case 4:
			m.Turns = r.IntN(200)
		case 5: // a corner that nobody reaches, with an item in it
			m.pair(Point{0, 0}, Item)
			m.pair(Point{1, 0}, Block)
			m.pair(Point{0, 1}, Block)
		case 6:
			m.Rows = m.Rows[:m.Height()-1-r.IntN(2)]
		}
	}
}

// Random maps of each type pass the check and an independent one; of 1,000 mutated ones both find
// the same conditions broken.
func TestCheckType(t *testing.T) {
	tier.Slow(t)
	for _, kind := range MapTypes {
		r := rand.New(rand.NewPCG(uint64(kind[0]), 1))
		seen := map[string]int{}
		wrong := 0
		for seed := range uint64(1000) {
			m := RandomMapOf(kind, seed)
			require.NoError(t, m.Check())
			require.Empty(t, m.CheckType(kind), "type %s, seed %d", kind, seed)
			require.Empty(t, naiveCheck(m.String(), kind), "type %s, seed %d\n%s", kind, seed, m)
			for mutate(m, r); m.Check() != nil; mutate(m, r) {
				m = RandomMapOf(kind, seed) // a start that is cut off is refused when the map is read
			}
			found, want := conditions(m, kind), naiveCheck(m.String(), kind)
			require.ElementsMatch(t, want, found, "type %s, mutant of seed %d\n%s", kind, seed, m)
			if len(found) > 0 {
				wrong++
			}
			for _, c := range found {
				seen[c]++
			}
		}
		require.Greater(t, wrong, 600)
		require.Len(t, seen, 6, "every condition is broken somewhere: %v", seen)
		t.Logf("type %s: %d of 1,000 mutants wrong, %v", kind, wrong, seen)
	}
}

// The map of the kind that a contest once had to play again: called type C, with no item beside a start.
func TestCheckTypeNamesCells(t *testing.T) {
	m := RandomMapOf(TypeC, 7)
	for _, p := range m.around(m.Start[0], Item) {
		m.pair(p, Floor)
	}
	var texts []string
	for _, p := range m.CheckType(TypeC) {
		texts = append(texts, p.String())
	}
	cool, hot := m.Start[0], m.Start[1]
	require.Equal(t, []string{
		fmt.Sprintf("type: type C has an item around COOL at %d,%d", cool.X, cool.Y),
		fmt.Sprintf("type: type C has an item around HOT at %d,%d", hot.X, hot.Y),
	}, texts)
	require.Contains(t, m.Picture([]Point{cool}), "[C]")
	require.Equal(t, RandomMapOf(TypeC, 7).String(), RandomMapOf(TypeC, 7).String())
}
