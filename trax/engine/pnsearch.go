package engine

import (
	"context"

	"github.com/loopline/loopline/trax"
)

// pnSearch looks for a win by attacks alone: turns of one side, the attacker, each of which
// threatens to win at once, whatever the other answers. It is a proof-number search
// (Allis, van der Meulen, van den Herik: Proof-number search, 1994) that keeps its tree,
// so that it can go on where it was left. What it finds is a win; what it does not find
// may be one all the same.
type pnSearch struct {
	tree      *tree // whose position, budget and count of moves it uses
	nodeCount int64 // moves
	nodes     []pnNode
	path      []int32 // from the root to the node that is looked at

	// Of the position that is looked at: the legal moves, what the side to move and the
	// other would win by, the attacks, and what answers and parries them.

	legal             []trax.Move
	threats, counter  []trax.EndingMove
	threatMoves       []threatMove
	replies, evasions []trax.Move
}

// pnNode is a position of a proof by the move that leads to it. In those of even depth
// the attacker moves.
type pnNode struct {
	move, wins   trax.Move // killerWin ends the game, where one does
	first, count int32     // its children
	proof        int32     // how many positions have at least to be proved to prove this one
	disproof     int32     // the same to disprove it
}

// FindThreatWin looks for a win of the side to move in p, which is not over, by turns
// each of which threatens to win at once or does, whatever the other side answers, until
// so many moves have been tried. It returns the first of the turns and after how many
// plies the game is won, 0 where none has been found: there may be one all the same. It
// leaves p as it was. The error is that of ctx.
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

// threatMove is a move that threatens to win at once, and how many answers to it parry.
type threatMove struct {
	move  trax.Move
	count int
}

// pnInfinity is the number of what cannot be reached: what is proved has it as
// disproof, and what is disproved as proof.
const pnInfinity = 1 << 28

// pnMaxNodes bounds the nodes of a proof.
const pnMaxNodes = 1 << 16

// begin makes the current position of t, in which the attacker moves, the root.
func (f *pnSearch) begin(t *tree) {
	f.tree, f.nodeCount = t, 0
	f.nodes = append(f.nodes[:0], pnNode{proof: 1, disproof: 1})
}

// proved and settled tell what is known of the root.
func (f *pnSearch) proved() bool { return f.nodes[0].proof == 0 }
func (f *pnSearch) solved() bool { return f.nodes[0].proof == 0 || f.nodes[0].disproof == 0 }

// search goes on until the root is settled or so many moves have been tried. The
// position has to be that of the root.
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

// selectMostProving plays to the node that proves or disproves most. It returns false when the
// search is to stop, at the root's position.
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

// bestChild is the child of n by which it is settled most easily.
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

// update sums up what is known of the children of a node.
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

// searchNode adds below a node in which the attacker moves, and whose position is played,
// what it may attack by and what parries that.
func (f *pnSearch) expand(at int32) {
	t := f.tree
	if o := t.p.Outcome(); o.Over || len(f.path) >= maxDepth {
		f.setResult(at, o.Over && o.Winner == t.p.Turn()) // by what the other side answered
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

// tryMove plays m for a moment, and notes it if it is an attack. It returns true where
// nothing parries it, or the search is to stop.
func (f *pnSearch) tryThreat(m trax.Move) bool {
	if !f.tree.play(m) {
		return true
	}
	enough := f.addThreat(m)
	f.tree.undo()
	return enough
}

// setResult says whether the attacker wins in a node.
func (f *pnSearch) setResult(at int32, wins bool) {
	n := &f.nodes[at]
	n.proof, n.disproof = pnInfinity, 0
	if wins {
		n.proof, n.disproof = 0, pnInfinity
	}
}

// mayThreaten tells whether it is worth a try whether m attacks.
func (f *pnSearch) mayThreaten(m trax.Move) bool {
	near, _ := f.tree.p.Tactics().MayThreaten(m)
	return near || f.tree.p.Width()+1 >= lineLength || f.tree.p.Height()+1 >= lineLength
}

// findThreats notes m, which has just been played, if it is an attack, and what parries it.
// It returns true where nothing does.
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

// probeThreats is what the side to move may win by at once, and the other.
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

// addChildren adds what has been found below a node.
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

// win is the first move of a proved root, and after how many plies the attacker has
// won, where the other side holds out as long as the proof lets it.
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

// longestDefence is how many plies the attacker needs behind the answer to a proved attack that
// holds out longest. What does not parry loses at once.
func (f *pnSearch) longestDefence(a *pnNode) (plies int) {
	plies = 1
	for k := a.first; k < a.first+a.count; k++ {
		_, after := f.winAt(k)
		plies = max(plies, after)
	}
	return plies
}
