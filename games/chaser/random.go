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
	m := &Map{Name: "random", Turns: ContestTurns}
	for range ContestHeight {
		m.Rows = append(m.Rows, make([]Cell, ContestWidth))
	}
	centre := Point{ContestWidth / 2, ContestHeight / 2}
	m.set(centre, Item)
	cool := Point{1 + rng.IntN(ContestWidth-2), 1 + rng.IntN(ContestHeight/2-2)}
	m.Start = [2]Point{cool, m.mirror(cool)}
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
		if m.At(p) != Floor || p == m.Start[0] || p == m.Start[1] || c == Block && m.guarded(p) {
			continue
		}
		m.set(p, c)
		m.set(m.mirror(p), c)
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
	seen := map[Point]bool{m.Start[0]: true}
	for todo := []Point{m.Start[0]}; len(todo) > 0; {
		p := todo[0]
		todo = todo[1:]
		for d := range delta {
			if q := p.plus(Direction(d), 1); m.Has(q) && m.At(q) != Block && !seen[q] {
				seen[q] = true
				todo = append(todo, q)
			}
		}
	}
	free := 0
	for _, row := range m.Rows {
		for _, c := range row {
			if c != Block {
				free++
			}
		}
	}
	return len(seen) == free
}
