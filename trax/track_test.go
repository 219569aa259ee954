package trax_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/loopline/loopline/trax"
)

// TestTracksAgainstWalking compares the ends that are kept up to date with
// those that walking finds.
func TestTracksAgainstWalking(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for range 50 {
		p := randomPosition(rng, 2+rng.IntN(40))
		tracks := p.AppendTracks(nil)
		edges := map[End]bool{}
		for _, track := range tracks {
			for i, e := range track.Ends {
				require.False(t, edges[e], "an edge ends two tracks")
				edges[e] = true
				require.Equal(t, track.Color, p.At(e.Cell).ColorAt(e.Side))
				cells, loop := p.Walk(e.Cell, track.Color)
				require.False(t, loop)
				other := track.Ends[1-i].Cell
				require.Contains(t, []Cell{cells[0], cells[len(cells)-1]}, e.Cell)
				require.Contains(t, []Cell{cells[0], cells[len(cells)-1]}, other)
			}
		}
		require.Len(t, edges, openEdges(p))
	}
}

func openEdges(p *Position) (n int) {
	for row := 1; row <= p.Height(); row++ {
		for col := 1; col <= p.Width(); col++ {
			if p.At(Cell{col, row}) == Empty {
				continue
			}
			for _, c := range []Cell{{col + 1, row}, {col - 1, row}, {col, row + 1}, {col, row - 1}} {
				if p.At(c) == Empty {
					n++
				}
			}
		}
	}
	return n
}

func TestWinning(t *testing.T) {
	p := replay(t, `@0/ A2\ B1\`)
	require.Len(t, p.Winning(), 1)
	require.ElementsMatch(t, []Cell{{1, 1}, {2, 1}, {1, 2}, {2, 2}}, p.Winning()[0])
	p.Undo()
	require.Empty(t, p.Winning())

	p = replay(t, "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+")
	require.Len(t, p.Winning(), 1)
	require.Len(t, p.Winning()[0], 8)
}

// TestLongChain: a row of slashes and one tile below its left end force the
// whole row below, in any direction of growth.
func TestLongChain(t *testing.T) {
	const n = 1200
	for _, c := range []struct {
		name string
		grow func(i int) string
		last string
	}{
		{"right", func(i int) string { return Cell{i, 1}.String() + "/" }, "A2+"},
		{"down", func(i int) string { return Cell{1, i}.String() + "/" }, "B1+"},
		{"left", func(int) string { return "@1/" }, "A2+"},
		{"up", func(int) string { return "A0/" }, "B1+"},
	} {
		p := NewPosition()
		require.NoError(t, p.PlayText("@0/"))
		for i := 2; i <= n; i++ {
			require.NoError(t, p.PlayText(c.grow(i)), "%s %d", c.name, i)
		}
		require.False(t, p.Outcome().Over)
		require.NoError(t, p.PlayText(c.last), c.name)
		require.Equal(t, n-1, p.Forced(), c.name)
		for p.Undo() {
			require.True(t, p.Ply() > 0 || p.Tiles() == 0)
		}
		require.Zero(t, p.Width()+p.Height()+p.Tiles())
	}
}

// TestClone: a copy and its original go their own ways.
func TestClone(t *testing.T) {
	p := replay(t, `@0/ A2\`)
	q := p.Clone()
	require.NoError(t, q.PlayText(`B1\`))
	require.Equal(t, 2, p.Ply())
	require.Equal(t, "red wins by loop", q.Outcome().String())
	require.NoError(t, p.PlayText("A3+"))
	q.Reset()
	require.Zero(t, q.Ply())
	require.Equal(t, 3, p.Ply())
}

// TestMemory: the torus stays within a constant factor of the box.
func TestMemory(t *testing.T) {
	p := NewPosition()
	require.NoError(t, p.PlayText("@0/"))
	for i := 2; i <= 5000; i++ {
		require.NoError(t, p.PlayText(Cell{i, 1}.String()+"/"))
	}
	require.Equal(t, 5000, p.Width())
	require.LessOrEqual(t, p.Cells(), 2*16*(5000+4))
}

func ExamplePosition() {
	p := NewPosition()
	for m := range strings.FieldsSeq(`@0/ A2\ B1\`) {
		if err := p.PlayText(m); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Print(p)
	fmt.Println(p.Outcome(), p.Outcome().Completed.Names())
	// Output:
	// Sb
	// Bs
	// red wins by loop [red-loop]
}

func ExamplePosition_AppendText() {
	p := NewPosition()
	_ = p.PlayText("@0+")
	_ = p.PlayText(`B1\`)
	fmt.Print(string(p.AppendText(nil)))
	// Output:
	//     @ A B C
	//   0 . . . .
	//   1 . P b .
	//   2 . . . .
}
