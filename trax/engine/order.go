package engine

import "github.com/loopline/loopline/trax"

// candidate is a legal move of a node that is being searched.
type candidate struct {
	move  trax.Move
	tag   uint64 // see level.tag
	value int    // what it is worth at first sight, or as an ending
	order int    // the higher the earlier
	ended bool   // the move ends the game
	near  bool   // it brings the ends of a track near: see trax.Position.Approaches
	late  bool   // it is first searched a ply less deep
}

// ordering guesses which moves are worth searching first.
type ordering struct {
	killers [maxDepth + 1][2]uint64
	history [1 << historyBits]int32
}

const historyBits = 12

// Bonuses in points, large against a usual value and small against a win.
const (
	tableBonus  = win / 4
	attackBonus = 200
	nearBonus   = 100
	killerBonus = 60
	historyMost = 40
)

// reset forgets everything.
func (o *ordering) reset() { *o = ordering{} }

// cutoff notes a move that refuted the one before it.
func (o *ordering) cutoff(tag uint64, ply, depth int) {
	if k := &o.killers[ply]; k[0] != tag {
		k[1], k[0] = k[0], tag
	}
	h := &o.history[mix(tag)>>(64-historyBits)]
	*h = min(*h+int32(depth*depth), historyMost)
}

// bonus returns the points that a move gets on top of its static value. best
// is the tag of the table's move, 0 without.
func (o *ordering) bonus(tag, best uint64, ply int) int {
	points := int(o.history[mix(tag)>>(64-historyBits)])
	switch tag {
	case best:
		points += tableBonus
	case o.killers[ply][0], o.killers[ply][1]:
		points += killerBonus
	}
	return points
}

// rank lists the candidates' places for pick: the higher a key, the earlier its
// candidate, the first of those alike.
func rank(keys []int64, list []candidate) []int64 {
	keys = keys[:0]
	for i := range list {
		keys = append(keys, int64(list[i].order)<<placeBits|int64(1<<placeBits-1-i))
	}
	return keys
}

// placeBits are the bits of a key that tell the place.
const placeBits = 24

// pick moves the highest key to the front and returns the place that it tells. The
// caller looks at few of them.
func pick(keys []int64) int {
	best := 0
	for i, k := range keys {
		if k > keys[best] {
			best = i
		}
	}
	keys[0], keys[best] = keys[best], keys[0]
	return 1<<placeBits - 1 - int(keys[0]&(1<<placeBits-1))
}
