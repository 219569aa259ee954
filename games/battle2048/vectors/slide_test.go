package vectors_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/battle2048/vectors"
	"github.com/loopline/loopline/games/rtlblock/rtlblocktest"
)

func TestFiles(t *testing.T) {
	rtlblocktest.Files(t, vectors.Set(), vectors.Slide, "../../../vectors/golden/battle2048-slide")
}

// What is no question of the kind is refused, with the reason.
func TestParseAsk(t *testing.T) {
	zeros := strings.Repeat("0 ", 24)
	for ask, want := range map[string]string{
		`7`:                                 "invalid question about a slide",
		`{"board":"1 2 3","direction":"U"}`: "25 exponents, not 3",
		`{"board":"` + zeros + `31","direction":"U"}`:                                     "cell 25 of the board is 31",
		`{"board":"` + zeros + `1","direction":"X"}`:                                      "want one of U, R, D and L",
		`{"board":"` + zeros + `-1","direction":"U"}`:                                     "whole number",
		`{"board":"` + zeros + `1"}`:                                                      "want one of U, R, D and L",
		`{"board":["` + zeros + `1"],"direction":"U"}`:                                    "invalid question about a slide",
		`{"board":"` + zeros + `99999999999999999999999999999999999999","direction":"U"}`: "whole number",
	} {
		_, _, err := vectors.ParseAsk(json.RawMessage(ask))
		require.ErrorContains(t, err, want, ask)
	}
	board, d, err := vectors.ParseAsk(json.RawMessage(`{"board":"` + zeros + `30","direction":"L"}`))
	require.NoError(t, err)
	require.Equal(t, "L", d.String())
	require.Equal(t, uint8(30), board[24])
}

// The board of a file is the contest's.
func TestBoard(t *testing.T) {
	_, err := vectors.Set().ParseGridSize("6x6")
	require.EqualError(t, err, "board 6x6: the boards of battle2048 are 5x5")
}
