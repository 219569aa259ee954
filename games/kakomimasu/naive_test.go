package kakomimasu

import "strings"

// naive is a game once more, as the rules say it and as slowly as they do: a
// drawing of the board, and what is asked about one cell is walked anew.
type naive struct {
	width, height, agents, players int
	points                         []int
	tiles                          []string // a letter a cell
	at                             map[[2]int]int
	results                        [][]int
}

func newNaive(b *Field) *naive {
	n := &naive{
		width: b.Width, height: b.Height, agents: b.Agents, players: b.Players, points: b.Points, at: map[[2]int]int{},
		tiles: strings.Split(strings.Repeat(".", b.Width*b.Height), ""),
	}
	for player := range b.Players {
		for agent := range b.Agents {
			n.at[[2]int{player, agent}] = -1
		}
	}
	return n
}

// order is an action that is still possible: whose, which of its list, from and
// to.
type order struct {
	player, agent, i int
	from, to         int
	a                Action
}

func wallOf(player int) string { return string(rune('A' + player)) }

func isWall(tile string) bool { return tile != "." && strings.ToUpper(tile) == tile }

// turn plays a turn by the eight steps of the rules.
func (n *naive) turn(actions [][]Action) {
	n.results = make([][]int, n.players)
	var orders []order
	for player := range n.players {
		n.results[player] = make([]int, len(actions[player]))
		for i, a := range actions[player] {
			n.results[player][i] = n.first(player, i, actions[player])
			if n.results[player][i] != 0 || a.Type == None {
				continue
			}
			from := n.at[[2]int{player, a.Agent}]
			orders = append(orders, order{player, a.Agent, i, from, a.To.Y*n.width + a.To.X, a})
		}
	}
	orders = n.noConflicts(orders)
	orders = n.noOverlaps(orders)
	for _, o := range orders {
		if o.a.Type != Remove {
			n.at[[2]int{o.player, o.agent}] = o.to
			n.tiles[o.to] = wallOf(o.player)
		}
	}
	for _, o := range orders {
		if o.a.Type == Remove {
			if n.standing(o.to) > 0 {
				n.results[o.player][o.i] = 2
				continue
			}
			n.tiles[o.to] = "."
		}
	}
	n.fill()
}

// first is what is wrong with an action by itself.
func (n *naive) first(player, i int, list []Action) int {
	a := list[i]
	if a.Agent < 0 || a.Agent >= n.agents {
		return 4
	}
	for j, b := range list {
		if i != j && a.Agent == b.Agent {
			return 3
		}
	}
	if a.Type == None {
		return 0
	}
	from := n.at[[2]int{player, a.Agent}]
	if a.To.X < 0 || a.To.Y < 0 || a.To.X >= n.width || a.To.Y >= n.height {
		return 5
	}
	if a.Type == Put && from >= 0 || a.Type != Put && from < 0 {
		return 5
	}
	if a.Type != Put {
		dx, dy := a.To.X-from%n.width, a.To.Y-from/n.width
		if dx*dx > 1 || dy*dy > 1 || dx == 0 && dy == 0 {
			return 5
		}
	}
	tile := n.tiles[a.To.Y*n.width+a.To.X]
	if a.Type == Remove && !isWall(tile) {
		return 5
	}
	if a.Type != Remove && isWall(tile) && tile != wallOf(player) {
		return 2
	}
	return 0
}

func (n *naive) noConflicts(orders []order) (left []order) {
	named := map[int]int{}
	for _, o := range orders {
		named[o.to]++
	}
	for _, o := range orders {
		if named[o.to] > 1 {
			n.results[o.player][o.i] = 1
			continue
		}
		left = append(left, o)
	}
	return left
}

// noOverlaps puts all on their targets and takes back who is not alone there,
// until everybody is.
func (n *naive) noOverlaps(orders []order) []order {
	for {
		on := map[int]int{}
		for who, at := range n.at {
			for _, o := range orders {
				if o.player == who[0] && o.agent == who[1] && o.a.Type != Remove {
					at = o.to
				}
			}
			on[at]++
		}
		var left []order
		for _, o := range orders {
			if o.a.Type != Remove && on[o.to] > 1 {
				n.results[o.player][o.i] = 2
				continue
			}
			left = append(left, o)
		}
		if len(left) == len(orders) {
			return left
		}
		orders = left
	}
}

func (n *naive) standing(cell int) (agents int) {
	for _, at := range n.at {
		if at == cell {
			agents++
		}
	}
	return agents
}

// fill gives each cell to who has the smallest closed region around it: rings
// never cross, so that is the innermost one.
func (n *naive) fill() {
	owners := map[int]string{}
	for cell, tile := range n.tiles {
		best := 0
		for player := range n.players {
			size := n.region(cell, wallOf(player))
			if !isWall(tile) && size > 0 && (best == 0 || size < best) {
				best, owners[cell] = size, strings.ToLower(wallOf(player))
			}
		}
	}
	for cell, owner := range owners {
		n.tiles[cell] = owner
	}
}

// region is how many cells one reaches from a cell without a player's walls; 0
// when one gets off the board.
func (n *naive) region(cell int, wall string) int {
	seen := map[[2]int]bool{}
	next := [][2]int{{cell % n.width, cell / n.width}}
	for len(next) > 0 {
		c := next[0]
		next = next[1:]
		if c[0] < 0 || c[1] < 0 || c[0] >= n.width || c[1] >= n.height {
			return 0
		}
		if seen[c] || n.tiles[c[1]*n.width+c[0]] == wall {
			continue
		}
		seen[c] = true
		for d := range 9 {
			next = append(next, [2]int{c[0] + d%3 - 1, c[1] + d/3 - 1})
		}
	}
	return len(seen)
}

// score is the points of territory and of walls.
func (n *naive) score(player int) (s Score) {
	for cell, tile := range n.tiles {
		switch tile {
		case wallOf(player):
			s.Wall += n.points[cell]
		case strings.ToLower(wallOf(player)):
			s.Area += abs(n.points[cell])
		}
	}
	return s
}
