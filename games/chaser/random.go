package chaser

import "math/rand/v2"

// ContestTurns is the number of turns of a map that sets none.
const ContestTurns = 100

// What a random map holds, as the official server's: twenty blocks and fifty
// items beside the one in the centre.
const (
	randomBlocks = 20
	randomItems  = 50
)

// maxTries bounds how often a map is drawn before it is taken as it is.
const maxTries = 1000

// RandomMap draws a map by the contests' conditions: 15 x 17 cells, the same
// from both players' sides, with every cell in reach and no player near a block.
// The same seed gives the same map.
func RandomMap(seed uint64) *Map {
	rng := rand.New(rand.NewPCG(seed, 0x636861736572))
	m := drawMap(rng)
	for try := 0; try < maxTries && !m.connected(); try++ {
		m = drawMap(rng)
	}
	return m
}

// drawMap puts players, blocks and items down, each with its mirror image.
func drawMap(rng *rand.Rand) *Map {
	m := emptyMap(rng)
	m.scatter(rng, Block, randomBlocks/2)
	m.scatter(rng, Item, randomItems/2)
	return m
}

func (m *Map) set(p Point, c Cell) { m.Rows[p.Y][p.X] = c }

// mirror is the same cell seen from the other side.
func (m *Map) mirror(p Point) Point { return Point{m.Width() - 1 - p.X, m.Height() - 1 - p.Y} }

// scatter puts the given number of pairs of cells onto the floor. Blocks keep away from the
// players and from the far end of the cells that they can search at the start.
func (m *Map) scatter(rng *rand.Rand, c Cell, pairs int) {
	for pairs > 0 {
		p := Point{rng.IntN(m.Width()), rng.IntN(m.Height())}
		if !m.free(p) || c == Block && m.guarded(p) {
			continue
		}
		m.pair(p, c)
		pairs--
	}
}

// guarded reports whether a block may not lie on a cell.
func (m *Map) guarded(p Point) bool {
	const searched = 9
	for _, start := range m.Start {
		dx, dy := p.X-start.X, p.Y-start.Y
		if dx*dx <= 1 && dy*dy <= 1 || dx == 0 && dy*dy == searched*searched || dy == 0 && dx*dx == searched*searched {
			return true
		}
	}
	return false
}

// connected reports whether one can walk from COOL to every cell that is no
// block.
func (m *Map) connected() bool {
	_, reached := m.reached(m.Start[0])
	free := 0
	for _, row := range m.Rows {
		for _, c := range row {
			if c != Block {
				free++
			}
		}
	}
	return reached == free
}

// RandomMapOf draws a map of a type by the contests' conditions; see [Map.CheckType]. The same
// seed gives the same map.
func RandomMapOf(t MapType, seed uint64) *Map {
	if t == AnyType {
		return RandomMap(seed)
	}
	rng := rand.New(rand.NewPCG(seed, 0x636861736572+uint64(t[0])))
	for {
		// A drawing fails once in a few times, by a block that cuts cells off.
		if m := drawMapOf(t, rng); m != nil && m.connected() && len(m.CheckType(t)) == 0 {
			m.Name = "random " + string(t)
			return m
		}
	}
}

// drawMapOf puts players down, what their surroundings need, and the rest; nil where it does not
// fit.
func drawMapOf(t MapType, rng *rand.Rand) *Map {
	m := emptyMap(rng)
	near := func(c Cell) {
		start := m.Start[0]
		for {
			p := Point{start.X - 1 + rng.IntN(3), start.Y - 1 + rng.IntN(3)}
			if m.free(p) {
				m.pair(p, c)
				return
			}
		}
	}
	items := randomItems / 2
	if t == TypeC {
		near(Block)
		near(Item)
		items--
	}
	if t == TypeB {
		// The first row begins beside the start.
		start := m.Start[0]
		from := Point{start.X - 1 + 2*rng.IntN(2), start.Y - 1 + rng.IntN(3)}
		for first := true; items > 1; first = false {
			if !first {
				from = Point{rng.IntN(m.Width()), rng.IntN(m.Height())}
			}
			items -= m.rail(from, Direction(rng.IntN(len(delta))), min(items, 2+rng.IntN(4)))
		}
	}
	m.scatter(rng, Block, randomBlocks/2)
	if t != TypeB {
		m.scatterItems(rng, items, t == TypeA)
	}
	return m
}

// emptyMap is a map with players and the item in the centre.
func emptyMap(rng *rand.Rand) *Map {
	m := &Map{Name: "random", Turns: ContestTurns}
	for range ContestHeight {
		m.Rows = append(m.Rows, make([]Cell, ContestWidth))
	}
	m.set(Point{ContestWidth / 2, ContestHeight / 2}, Item)
	cool := Point{1 + rng.IntN(ContestWidth-2), 1 + rng.IntN(ContestHeight/2-2)}
	m.Start = [2]Point{cool, m.mirror(cool)}
	return m
}

// free reports whether something may be put onto a cell.
func (m *Map) free(p Point) bool {
	return m.Has(p) && m.At(p) == Floor && p != m.Start[0] && p != m.Start[1]
}

// pair puts something onto a cell and onto the one opposite.
func (m *Map) pair(p Point, c Cell) {
	m.set(p, c)
	m.set(m.mirror(p), c)
}

// rail lays items in a row, with its mirror image, as far as cells are free; one alone is none. It
// returns how many were laid on one side.
func (m *Map) rail(from Point, d Direction, length int) (laid int) {
	for laid < length && m.free(from.plus(d, laid)) && m.mirror(from.plus(d, laid)).Y > from.plus(d, laid).Y {
		laid++
	}
	if laid < 2 {
		return 0
	}
	for i := range laid {
		m.pair(from.plus(d, i), Item)
	}
	return laid
}

// scatterItems puts pairs of items onto the floor; apart from the cells around the starts if
// they have to be.
func (m *Map) scatterItems(rng *rand.Rand, pairs int, apart bool) {
	beside := func(p Point) bool {
		for _, start := range m.Start {
			if dx, dy := p.X-start.X, p.Y-start.Y; dx*dx <= 1 && dy*dy <= 1 {
				return true
			}
		}
		return false
	}
	for pairs > 0 {
		if p := (Point{rng.IntN(m.Width()), rng.IntN(m.Height())}); m.free(p) && !(apart && beside(p)) {
			m.pair(p, Item)
			pairs--
		}
	}
}
