package engine

import "github.com/loopline/loopline/trax"

// candidate is a legal move of a node that is being searched.
type candidate struct {
	move  trax.Move
	moveKey   uint64 // see level.moveKey
	eval int    // what it is worth at first sight, or as an ending
	orderScore int    // the higher the earlier
	ended bool   // the move ends the game
	near  bool   // it brings the ends of a track near: see trax.Tactics.MayThreaten
	leavesThreat bool   // it is known to parry nothing
	onThreatCell bool   // it lies where the other side threatens, and hardly ever parries nothing
	reduced  bool   // it is first searched a ply less deep
}

// ordering guesses which moves are worth searching first.
type ordering struct {
	killers [maxDepth + 1][2]uint64
	history [1 << historyBits]int32
	simple  bool // history as search1 has it

	snapshots int      // nodes that may ask for the history as it was
	changes  []change // of the history, while there are any
}

const historyBits = 12

// Bonuses in points, large against a usual value and small against a win.
const (
	ttBonus  = win / 4
	threatBonus = 200
	nearBonus   = 100
	killerBonus = 60
)

// reset forgets everything.
func (o *ordering) reset(simple bool) { *o = ordering{simple: simple} }

// History tells how often a move refuted the one before it, and how often it was searched
// in vain before one that did. A move's count stays within historyMost, and comes near it
// the slower the nearer it is. In the order of moves it counts for historyBonus points at
// most, either way.
const (
	historyMax  = 1 << 14
	historyWeight = 200
	bonusScale = 16 // of history, by the square of the depth
	malusScale    = 4
)

// simpleHistoryMax is the most that history counts for in search1, where a move that
// refuted gets the square of the depth in points each time, and loses none.
const simpleHistoryMax = 40

// recordCutoff notes a move that refuted the one before it.
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

// recordMalus notes a move that was searched before one that refuted.
func (o *ordering) recordMalus(tag uint64, depth int) {
	if o.simple {
		return
	}
	h := o.historyOf(tag)
	o.saveOld(h)
	malus := min(int32(malusScale*depth*depth), historyMax)
	*h -= malus + *h*malus/historyMax
}

// change is a count of the history and what it was before it was changed.
type change struct {
	count  *int32
	was int32
}

// saveOld notes a count that is about to be changed.
func (o *ordering) saveOld(h *int32) {
	if o.snapshots > 0 {
		o.changes = append(o.changes, change{h, *h})
	}
}

// snapshot notes from now on what changes, until unwatch. It returns what rewind and replay
// take.
func (o *ordering) snapshot() (from int) {
	if o.snapshots == 0 {
		o.changes = o.changes[:0]
	}
	o.snapshots++
	return len(o.changes)
}

func (o *ordering) release() { o.snapshots-- }

// rollback makes the history what it was when watch was called.
func (o *ordering) rollback(from int) {
	for i := len(o.changes) - 1; i >= from; i-- {
		o.changes[i].swap()
	}
}

// redo is the inverse of rewind.
func (o *ordering) redo(from int) {
	for i := from; i < len(o.changes); i++ {
		o.changes[i].swap()
	}
}

func (c *change) swap() { *c.count, c.was = c.was, *c.count }

// probe is the history of a move.
func (o *ordering) historyOf(tag uint64) *int32 { return &o.history[mix(tag)>>(64-historyBits)] }

// orderBonus returns the points that a move gets on top of its static value. best
// is the tag of the table's move, 0 without.
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

// appendKeys adds the places of those candidates to the keys for pick that are not among them:
// the higher a key, the earlier its candidate, the first of those alike.
func appendKeys(keys []int64, list []candidate) []int64 {
	for i := len(keys); i < len(list); i++ {
		keys = append(keys, int64(list[i].orderScore)<<indexBits|int64(1<<indexBits-1-i))
	}
	return keys
}

// indexBits are the bits of a key that tell the place.
const indexBits = 24

// keyIndex is the place that a key tells.
func keyIndex(key int64) int { return 1<<indexBits - 1 - int(key&(1<<indexBits-1)) }

// selectBest moves the highest key to the front and returns the place that it tells. The
// caller looks at few of them. It passes on the higher of two keys and leaves the lower
// one: which one that is is as good as random to the processor.
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
