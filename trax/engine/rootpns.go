package engine

// rootPNS runs proof-number searches at the root, beside alpha-beta: one for a win by threats
// of the side to move, and one per best move so far for the opponent's win by threats after it
// (a refutation). Such wins may be twice as deep as the main search sees.
type rootPNS struct {
	tree         *tree
	enabled      bool
	winSearch    pnSearch
	refutedMoves []uint64   // keys of root moves that were the best so far
	refutations  []pnSearch // one for each of them; further ones are spare
}

// Shares of all nodes that proof-number search may take: one eighth for a win, and one eighth
// for the refutation of each best move.
const (
	pnsWinShare    = 8
	pnsRefuteShare = 8
)

// pnsMinNodes sets the nodes of the main search before proof-number search starts;
// earlier, the main search gains more.
const pnsMinNodes = 16_000

func (f *rootPNS) begin(t *tree, looks bool) {
	f.tree, f.enabled, f.refutedMoves = t, looks, f.refutedMoves[:0]
	f.winSearch.begin(t)
}

// findWin looks for a win by threats of the side to move and moves its first move to the front
// of the root moves. It returns the plies until the win, 0 if none was found.
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

// refuted returns the score of a move that is the best so far: the given one, or that of a
// loss if the proof-number search finds a refutation. The candidate is then marked as lost.
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
