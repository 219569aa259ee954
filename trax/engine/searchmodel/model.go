package searchmodel

import (
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine/searchmodel/rimweights"
)

// MaxSize is the largest width and height of a position.
const MaxSize = maxSize

// Limits end a search. A search that has no limit but plies goes on to ply 15.
type Limits struct {
	Depth  int         // plies of the last iteration, 1 to 15; 0 is 15
	Cycles int         // clock cycles after which no further node is begun; 0 is no limit
	Nodes  int64       // nodes after which none is begun; 0 is no limit
	Stop   func() bool // asked now and then, whether to begin no further node; nil is never
}

// Model chooses moves as ll_search_core does. It is not safe for concurrent use.
type Model struct {
	s     search
	tiles []trax.Placement
}

// New returns a board with the weights of the RTL. It has no game: each question
// is of a position.
func New() *Model { return NewWeighted(loadWeights()) }

// NewWeighted returns a board as [New] does, with other weights. It keeps them: they must not
// be changed.
func NewWeighted(w *Weights) *Model { return &Model{s: search{weights: w}} }

// NewWithWindows returns a board that has loaded an image: it values windows of the rim, too.
func NewWithWindows(m *rimweights.Image) *Model {
	weights := Weights(*m.Tracks())
	return &Model{s: search{weights: &weights, windows: m}}
}

// Result is the outcome of one search.
type Result struct {
	Move   trax.Move
	Nodes  int
	Cycles int // from the one in which it was asked until the move had been played
	Depth  int // plies of the last iteration that came to its end
	// Value is the score of this iteration for the side to move: more than 1023 is a
	// win, less than -1023 a loss.
	Value int
}

// Choose returns the move for p. It is false, as the board is silent, where the
// game is over, where the box of p is larger than [MaxSize], and where there is no legal
// move that the board has room for.
func (b *Model) Choose(p *trax.Position, l Limits) (Result, bool) {
	if p.Outcome().Over || p.Width() > maxSize || p.Height() > maxSize {
		return Result{}, false
	}
	if l.Depth == 0 {
		l.Depth = maxPly
	}
	b.tiles = p.AppendTiles(b.tiles[:0])
	b.s.set(p, b.tiles)
	b.s.limits = l
	if !b.s.run() {
		return Result{}, false
	}
	m := b.s.best // the box of p begins at the square 0
	return Result{
		Move: trax.Move{
			Cell:  trax.Cell{Col: int(m.square & lineMask), Row: int(m.square >> logSize)},
			Shape: [...]trax.Shape{trax.Plus, trax.Slash, trax.Backslash}[m.shape],
		},
		Nodes: b.s.nodes, Cycles: b.s.now, Depth: b.s.depth, Value: b.s.value,
	}, true
}
