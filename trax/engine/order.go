package engine

import "github.com/loopline/loopline/trax"

type candidate struct {
	move         trax.Move
	moveKey      uint64 // see zobristLevel.moveKey
	eval         int    // static evaluation after it, or the decisive score
	orderScore   int    // searched in descending order
	ended        bool   // the move ends the game
	near         bool   // it brings the ends of a track near: see trax.Tactics.MayThreaten
	leavesThreat bool   // known to parry nothing
	onThreatCell bool   // on the cell of a threat, which it mostly parries
	reduced      bool   // by late move reduction
}

// ordering scores moves for the order in which they are searched: table move, evasions on the
// cells of threats, likely threats, killer moves, history heuristic.
type ordering struct {
	killers [maxDepth + 1][2]uint64
	history [1 << historyBits]int32
	simple  bool // the history of search1

	snapshots int      // that are not released
	changes   []change // of the history since the first snapshot
}

const historyBits = 12

// Bonuses in points, large against a usual value and small against a win.
const (
	ttBonus     = win / 4
	threatBonus = 200
	nearBonus   = 100
	killerBonus = 60
)

func (o *ordering) reset(simple bool) { *o = ordering{simple: simple} }

// The history heuristic counts, per move, its beta cutoffs (bonus) and the times that it was
// searched before the move that cut off (malus), both by the square of the depth. With the
// gravity formula a count stays within historyMax either way. At the most it moves a move by
// historyWeight points in the order.
const (
	historyMax    = 1 << 14
	historyWeight = 200
	bonusScale    = 16 // per square of the depth
	malusScale    = 4
)

// simpleHistoryMax bounds the history in search1, where a move gains the square of the depth
// in points for each cutoff and never loses any.
const simpleHistoryMax = 40

// recordCutoff makes a move that caused a beta cutoff a killer move of its ply and gives it a
// history bonus.
func (o *ordering) recordCutoff(tag uint64, ply, depth int) {
	if k := &o.killers[ply]; k[0] != tag {
		k[1], k[0] = k[0], tag
	}
	h := o.historyOf(tag)
	if o.simple {
		*h = min(*h+int32(depth*depth), simpleHistoryMax)
		return
	}
	o.saveOld(h)
	bonus := min(int32(bonusScale*depth*depth), historyMax)
	*h += bonus - *h*bonus/historyMax
}

// recordMalus gives a history malus to a move that was searched before the one that cut off.
func (o *ordering) recordMalus(tag uint64, depth int) {
	if o.simple {
		return
	}
	h := o.historyOf(tag)
	o.saveOld(h)
	malus := min(int32(malusScale*depth*depth), historyMax)
	*h -= malus + *h*malus/historyMax
}

type change struct {
	count *int32
	was   int32
}

func (o *ordering) saveOld(h *int32) {
	if o.snapshots > 0 {
		o.changes = append(o.changes, change{h, *h})
	}
}

// snapshot records changes of the history from now on, until release. It returns the argument
// of rollback and redo.
func (o *ordering) snapshot() (from int) {
	if o.snapshots == 0 {
		o.changes = o.changes[:0]
	}
	o.snapshots++
	return len(o.changes)
}

func (o *ordering) release() { o.snapshots-- }

// rollback restores the history at the snapshot.
func (o *ordering) rollback(from int) {
	for i := len(o.changes) - 1; i >= from; i-- {
		o.changes[i].swap()
	}
}

// redo is the inverse of rollback.
func (o *ordering) redo(from int) {
	for i := from; i < len(o.changes); i++ {
		o.changes[i].swap()
	}
}

func (c *change) swap() { *c.count, c.was = c.was, *c.count }

func (o *ordering) historyOf(tag uint64) *int32 { return &o.history[mix(tag)>>(64-historyBits)] }

// orderBonus returns the points that a move's order score gets on top of its static
// evaluation. best is the key of the table move, 0 without.
func (o *ordering) orderBonus(tag, best uint64, ply int) int {
	points := int(*o.historyOf(tag))
	if !o.simple {
		points = points * historyWeight / historyMax
	}
	switch tag {
	case best:
		points += ttBonus
	case o.killers[ply][0], o.killers[ply][1]:
		points += killerBonus
	}
	return points
}

// appendKeys appends the keys for selectBest of the candidates that have none yet: a higher
// key is searched earlier, and of equal scores the first in the list.
func appendKeys(keys []int64, list []candidate) []int64 {
	for i := len(keys); i < len(list); i++ {
		keys = append(keys, int64(list[i].orderScore)<<indexBits|int64(1<<indexBits-1-i))
	}
	return keys
}

// indexBits are the low bits of a key, which hold the candidate's index.
const indexBits = 24

func keyIndex(key int64) int { return 1<<indexBits - 1 - int(key&(1<<indexBits-1)) }

// selectBest moves the highest key to the front and returns its candidate's index: a selection
// sort, of which the move loop needs few steps. It passes on the higher of two keys without a
// branch, which the processor could not predict.
//
//go:noinline
func selectBest(keys []int64) int {
	best := keys[0]
	for i, k := range keys {
		low := min(k, best)
		keys[i], best = low, k+best-low
	}
	keys[0] = best
	return keyIndex(best)
}
