package trax_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	. "github.com/loopline/loopline/trax"
)

// walk leads a game over the plane: it plays a tile at the next cell that its
// path names, any that neither ends the game nor is illegal.
type walk struct {
	p      *Position
	moves  []string
	x0, y0 int // cell @0 on the plane
	shapes []Shape
}

func newWalk(shapes ...Shape) *walk {
	if len(shapes) == 0 {
		shapes = []Shape{Slash, Backslash, Plus}
	}
	w := &walk{p: NewPosition(), shapes: shapes}
	w.play(Move{Shape: Slash})
	return w
}

// play plays m unless it is illegal or ends the game.
func (w *walk) play(m Move) bool {
	if w.p.Play(m) != nil {
		return false
	}
	if w.p.Outcome().Over {
		w.p.Undo()
		return false
	}
	w.moves = append(w.moves, m.String())
	if m.Cell.Col == 0 {
		w.x0--
	}
	if m.Cell.Row == 0 {
		w.y0--
	}
	return true
}

// step fills the cell at (x, y) of the plane, if it can. The first tile lies
// at (0, 0), where @0 was.
func (w *walk) step(x, y int) bool {
	at := Cell{x - w.x0, y - w.y0}
	if at.Col < 0 || at.Row < 0 || at.Col > w.p.Width()+1 || at.Row > w.p.Height()+1 || w.p.At(at) != Empty {
		return false
	}
	for _, s := range w.shapes {
		if w.play(Move{at, s}) {
			return true
		}
	}
	return false
}

// paths are ways over the plane: the i'th cell of each.
var paths = map[string]func(i int) (x, y int){
	"row":       func(i int) (int, int) { return i, 0 },
	"left":      func(i int) (int, int) { return -i, 0 },
	"column":    func(i int) (int, int) { return 0, i },
	"diagonal":  func(i int) (int, int) { return i / 2, (i + 1) / 2 },
	"up left":   func(i int) (int, int) { return -i / 2, -(i + 1) / 2 },
	"down left": func(i int) (int, int) { return -i / 2, (i + 1) / 2 },
	"cross": func(i int) (int, int) {
		return [4]int{1, -1, 0, 0}[i%4] * (i / 4), [4]int{0, 0, 1, -1}[i%4] * (i / 4)
	},
	"spiral": spiral,
	"coil":   func(i int) (int, int) { return coil(i, 3) },
	"comb": func(i int) (int, int) {
		if i%20 < 10 {
			return i / 20 * 2, i % 20
		}
		return i/20*2 + 1, 0
	},
}

// spiral winds around the origin without a gap.
func spiral(i int) (x, y int) { return coil(i, 1) }

// coil winds around the origin with arms the given distance apart.
func coil(i, pitch int) (x, y int) {
	dx, dy := 1, 0
	for leg := 1; i > 0; leg++ {
		n := min(i, (leg+1)/2*pitch)
		x, y, i = x+dx*n, y+dy*n, i-n
		dx, dy = -dy, dx
	}
	return x, y
}

// wander plays a game of the given number of cells along a path.
func wander(path string, cells int, shapes ...Shape) *walk {
	w := newWalk(shapes...)
	for i := 1; i < cells; i++ {
		w.step(paths[path](i))
	}
	return w
}

// wanderAtRandom plays a game along a path with shapes as they come.
func wanderAtRandom(rng *rand.Rand, path string, cells int) *walk {
	w := newWalk()
	for i := 1; i < cells; i++ {
		rng.Shuffle(len(w.shapes), func(a, b int) { w.shapes[a], w.shapes[b] = w.shapes[b], w.shapes[a] })
		w.step(paths[path](i))
	}
	return w
}

// TestLongChainsForeseen: what the list of moves says of chains without
// playing them, playing them says too.
func TestLongChainsForeseen(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	rng := rand.New(rand.NewPCG(10, 11))
	seen := map[string]int{}
	check := func(p *Position) {
		p.Foresee(func(m Move, foreseen string, legal bool) {
			seen[foreseen]++
			if foreseen != "tangles" {
				require.Equal(t, legal, foreseen == "ends", "%s on\n%s", m, p)
			}
		})
	}
	for range 1500 {
		check(randomPosition(rng, 4+rng.IntN(50)))
	}
	for path := range paths {
		for range 30 {
			check(wanderAtRandom(rng, path, 20+rng.IntN(200)).p)
		}
	}
	require.Greater(t, seen["fails"], 500)
	require.Greater(t, seen["ends"], seen["tangles"])
}

// TestLongRowMoves lists the moves of a row on which every tile below it
// forces all others, and checks them by playing.
func TestLongRowMoves(t *testing.T) {
	p := wander("row", 400).p
	legal := p.AppendMoves(nil)
	require.Len(t, legal, 6*400+6)
	require.Empty(t, p.AppendForcedIllegal(nil))
	for _, m := range legal {
		require.NoError(t, p.Play(m))
		p.Undo()
	}
}

// TestFrontierAfterUndo: the list of moves of a long game that has been taken
// back and gone on with is that of the same game played afresh.
func TestFrontierAfterUndo(t *testing.T) {
	tier.NoRace(t)
	rng := rand.New(rand.NewPCG(12, 13))
	for _, path := range []string{"spiral", "coil", "diagonal"} {
		w := wander(path, 1500)
		p := w.p
		for range 40 {
			p.AppendMoves(nil)
			back := rng.IntN(min(p.Ply(), 400))
			for range back {
				p.Undo()
			}
			w.moves = w.moves[:p.Ply()]
			for range rng.IntN(60) {
				legal := p.AppendMoves(nil)
				if m := legal[rng.IntN(len(legal))]; p.Play(m) == nil && !p.Outcome().Over {
					w.moves = append(w.moves, m.String())
				} else {
					p.Undo()
				}
			}
			fresh := NewPosition()
			for _, m := range w.moves {
				require.NoError(t, fresh.PlayText(m))
			}
			require.Equal(t, fresh.AppendMoves(nil), p.AppendMoves(nil))
			require.Equal(t, fresh.AppendForcedIllegal(nil), p.Clone().AppendForcedIllegal(nil))
		}
	}
}

// TestMemoryFollowsTiles: games of any shape take memory for their tiles, not
// for their bounding box, and are taken back to nothing.
func TestMemoryFollowsTiles(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	for path := range paths {
		p := wander(path, 40_000).p
		require.LessOrEqual(t, p.Cells(), 1<<18+5*p.Tiles(), path)
		if path != "diagonal" {
			continue
		}
		require.Greater(t, p.Width()*p.Height(), 1<<28)
		for p.Undo() {
			require.True(t, p.Ply() > 0 || p.Tiles() == 0)
		}
		require.NoError(t, p.PlayText("@0/"))
		p.Reset()
		require.Equal(t, NewPosition().Cells(), p.Cells())
	}
}

// TestTooLarge: a short game that forces millions of tiles ends in an error
// that names the limit, and the move is not played.
func TestTooLarge(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	p := NewPosition()
	require.NoError(t, p.PlayText("@0/"))
	x, y := 0, 0
	for i := 1; ; i++ {
		require.Less(t, i, 4000)
		before := p.Tiles()
		x, y = paths["diagonal"](i)
		err := p.Play(Move{Cell{x + 1, y + 1}, Backslash})
		if err == nil {
			continue
		}
		require.ErrorIs(t, err, ErrTooLarge)
		require.ErrorContains(t, err, "1048576 tiles, the limit")
		require.Equal(t, before, p.Tiles())
		require.Greater(t, before, MaxTiles*9/10)
		return
	}
}
