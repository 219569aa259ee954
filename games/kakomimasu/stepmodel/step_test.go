package stepmodel

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/kakomimasu"
)

// position is a field of three rows with the given tiles and points, an agent of each player.
func position(t *testing.T, tiles string, points []int, agents ...kakomimasu.Cell) *kakomimasu.Position {
	t.Helper()
	f := &kakomimasu.Field{Width: len(tiles) / 3, Height: 3, Players: len(agents), Agents: 1, Points: points}
	require.NoError(t, f.Check())
	p := kakomimasu.New(f)
	require.NoError(t, p.SetTiles(tiles))
	for player, c := range agents {
		require.NoError(t, p.SetAgent(player, 0, c))
	}
	return p
}

// An agent takes the first step of the best way, and knows what each tile gains.
func TestChoose(t *testing.T) {
	off := kakomimasu.Off
	for name, c := range map[string]struct {
		tiles  string
		points []int
		agents []kakomimasu.Cell
		turn   int
		want   []kakomimasu.Action
	}{
		"a PUT into the best cell": {
			"....b....", []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, []kakomimasu.Cell{off, off}, 1,
			[]kakomimasu.Action{{Type: kakomimasu.Put, To: kakomimasu.Cell{X: 1, Y: 1}}}, // another's territory counts twice
		},
		"a PUT into the own quarter": {
			".........", []int{1, 9, 3, 9, 9, 9, 7, 9, 5}, []kakomimasu.Cell{off, off}, 3,
			[]kakomimasu.Action{{Type: kakomimasu.Put, To: kakomimasu.Cell{X: 0, Y: 2}}},
		},
		"a step to the better side": {
			"....A....", []int{9, 1, 1, 1, 1, 1, 1, 1, 8}, []kakomimasu.Cell{{X: 1, Y: 1}, off}, 1,
			[]kakomimasu.Action{{Type: kakomimasu.Move, To: kakomimasu.Cell{X: 0, Y: 0}}},
		},
		"a wall of another is removed": {
			"....A...B", []int{1, 1, 1, 1, 1, 1, 1, 1, 9}, []kakomimasu.Cell{{X: 1, Y: 1}, off}, 1,
			[]kakomimasu.Action{{Type: kakomimasu.Remove, To: kakomimasu.Cell{X: 2, Y: 2}}},
		},
		"no step onto another agent": {
			"....A...B", []int{1, 1, 1, 1, 1, 2, 1, 1, 9}, []kakomimasu.Cell{{X: 1, Y: 1}, {X: 2, Y: 2}}, 1,
			[]kakomimasu.Action{{Type: kakomimasu.Move, To: kakomimasu.Cell{X: 2, Y: 1}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, Of(position(t, c.tiles, c.points, c.agents...), 0, c.turn).Choose())
		})
	}
}

// Tiles and agents are seen from the board's seat.
func TestOf(t *testing.T) {
	q := Of(position(t, "AaBb.....", make([]int, 9), kakomimasu.Cell{X: 1, Y: 1}, kakomimasu.Off), 1, 7)
	require.Equal(t, []Tile{OtherWall, OtherArea, OwnWall, OwnArea, Empty}, q.Tiles[:5])
	require.Equal(t, [][]kakomimasu.Cell{{{X: 1, Y: 1}}, {kakomimasu.Off}}, q.Agents)
	require.Equal(t, 7, q.Turn)
}
