package engine

import (
	"context"

	"github.com/loopline/loopline/trax"
)

// pnSearch is a proof-number search (Allis, van der Meulen, van den Herik: Proof-number
// search, 1994) over threat sequences: the attacker makes only moves that threaten to win at
// once, the defender all evasions. It keeps its tree, so that it can go on where it stopped. A
// proved win is a win; a disproof only says that no threat sequence wins.
type pnSearch struct {
	tree      *tree // whose position, limits and node count it uses
	nodeCount int64 // moves tried by this search
	nodes     []pnNode
	path      []int32 // from the root to the node that is looked at

	// Scratch of expand: the legal moves, the threats of both sides, the threat moves found,
	// the defender's replies and those that are evasions.

	legal             []trax.Move
	threats, counter  []trax.EndingMove
	threatMoves       []threatMove
	replies, evasions []trax.Move
}

// pnNode is a node of the proof tree, named by the move that leads to it. At even depths the
// attacker moves.
type pnNode struct {
	move, wins   trax.Move // wins ends the game at once; zero if no move does
	first, count int32     // its children
	proof        int32     // least number of leaves to prove
	disproof     int32     // least number of leaves to disprove
}

// FindThreatWin looks for a win of the side to move in p, which is not over, by a sequence of
// threats, with a proof-number search of at most the given number of moves tried. It returns
// the first move and the plies until the win, or 0 plies if it found none; there may be one
// all the same. It leaves p as it was. It returns an error only if ctx ends.
func FindThreatWin(ctx context.Context, p *trax.Position, moves int64) (m trax.Move, plies int, err error) {
	t := &tree{detectThreats: true}
	t.begin(p, newLimits(ctx, nil, NoLimit, 0), false)
	var f pnSearch
	f.begin(t)
	f.search(moves)
	switch {
	case f.proved():
		m, plies = f.win()
		return m, plies, nil
	case ctx.Err() != nil:
		return trax.Move{}, 0, ctx.Err()
	}
	return trax.Move{}, 0, nil
}

// threatMove is a move that threatens to win at once, and the number of its evasions.
type threatMove struct {
	move  trax.Move
	count int
}

// pnInfinity is the infinite proof number of a disproved node, and disproof number of a proved
// one.
const pnInfinity = 1 << 28

const pnMaxNodes = 1 << 16

// begin makes the current position of t, in which the attacker moves, the root.
func (f *pnSearch) begin(t *tree) {
	f.tree, f.nodeCount = t, 0
	f.nodes = append(f.nodes[:0], pnNode{proof: 1, disproof: 1})
}

func (f *pnSearch) proved() bool { return f.nodes[0].proof == 0 }
func (f *pnSearch) solved() bool { return f.nodes[0].proof == 0 || f.nodes[0].disproof == 0 }

// search continues until the root is proved or disproved or the given number of moves has been
// tried. The current position must be the root's.
func (f *pnSearch) search(moves int64) {
	t := f.tree
	before := t.nodes
	defer func() { f.nodeCount += t.nodes - before }()
	for last := before + moves; !f.solved() && t.nodes < last && len(f.nodes) < pnMaxNodes; {
		if !f.selectMostProving() {
			return
		}
		f.expand(f.path[len(f.path)-1])
		for i := len(f.path) - 1; i >= 0; i-- {
			f.update(f.path[i], i%2 == 0)
			if i > 0 {
				t.undo()
			}
		}
		if t.limits.stopped || t.threatsAbandoned {
			return
		}
	}
}

// selectMostProving plays to the most-proving node. It returns false if the search has to
// stop, at the root's position.
func (f *pnSearch) selectMostProving() bool {
	t, at := f.tree, int32(0)
	f.path = append(f.path[:0], 0)
	for f.nodes[at].count > 0 {
		at = f.bestChild(&f.nodes[at], len(f.path)%2 == 1)
		if !t.play(f.nodes[at].move) {
			for range len(f.path) - 1 {
				t.undo()
			}
			return false
		}
		f.path = append(f.path, at)
	}
	return true
}

func (f *pnSearch) bestChild(n *pnNode, attacks bool) int32 {
	best := n.first
	for i := n.first; i < n.first+n.count; i++ {
		c, b := &f.nodes[i], &f.nodes[best]
		if attacks && c.proof < b.proof || !attacks && c.disproof < b.disproof {
			best = i
		}
	}
	return best
}

// update recomputes the proof and disproof numbers of a node from its children.
func (f *pnSearch) update(at int32, attacks bool) {
	n := &f.nodes[at]
	if n.count == 0 {
		return
	}
	least, sum := int32(pnInfinity), int32(0)
	for i := n.first; i < n.first+n.count; i++ {
		easy, hard := f.nodes[i].proof, f.nodes[i].disproof
		if !attacks {
			easy, hard = hard, easy
		}
		least, sum = min(least, easy), min(sum+hard, pnInfinity)
	}
	n.proof, n.disproof = least, sum
	if !attacks {
		n.proof, n.disproof = sum, least
	}
}

// expand adds two plies below a node in which the attacker moves, and whose position is
// played: the threats and their evasions.
func (f *pnSearch) expand(at int32) {
	t := f.tree
	if o := t.p.Outcome(); o.Over || len(f.path) >= maxDepth {
		f.setResult(at, o.Over && o.Winner == t.p.Turn()) // by the defender's move
		return
	}
	threats, win, won := f.findThreats(f.threats[:0])
	f.threats = threats
	if won {
		f.setResult(at, true)
		f.nodes[at].wins = win
		return
	}
	if len(threats) > 0 {
		f.legal = t.limits.appendEvasions(f.legal[:0], t.p, threats)
	} else {
		f.legal = t.limits.appendMoves(f.legal[:0], t.p)
	}
	f.threatMoves, f.evasions = f.threatMoves[:0], f.evasions[:0]
	for _, m := range f.legal {
		if f.mayThreaten(m) && (len(threats) == 0 || !t.p.Tactics().LeavesThreat(m, threats)) && f.tryThreat(m) {
			break
		}
	}
	f.addChildren(at)
}

// tryThreat plays m for a moment and adds it if it is a threat. It returns true if nothing
// parries it, or the search has to stop.
func (f *pnSearch) tryThreat(m trax.Move) bool {
	if !f.tree.play(m) {
		return true
	}
	enough := f.addThreat(m)
	f.tree.undo()
	return enough
}

func (f *pnSearch) setResult(at int32, wins bool) {
	n := &f.nodes[at]
	n.proof, n.disproof = pnInfinity, 0
	if wins {
		n.proof, n.disproof = 0, pnInfinity
	}
}

// mayThreaten reports whether m is worth trying as a threat.
func (f *pnSearch) mayThreaten(m trax.Move) bool {
	near, _ := f.tree.p.Tactics().MayThreaten(m)
	return near || f.tree.p.Width()+1 >= lineLength || f.tree.p.Height()+1 >= lineLength
}

// addThreat adds m, which has just been played, if it is a threat, with its evasions. It
// returns true if there is no evasion.
func (f *pnSearch) addThreat(m trax.Move) (wins bool) {
	t := f.tree
	if t.p.Outcome().Over || !t.p.Tactics().LastMayThreaten() {
		return false
	}
	threats, _, lost := f.findThreats(f.counter[:0])
	f.counter = threats
	if lost || len(threats) == 0 {
		return false
	}
	f.replies = t.limits.appendEvasions(f.replies[:0], t.p, threats)
	n := len(f.evasions)
	for _, a := range f.replies {
		if !t.p.Tactics().LeavesThreat(a, threats) {
			f.evasions = append(f.evasions, a)
		}
	}
	t.nodes += int64(len(f.replies))
	f.threatMoves = append(f.threatMoves, threatMove{m, len(f.evasions) - n})
	return len(f.evasions) == n && !t.limits.stopped
}

func (f *pnSearch) findThreats(dst []trax.EndingMove) (threats []trax.EndingMove, win trax.Move, won bool) {
	t := f.tree
	t.limits.addWork(threatsCost * t.p.Tiles())
	threats, win, won, left := t.p.Tactics().ThreatsWithin(dst, threatTileLimit)
	t.limits.addWork(chainCost * (threatTileLimit - left))
	if left < 0 {
		t.threatsAbandoned = true
		return threats[:0], win, won
	}
	return threats, win, won
}

func (f *pnSearch) addChildren(at int32) {
	if len(f.threatMoves) == 0 || f.tree.limits.stopped || f.tree.threatsAbandoned {
		f.setResult(at, false)
		return
	}
	first := int32(len(f.nodes))
	f.nodes[at].first, f.nodes[at].count = first, int32(len(f.threatMoves))
	for _, a := range f.threatMoves {
		n := pnNode{move: a.move, count: int32(a.count), proof: int32(a.count), disproof: 1}
		if a.count == 0 {
			n.disproof = pnInfinity
		}
		f.nodes = append(f.nodes, n)
	}
	parry := 0
	for i, a := range f.threatMoves {
		f.nodes[first+int32(i)].first = int32(len(f.nodes))
		for range a.count {
			f.nodes = append(f.nodes, pnNode{move: f.evasions[parry], proof: 1, disproof: 1})
			parry++
		}
	}
}

// win returns the first move of a proved root, and the plies until the win against the longest
// defence in the proof.
func (f *pnSearch) win() (m trax.Move, plies int) { return f.winAt(0) }

// winAt is win for a proved node in which the attacker moves.
func (f *pnSearch) winAt(at int32) (m trax.Move, plies int) {
	n := &f.nodes[at]
	if n.count == 0 {
		return n.wins, 1
	}
	for i := n.first; i < n.first+n.count; i++ {
		if a := &f.nodes[i]; a.proof == 0 {
			if after := 1 + f.longestDefence(a); plies == 0 || 1+after < plies {
				m, plies = a.move, 1+after
			}
		}
	}
	return m, plies
}

// longestDefence returns the plies until the attacker wins after the evasion of a proved
// threat that holds out longest. A move that parries nothing loses at once.
func (f *pnSearch) longestDefence(a *pnNode) (plies int) {
	plies = 1
	for k := a.first; k < a.first+a.count; k++ {
		_, after := f.winAt(k)
		plies = max(plies, after)
	}
	return plies
}
