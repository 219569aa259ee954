package vectors_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/grid"
	fields "github.com/loopline/loopline/games/grid/vectors"
	"github.com/loopline/loopline/games/rtlblock/rtlblocktest"
	"github.com/loopline/loopline/vectors"
)

func TestFiles(t *testing.T) {
	for _, c := range []struct {
		game  string
		n     grid.Neighbours
		board vectors.GridSize
	}{
		{"kakomimasu", grid.Eight, vectors.GridSize{Columns: 10, Rows: 10}},
		{"dpt", grid.Four, vectors.GridSize{Columns: 12, Rows: 12}},
	} {
		rtlblocktest.Files(t, fields.NewSet(c.game, c.n, c.board), fields.Flood, "../../../vectors/golden/"+c.game+"-flood")
	}
}

// What is no question of the kind is refused, with the reason.
func TestParseAsk(t *testing.T) {
	board := vectors.GridSize{Columns: 3, Rows: 3}
	for ask, want := range map[string]string{
		`7`:                                       "invalid question about a field",
		`{"neighbours":8,"walls":".../.../..."}`:  "about 8 neighbours, the game has 4",
		`{"walls":".../.../..."}`:                 "about 0 neighbours",
		`{"neighbours":4,"walls":".../..."}`:      "2 rows, not 3",
		`{"neighbours":4,"walls":".../..../..."}`: `row 2 of the walls is "...."`,
		`{"neighbours":4,"walls":".../..x/..."}`:  "3 of . and #",
	} {
		_, err := fields.ParseAsk(json.RawMessage(ask), board, grid.Four)
		require.ErrorContains(t, err, want, ask)
	}
	walls, err := fields.ParseAsk(json.RawMessage(`{"neighbours":4,"walls":".#./#.#/.#."}`), board, grid.Four)
	require.NoError(t, err)
	require.Equal(t, grid.Bitboard{2, 5, 2}, walls)
	_, err = fields.NewSet("x", grid.Four, board).ParseGridSize("25x3")
	require.EqualError(t, err, "board 25x3: the fields of the vectors are 3x3 to 24x24")
}
