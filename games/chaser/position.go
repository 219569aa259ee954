package chaser

// Seats are the players in the order of their turns.
var Seats = [2]string{"COOL", "HOT"}

// Outcome is the end of a game: the winner and the reason.
type Outcome struct {
	Over   bool
	Winner int // 0 is COOL, 1 HOT, -1 none
	Reason Reason
}

// Reason is why a game ended.
type Reason string

// The reasons of the rules.
const (
	None     Reason = ""
	OnBlock  Reason = "block"   // the loser stands on a block
	OffMap   Reason = "off-map" // the loser walked off the map
	ShutIn   Reason = "shut-in" // the loser has blocks on all four sides
	ByItems  Reason = "items"   // the turns are over
	ByItems0 Reason = "equal"   // the turns are over, with as many items each
)

// Position is a game from its map on. Players are 0, who is COOL and begins, and 1.
type Position struct {
	width, height int
	cells         []Cell // row by row

	pos   [2]Point
	items [2]int
	turns int
	acts  int // methods that were judged
	lost  bool
	end   Outcome
}

// New begins a game on a map, which is left as it is, with the given number of turns for
// each player. The map must be right: see Map.Check.
func New(m *Map, turns int) *Position {
	g := &Position{}
	g.Reset(m, turns)
	return g
}

// Reset begins again.
func (g *Position) Reset(m *Map, turns int) {
	g.width, g.height = m.Width(), m.Height()
	g.cells = g.cells[:0]
	for _, row := range m.Rows {
		g.cells = append(g.cells, row...)
	}
	g.pos, g.items, g.turns, g.acts, g.lost = m.Start, [2]int{}, turns, 0, false
	g.end = Outcome{Winner: -1}
	g.timeUp()
}

// Outcome returns the end of the game; Over is false before it.
func (g *Position) Outcome() Outcome { return g.end }

// Next is the player whose turn it is.
func (g *Position) Next() int { return g.acts & 1 }

// Acts is the number of methods that were played.
func (g *Position) Acts() int { return g.acts }

// Items is the number of items of a player.
func (g *Position) Items(player int) int { return g.items[player] }

// Pos returns the cell of a player: off the map if it walked there.
func (g *Position) Pos(player int) Point { return g.pos[player] }

// Size is the map's width and height.
func (g *Position) Size() (width, height int) { return g.width, g.height }

// Turns returns the number of rounds of the game.
func (g *Position) Turns() int { return g.turns }

// Left is the number of rounds that are not finished: one is when HOT's method
// was judged and neither player has lost by it.
func (g *Position) Left() int {
	if g.lost {
		return g.turns - max(0, g.acts-1)/2
	}
	return g.turns - g.acts/2
}

// At returns the content of a cell without the players: a block off the map.
func (g *Position) At(p Point) Cell {
	if uint(p.X) >= uint(g.width) || uint(p.Y) >= uint(g.height) {
		return Block
	}
	return g.cells[p.Y*g.width+p.X]
}

// Has reports whether a cell is on the map.
func (g *Position) Has(p Point) bool {
	return uint(p.X) < uint(g.width) && uint(p.Y) < uint(g.height)
}

// Play plays a method of the player whose turn it is, and returns the nine
// cells that answer it. It panics if the game is over.
func (g *Position) Play(m Method) Window {
	if g.end.Over {
		panic("chaser: method after the end of the game")
	}
	player := g.Next()
	ahead := g.pos[player].plus(m.Direction, 1)
	switch m.Action {
	case Walk:
		g.walk(player, ahead)
	case Put:
		if g.Has(ahead) {
			g.cells[ahead.Y*g.width+ahead.X] = Block
		}
	}
	g.acts++
	g.updateOutcome(player)
	return g.seen(player, m)
}

// walk steps. Who takes an item leaves a block behind; one on which the other
// stands is not taken.
func (g *Position) walk(player int, to Point) {
	from := g.pos[player]
	g.pos[player] = to
	if g.At(to) == Item && g.pos[1-player] != to {
		g.items[player]++
		g.cells[to.Y*g.width+to.X] = Floor
		g.cells[from.Y*g.width+from.X] = Block
	}
}

// updateOutcome ends the game after a method: who is not on turn is looked at first.
func (g *Position) updateOutcome(mover int) {
	for _, player := range [2]int{1 - mover, mover} {
		if reason := g.lossReason(player); reason != None {
			g.lost = true
			g.end = Outcome{Over: true, Winner: 1 - player, Reason: reason}
			return
		}
	}
	g.timeUp()
}

// lossReason is why a player has lost.
func (g *Position) lossReason(player int) Reason {
	p := g.pos[player]
	switch {
	case !g.Has(p):
		return OffMap
	case g.At(p) == Block:
		return OnBlock
	}
	for d := range delta {
		if g.view(player, p.plus(Direction(d), 1)) != uint8(Block) {
			return None
		}
	}
	return ShutIn
}

// timeUp ends the game when the turns are over.
func (g *Position) timeUp() {
	if g.acts < 2*g.turns {
		return
	}
	switch a, b := g.items[0], g.items[1]; {
	case a > b:
		g.end = Outcome{true, 0, ByItems}
	case a < b:
		g.end = Outcome{true, 1, ByItems}
	default:
		g.end = Outcome{true, -1, ByItems0}
	}
}
