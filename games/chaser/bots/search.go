package bots

import (
	"math/rand/v2"
	"slices"

	"github.com/loopline/loopline/games/chaser"
)

// search keeps a map of the cells seen and a belief state of the opponent,
// and weighs the best way to items in each direction against what may wait
// there: who comes beside the other loses.
type search struct {
	rng  *rand.Rand
	g    *knownMap
	foe  *belief
	ways *planner

	at    cell
	items int // that it has taken
	last  chaser.Method
	turn  int
	hopes float64 // items that the best way was worth when it was last weighed

	worth [16]float64 // of each method when it was last weighed, in items, and none of one that loses: see indexOf

	before cell // at and items before the last method
	had    int
}

func newSearch(rng *rand.Rand) *search {
	g := newKnownMap()
	return &search{rng: rng, g: g, foe: newBelief(), ways: newPlanner(g), at: home}
}

// What a choice counts, in items.
const (
	enough       = 26   // items that are likely to win: then it stands still
	win          = 24.0 // value of the opponent coming beside it
	exploreBonus = 0.02 // value of seeing an unknown cell
	spy          = 1.0  // value of seeing the opponent
)

// usualTurns is the number of turns a game is thought to have: a player is not told.
const usualTurns = chaser.ContestTurns

// loss returns the cost of losing at once: the more, the fewer items a turn are missing
// to enough.
func (b *search) loss() float64 {
	need := float64(enough-b.items) / float64(max(usualTurns-b.turn, 1))
	switch {
	case need > 0.25:
		return 20
	case need > 0.15:
		return 50
	}
	return 200
}

// square takes in the cells around one.
func (b *search) square(centre cell, w chaser.Window) {
	for i, v := range w {
		b.see(centre+around(i), v)
	}
	b.foe.scale()
}

func (b *search) see(p cell, v uint8) {
	b.g.note(p, v)
	if p != b.at {
		b.foe.saw(p, v == opponent)
	}
}

// Method implements referee.Strategy.
func (b *search) Method(w chaser.Window) chaser.Method {
	b.turn++
	b.foe.step(b.g)
	b.square(b.at, w)
	b.before, b.had = b.at, b.items
	b.play(b.choose(w))
	return b.last
}

// play takes note of a method that is played.
func (b *search) play(m chaser.Method) {
	if b.last = m; m.Action != chaser.Walk {
		return
	}
	if b.at += offset[m.Direction]; b.g.at(b.at) == prize {
		b.items++
	}
}

// SetMove implements Follower.
func (b *search) SetMove(m chaser.Method) {
	b.at, b.items = b.before, b.had
	b.play(m)
}

// Seen implements referee.Strategy.
func (b *search) Seen(w chaser.Window) {
	o := offset[b.last.Direction]
	switch b.last.Action {
	case chaser.Look:
		b.square(b.at+2*o, w)
	case chaser.Search:
		for i, v := range w {
			b.see(b.at+cell(i+1)*o, v)
		}
		b.foe.scale()
	default:
		b.square(b.at, w)
	}
}

// choose weighs all methods, unless a block wins at once.
func (b *search) choose(w chaser.Window) chaser.Method {
	d, ok := beside(w)
	if !ok {
		d, ok = b.shutsIn()
	}
	for i := range b.worth {
		b.worth[i] = none
	}
	if ok {
		m := chaser.Method{Action: chaser.Put, Direction: d}
		b.worth[indexOf(m)] = win
		return m
	}
	c := choice{rng: b.rng, value: none, worth: &b.worth}
	way, safe := b.weigh()
	b.hopes = max(0, slices.Max(safe[:]))
	for d, o := range offset {
		if safe[d] > none {
			c.take(chaser.Walk, d, safe[d]+win*b.foe.comes(b.g, b.at+o))
		}
	}
	stay := win * b.foe.comes(b.g, b.at)
	for d, o := range offset {
		rest := 0.0
		for other := range safe {
			if other != d {
				rest = max(rest, safe[other])
			}
		}
		after := rest // what follows a look
		if way[d] > rest {
			there := b.foe.beside(b.at + o)
			after = (1-there)*way[d] + there*rest
		}
		c.take(chaser.Look, d, fades*after+stay+b.looked(o))
		c.take(chaser.Search, d, fades*max(rest, safe[d])+stay+b.searched(o))
		b.worth[indexOf(chaser.Method{Action: chaser.Put, Direction: chaser.Direction(d)})] = fades*rest + stay // no better than a look
	}
	for d, o := range offset {
		if safe[d] <= none && b.g.at(b.at+o) != wall {
			c.worth[d] = c.value // it is not weighed
		}
	}
	return c.method
}

// weigh is the value of the best way in each direction, and how much of it is
// left for items that may wait there. It is 0 where the bot does not walk now.
func (b *search) weigh() (way, safe [4]float64) {
	if b.items >= enough {
		// A bot that stands still can't lose by a block: an opponent that comes beside gets one.
		return [4]float64{none, none, none, none}, [4]float64{none, none, none, none}
	}
	way = b.ways.plan(b.at, max(usualTurns-b.turn, fewTurns))
	for d, o := range offset {
		safe[d] = none
		if way[d] > none && !b.blind(o) {
			safe[d] = way[d] - b.loss()*b.foe.beside(b.at+o)
		}
	}
	return way, safe
}

// fewTurns is the number of turns thought to be left at least.
const fewTurns = 5

// choice is the best method so far. Of equal ones chance takes one.
type choice struct {
	rng    *rand.Rand
	method chaser.Method
	value  float64
	worth  *[16]float64
}

// indexOf is where the worth of a method is.
func indexOf(m chaser.Method) int { return int(m.Action)*len(directions) + int(m.Direction) }

func (c *choice) take(a chaser.Action, d int, value float64) {
	const equal = 1e-3
	c.worth[indexOf(chaser.Method{Action: a, Direction: chaser.Direction(d)})] = value
	if value += c.rng.Float64() * equal; value > c.value {
		c.method, c.value = chaser.Method{Action: a, Direction: chaser.Direction(d)}, value
	}
}

// blind reports whether a step takes an item behind which no way on is known.
func (b *search) blind(o cell) bool {
	to := b.at + o
	if b.g.at(to) != prize {
		return false
	}
	for _, next := range offset {
		p := to + next
		if what := b.g.at(p); p != b.at && what != wall && what != unknown {
			return false
		}
	}
	return true
}

func (b *search) looked(o cell) (worth float64) {
	for i := range 9 {
		worth += b.shown(b.at + 2*o + around(i))
	}
	return worth
}

func (b *search) searched(o cell) (worth float64) {
	for i := range 9 {
		worth += b.shown(b.at + cell(i+1)*o)
	}
	return worth
}

func (b *search) shown(p cell) (worth float64) {
	if b.g.at(p) == unknown {
		worth = exploreBonus
	}
	return worth + spy*b.foe.on(p)
}

// shutsIn finds a block that leaves the opponent no way out.
func (b *search) shutsIn() (chaser.Direction, bool) {
	if b.foe.sure == 0 {
		return 0, false
	}
	for d, o := range offset {
		p := b.at + o
		if b.g.at(p) == wall {
			continue
		}
		old := b.g.cells[p]
		b.g.cells[p] = wall
		ends := b.g.shut(b.foe.sure)
		b.g.cells[p] = old
		if ends {
			return chaser.Direction(d), true
		}
	}
	return 0, false
}
