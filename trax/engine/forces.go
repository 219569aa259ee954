package engine

// forces looks, beside the search of a root, for wins by attacks alone: of the side to
// move, and of the other side after the move that is the best so far. Such wins may be
// far deeper than the search.
type forces struct {
	tree  *tree
	looks bool
	own   proof
	moves []uint64 // the tags of the moves that have been looked at
	after []proof  // by which the other side wins after them; there may be more
}

// Of the moves tried, no more than one for so many is tried to find a win of the side to
// move, and as many after each move that comes to be the best.
const (
	ownShare   = 8
	afterShare = 8
)

// forcesFrom is how many moves a search has tried before it looks for such wins. Before,
// it gains more by going on.
const forcesFrom = 16_000

// begin prepares for a search from the current position of t. One that does not look
// finds nothing.
func (f *forces) begin(t *tree, looks bool) {
	f.tree, f.looks, f.moves = t, looks, f.moves[:0]
	f.own.begin(t)
}

// wins looks for a win of the side to move, whose first move it puts in front of the
// root's. It returns after how many plies that is won, 0 where none is found.
func (f *forces) wins(root []candidate) (plies int) {
	if !f.looks || f.tree.nodes < forcesFrom {
		return 0
	}
	f.own.search(f.tree.nodes/ownShare - f.own.tried)
	if !f.own.proved() {
		return 0
	}
	m, plies := f.own.win()
	for i := range root {
		if root[i].move == m {
			root[0], root[i] = root[i], root[0]
			return plies
		}
	}
	return 0
}

// verified is the score of a move that is the best so far: as it was found, or that of a
// loss where the other side is found to win after it, as which the move then counts.
func (f *forces) verified(c *candidate, score int) int {
	if !f.looks || f.tree.nodes < forcesFrom || c.ended || decided(score) {
		return score
	}
	p := f.proofAfter(c.tag)
	more := f.tree.nodes/afterShare - p.tried
	if more <= 0 || p.settled() || !f.tree.play(c.move) {
		return score
	}
	p.search(more)
	f.tree.undo()
	if !p.proved() {
		return score
	}
	_, plies := p.win()
	c.ended, c.value = true, -win+1+plies
	return c.value
}

// proofAfter is the proof that belongs to a move.
func (f *forces) proofAfter(tag uint64) *proof {
	for i, t := range f.moves {
		if t == tag {
			return &f.after[i]
		}
	}
	f.moves = append(f.moves, tag)
	if len(f.after) < len(f.moves) {
		f.after = append(f.after, proof{})
	}
	p := &f.after[len(f.moves)-1]
	p.begin(f.tree)
	return p
}
