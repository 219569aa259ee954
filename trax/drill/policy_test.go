package drill

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// played is the position after moves.
func played(t *testing.T, moves ...string) *trax.Position {
	p := trax.NewPosition()
	for _, m := range moves {
		require.NoError(t, p.PlayText(m), m)
	}
	return p
}

// The suite's opponent leaves no win at once where it need not.
func TestLastingIsSafe(t *testing.T) {
	p := played(t, "@0+", "B1+", "B2/")
	value := Lasting(Anywhere)
	safe, unsafe := 0, 0
	for _, m := range p.AppendMoves(nil) {
		width := p.Width()
		require.NoError(t, p.Play(m))
		if !p.Outcome().Over {
			if wins := canWin(p); wins {
				unsafe++
				require.Less(t, value(m, width, p), lastingSafe)
			} else {
				safe++
				require.GreaterOrEqual(t, value(m, width, p), lastingSafe)
			}
		}
		p.Undo()
	}
	require.Positive(t, safe)
	require.Positive(t, unsafe)
}
