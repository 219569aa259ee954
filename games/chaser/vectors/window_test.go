package vectors_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/chaser"
	windows "github.com/loopline/loopline/games/chaser/vectors"
	"github.com/loopline/loopline/games/rtlblock/rtlblocktest"
	"github.com/loopline/loopline/vectors"
)

func TestFiles(t *testing.T) {
	rtlblocktest.Files(t, windows.Set(), windows.Window, "../../../vectors/golden/chaser-window")
}

// What is no question of the kind is refused, with the reason.
func TestParseAsk(t *testing.T) {
	board := vectors.GridSize{Columns: 3, Rows: 2}
	for ask, want := range map[string]string{
		`7`:                                "invalid question about a window",
		`{"map":"000"}`:                    "1 rows, not 2",
		`{"map":"000/0000"}`:               `row 2 of the map is "0000"`,
		`{"map":"000/010"}`:                "3 digits of 0, 2 and 3",
		`{"map":"000/000","player":[4,0]}`: "farther off the map than a step",
		`{"map":"000/000","player":[0,0],"other":[0,-2]}`:                                                   "farther off the map than a step",
		`{"map":"000/000","player":[0,0],"other":[1,1],"direction":"x"}`:                                    "want one of u, r, l and d",
		`{"map":"000/000","player":[0,0],"other":[1,1],"direction":"u","action":"put"}`:                     "want one of around, look, search",
		`{"map":"000/000","player":[99999999999999999999,0],"other":[1,1],"direction":"u","action":"look"}`: "invalid question about a window",
	} {
		_, err := windows.ParseAsk(json.RawMessage(ask), board)
		require.ErrorContains(t, err, want, ask)
	}
	q, err := windows.ParseAsk(json.RawMessage(`{"map":"002/300","player":[-1,0],"other":[1,2],"direction":"l","action":"search"}`), board)
	require.NoError(t, err)
	require.Equal(t, windows.Question{
		Rows:   [][]chaser.Cell{{0, 0, 2}, {3, 0, 0}},
		Player: chaser.Point{X: -1}, Other: chaser.Point{X: 1, Y: 2}, Action: chaser.Search, Direction: chaser.Left,
	}, q)
}
