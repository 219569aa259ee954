package bots

// belief is a belief state: the probability of each cell and direction of the opponent.
type belief struct {
	now, next [4][]float64 // by direction, and by cell of a box around where the bot began
	sum       []float64    // of all directions
	sure      cell         // where it was just seen, or 0
}

// The box: about as wide and tall on each side as a map of the contests.
const (
	boxReach = 24
	boxSide  = 2*boxReach + 1
	boxCells = boxSide * boxSide
)

// The opponent begins so far away in rows and columns: maps look the same from
// both sides.
const (
	leastRows, mostRows, mostColumns = 4, 14, 12
)

func newBelief() *belief {
	b := &belief{sum: make([]float64, boxCells)}
	for d := range b.now {
		b.now[d], b.next[d] = make([]float64, boxCells), make([]float64, boxCells)
	}
	for y := -mostRows; y <= mostRows; y++ {
		for x := -mostColumns; x <= mostColumns; x++ {
			if y >= leastRows || y <= -leastRows {
				for d := range b.now {
					b.now[d][(y+boxReach)*boxSide+x+boxReach] = 1
				}
			}
		}
	}
	b.scale()
	return b
}

func place(p cell) (i int, ok bool) {
	x, y := int(p)%groundSide-groundSide/2+boxReach, int(p)/groundSide-groundSide/2+boxReach
	return y*boxSide + x, uint(x) < boxSide && uint(y) < boxSide
}

// cellOf is the spot of a place in the box.
func cellOf(i int) cell {
	return home + cell((i/boxSide-boxReach)*groundSide+i%boxSide-boxReach)
}

// on is the probability that the opponent is on a cell.
func (b *belief) on(p cell) float64 {
	if i, ok := place(p); ok {
		return b.sum[i]
	}
	return 0
}

// beside is the probability that it is on a cell beside one.
func (b *belief) beside(p cell) (sum float64) {
	for _, o := range offset {
		sum += b.on(p + o)
	}
	return sum
}

// scale makes the sum one. If nothing is left, the opponent may be anywhere.
func (b *belief) scale() {
	total := 0.0
	for i := range b.sum {
		b.sum[i] = b.now[0][i] + b.now[1][i] + b.now[2][i] + b.now[3][i]
		total += b.sum[i]
	}
	if total < 1e-12 {
		for d := range b.now {
			for i := range b.sum {
				b.now[d][i] = 1
			}
		}
		b.scale()
		return
	}
	for i := range b.sum {
		if b.sum[i] > 0 {
			b.sum[i] /= total
			for d := range b.now {
				b.now[d][i] /= total
			}
		}
	}
}

// saw takes in a cell without the opponent, or with it.
func (b *belief) saw(p cell, there bool) {
	i, ok := place(p)
	switch {
	case there:
		b.found(p)
	case ok:
		for d := range b.now {
			b.now[d][i] = 0
		}
	}
}

// found leaves nothing but one cell.
func (b *belief) found(p cell) {
	b.sure = p
	i, ok := place(p)
	for d := range b.now {
		v := 0.0
		if ok {
			v = b.now[d][i] + least
		}
		clear(b.now[d])
		if ok {
			b.now[d][i] = v
		}
	}
}

// How the opponent is thought to move: it walks in this share of its turns, rather
// straight on and onto items; of unknown cells some are walls.
const (
	walks    = 0.85
	straight = 5
)

func leads(what uint8) float64 {
	switch what {
	case free:
		return 1
	case prize:
		return 2
	case unknown:
		return 0.85
	}
	return 0
}

// least is a chance that is not worth following.
const least = 1e-7

// step lets the opponent move once.
func (b *belief) step(g *knownMap) {
	b.sure = 0
	for d := range b.next {
		clear(b.next[d])
	}
	for i, v := range b.sum {
		if v >= least && g.at(cellOf(i)) != wall {
			b.spread(g, i)
		}
	}
	b.now, b.next = b.next, b.now
	b.scale()
}

// spread moves what is on one cell on.
func (b *belief) spread(g *knownMap, i int) {
	p := cellOf(i)
	var weight [4]float64
	var to [4]int
	sum := 0.0
	for d, o := range offset {
		j, ok := place(p + o)
		if to[d] = j; ok {
			weight[d] = leads(g.at(p + o))
			sum += weight[d]
		}
	}
	for going := range b.now {
		v := b.now[going][i]
		if sum == 0 {
			b.next[going][i] += v
			continue
		}
		b.next[going][i] += v * (1 - walks)
		on := weight[going] * (straight - 1)
		each := v * walks / (sum + on)
		for d := range offset {
			if weight[d] > 0 {
				b.next[d][to[d]] += each * weight[d]
			}
		}
		if on > 0 {
			b.next[going][to[going]] += each * on
		}
	}
}

// comes is the probability that the opponent walks beside a cell in its next turn: rarely
// from a corner, where it sees the bot.
func (b *belief) comes(g *knownMap, p cell) (sum float64) {
	for d, o := range offset {
		if g.at(p+o) == wall {
			continue
		}
		sum += b.towards(g, p+2*o, 3-d)
		sum += b.towards(g, p+o+offset[sideways[d]], 3-sideways[d]) * unwary
		sum += b.towards(g, p+o-offset[sideways[d]], sideways[d]) * unwary
	}
	return sum
}

// unwary is the probability that a player walks beside an opponent in sight.
const unwary = 0.1

// sideways is a direction across another.
var sideways = [4]int{1, 0, 0, 1}

// towards is the probability of a step from one cell to the next.
func (b *belief) towards(g *knownMap, from cell, d int) (p float64) {
	i, ok := place(from)
	if !ok || b.sum[i] == 0 {
		return 0
	}
	sum := 0.0
	for _, o := range offset {
		sum += leads(g.at(from + o))
	}
	if sum == 0 {
		return 0
	}
	want := leads(g.at(from + offset[d]))
	for going := range b.now {
		on := leads(g.at(from+offset[going])) * (straight - 1)
		mine := want
		if going == d {
			mine *= straight
		}
		p += b.now[going][i] * walks * mine / (sum + on)
	}
	return p
}
