package games

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/say"
)

// Every game has its position as text, which has the cells that the rules know.
func TestGrids(t *testing.T) {
	for name, c := range map[string]struct {
		question string // of Load
		moves    int
		cells    map[[2]int]string // by column and row
		columns  int
	}{
		"battle2048": {`{"moves":["1 4","2 2"]}`, 2, map[[2]int]string{{3, 0}: "", {8, 0}: "2", {1, 1}: "2"}, 10},
		"dpt": {`{"width":3,"height":2,"points":[[1,2,0],[2,1,1]],"tiled":[[1,0,0],[0,0,2]],"agents":[[[0,0]],[[2,1]]],"turns":[{"actions":[[[1,1,0]],[[0,0,0]]]}]}`,
			1, map[[2]int]string{{0, 0}: "1, tile of A", {1, 0}: "2, agent of A", {2, 1}: "1, agent of B", {2, 0}: "0"}, 3},
		"kakomimasu": {`{"width":3,"height":2,"nAgent":1,"nPlayer":2,"totalTurn":2,"points":[1,2,3,4,5,6],"turns":[{"actions":[[[0,1,2,1]],[[0,1,0,0]]]},{"actions":[[[0,3,2,0]],[]]}]}`,
			2, map[[2]int]string{{0, 0}: "1, agent 0 of second", {2, 1}: "6, wall of first", {2, 0}: "3, agent 0 of first", {1, 1}: "5"}, 3},
		"chaser": {`{"map":"N:a\nT:10\nS:3,3\nD:0,2,0\nD:0,0,0\nD:0,3,0\nH:2,2\nC:0,0\n","turns":10,"script":["sr"]}`,
			1, map[[2]int]string{{0, 0}: "COOL", {1, 0}: "block", {1, 2}: "item", {2, 2}: "HOT", {1, 1}: ""}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := ByName(name)
			require.NoError(t, err)
			events, err := g.Load([]byte(c.question))
			require.NoError(t, err)
			requireGrid(t, &g, events, c.moves, c.columns, c.cells)
		})
	}
}

func requireGrid(t *testing.T, g *descriptor.Descriptor, events []record.Event, moves, columns int, cells map[[2]int]string) {
	t.Helper()
	view := g.View()
	for _, e := range events {
		view.Observe(e)
	}
	require.Equal(t, moves, view.Moves())
	grid := view.(live.GridView).Grid(moves)
	require.Len(t, grid.Columns, columns)
	require.Len(t, grid.Rows, len(grid.Cells))
	for at, want := range cells {
		require.Len(t, grid.Cells[at[1]], columns)
		require.Equal(t, want, grid.Cells[at[1]][at[0]].String(), at)
	}
}

// A tile of Trax is told by its edges, which those beside it share.
func TestTraxGrid(t *testing.T) {
	v, _, recorded := visited(t, guest{game: "trax", limit: time.Minute, seats: []string{"bot:random?seed=1", "bot:random?seed=2"}})
	require.Positive(t, v.Ply)
	row, err := ByName("trax")
	require.NoError(t, err)
	view := row.View()
	for _, e := range recorded.Events {
		view.Observe(e)
	}
	g := view.(live.GridView).Grid(view.Moves())
	require.Equal(t, "A", g.Columns[0])
	require.Equal(t, "1", g.Rows[0])
	side := func(tile say.Text, side string) string { // its colour
		for _, part := range strings.Split(tile.String()[2:], ", ") {
			if words := strings.Fields(part); slices.Contains(words[1:], side) {
				return words[0]
			}
		}
		return ""
	}
	tiles := 0
	for y, cells := range g.Cells {
		for x := range cells {
			if cells[x].IsZero() {
				continue
			}
			tiles++
			if x > 0 && !cells[x-1].IsZero() {
				require.Equal(t, side(cells[x-1], "right"), side(cells[x], "left"))
			}
			if y > 0 && !g.Cells[y-1][x].IsZero() {
				require.Equal(t, side(g.Cells[y-1][x], "bottom"), side(cells[x], "top"))
			}
		}
	}
	require.GreaterOrEqual(t, tiles, v.Ply)
}
