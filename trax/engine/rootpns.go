package engine

// rootPNS looks, beside the search of a root, for wins by attacks alone: of the side to
// move, and of the other side after the move that is the best so far. Such wins may be
// far deeper than the search.
type rootPNS struct {
	tree         *tree
	enabled      bool
	winSearch    pnSearch
	refutedMoves []uint64   // the tags of the moves that have been looked at
	refutations  []pnSearch // by which the other side wins after them; there may be more
}

// Of the moves tried, no more than one for so many is tried to find a win of the side to
// move, and as many after each move that comes to be the best.
const (
	pnsWinShare    = 8
	pnsRefuteShare = 8
)

// pnsMinNodes is how many moves a search has tried before it looks for such wins. Before,
// it gains more by going on.
const pnsMinNodes = 16_000

// begin prepares for a search from the current position of t. One that does not look
// finds nothing.
func (f *rootPNS) begin(t *tree, looks bool) {
	f.tree, f.enabled, f.refutedMoves = t, looks, f.refutedMoves[:0]
	f.winSearch.begin(t)
}

// killerWin looks for a win of the side to move, whose first move it puts in front of the
// root's. It returns after how many plies that is won, 0 where none is found.
func (f *rootPNS) findWin(root []candidate) (plies int) {
	if !f.enabled || f.tree.nodes < pnsMinNodes {
		return 0
	}
	f.winSearch.search(f.tree.nodes/pnsWinShare - f.winSearch.nodeCount)
	if !f.winSearch.proved() {
		return 0
	}
	m, plies := f.winSearch.win()
	for i := range root {
		if root[i].move == m {
			root[0], root[i] = root[i], root[0]
			return plies
		}
	}
	return 0
}

// refuted is the score of a move that is the best so far: as it was found, or that of a
// loss where the other side is found to win after it, as which the move then counts.
func (f *rootPNS) refuted(c *candidate, score int) int {
	if !f.enabled || f.tree.nodes < pnsMinNodes || c.ended || isDecisive(score) {
		return score
	}
	p := f.refutationOf(c.moveKey)
	more := f.tree.nodes/pnsRefuteShare - p.nodeCount
	if more <= 0 || p.solved() || !f.tree.play(c.move) {
		return score
	}
	p.search(more)
	f.tree.undo()
	if !p.proved() {
		return score
	}
	_, plies := p.win()
	c.ended, c.eval = true, -win+1+plies
	return c.eval
}

// refutationOf is the proof that belongs to a move.
func (f *rootPNS) refutationOf(tag uint64) *pnSearch {
	for i, t := range f.refutedMoves {
		if t == tag {
			return &f.refutations[i]
		}
	}
	f.refutedMoves = append(f.refutedMoves, tag)
	if len(f.refutations) < len(f.refutedMoves) {
		f.refutations = append(f.refutations, pnSearch{})
	}
	p := &f.refutations[len(f.refutedMoves)-1]
	p.begin(f.tree)
	return p
}
