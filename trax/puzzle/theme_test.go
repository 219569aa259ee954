package puzzle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/puzzle"
)

// The examples of docs/bots.md have the themes that it gives them.
func TestThemes(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		turns  int
		want   string
	}{
		"l-before":    {`C2\`, 2, L},
		"edge-before": {`A0\`, 3, Edge},
		"cave-before": {`E1\`, 2, Cave},
	} {
		p := ofPage(t, name)
		board := p.String()
		m, err := trax.ParseMove(c.answer)
		require.NoError(t, err)
		theme, err := Theme(t.Context(), p, m, c.turns)
		require.NoError(t, err)
		require.Equal(t, c.want, theme, name)
		require.Equal(t, board, p.String())
	}
}
