package openings

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// TestDecidedOpeningsAreRefused: the first is won by six attacks in a row, the second by a
// search, for the other side; of the third nobody is found to win.
func TestDecidedOpeningsAreRefused(t *testing.T) {
	s := New(1)
	for moves, open := range map[string]bool{
		`@0/ A0/ @2\`:                 false,
		`@0/ @1\ B0+ C2/ B0\ A2\ @2\`: false,
		`@0+ A0\ A3\`:                 true,
	} {
		p := trax.NewPosition()
		for m := range strings.FieldsSeq(moves) {
			require.NoError(t, p.PlayText(m))
		}
		found, err := s.open(t.Context(), p)
		require.NoError(t, err)
		require.Equal(t, open, found, moves)
	}
}
