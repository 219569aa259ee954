package rtl

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// TestLatency: commands of the reference core take the clock cycles that the header of
// ll_turn.sv and docs/rtl/core.md promise, and each bound is reached.
func TestLatency(t *testing.T) {
	m, err := BuildCore(t.Context(), quick(), CoreConfig{Source: ourRTL(), LogSize: 5})
	require.NoError(t, err)
	c, err := m.Start(t.Context(), 1)
	require.NoError(t, err)
	defer func() { require.NoError(t, c.Close()) }()
	undone := map[int]bool{} // the cycles of an UNDO of one tile
	check := func(r *Result, tiles int) {
		t.Helper()
		switch {
		case r.Op == Play && r.Status != 0:
			require.Equal(t, 2, r.Cycles)
		case r.Op == Play:
			require.GreaterOrEqual(t, r.Cycles, 1+5*tiles)
			require.LessOrEqual(t, r.Cycles, 6*tiles)
		default: // UNDO, NEW
			require.GreaterOrEqual(t, r.Cycles, 1+2*tiles)
			require.LessOrEqual(t, r.Cycles, 1+4*tiles)
			if r.Op == Undo && tiles == 1 {
				undone[r.Cycles] = true
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 30 {
		commands, tiles := []Command{{Op: New}, {Op: Undo}, {Op: Play}}, []int{0, 0, 0}
		commands[2].Move.Cell = trax.Cell{Col: 9, Row: 9}
		p := trax.NewPosition()
		for n := 0; !p.Outcome().Over && n < 30; {
			moves := p.AppendMoves(nil)
			move := moves[rng.IntN(len(moves))]
			require.NoError(t, p.Play(move))
			turn := p.Tiles() - n
			commands, tiles = append(commands, Command{Op: Play, Move: move}), append(tiles, turn)
			if n += turn; rng.IntN(2) == 0 {
				p.Undo()
				n -= turn
				commands, tiles = append(commands, Command{Op: Undo}), append(tiles, turn)
			}
		}
		commands, tiles = append(commands, Command{Op: New}), append(tiles, p.Tiles())
		results, err := c.Do(commands...)
		require.NoError(t, err)
		for i := range results {
			check(&results[i], tiles[i])
		}
	}
	require.Equal(t, map[int]bool{3: true, 4: true, 5: true}, undone)
}
