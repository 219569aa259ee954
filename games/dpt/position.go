package dpt

import (
	"math/bits"
	"slices"

	"github.com/loopline/loopline/games/grid"
)

// Position is a position of a game. It is not safe for concurrent use.
type Position struct {
	width, height int
	values        []int // row by row
	tiles         [2]grid.Bitboard
	agents        [2][]Point
	rings         grid.CyclePolicy

	inside   grid.Bitboard // what is enclosed, while points are counted
	resolver grid.Resolver
	intents  []grid.Intent
	outcomes []grid.Resolution
	applied  [2][]ActionStatus
}

// NewPosition is the position on a field that was checked. Swap lets agents that
// move to each other's cell do so; procon30 never does.
func NewPosition(f *Field, swap bool) *Position {
	p := &Position{
		width: f.Width, height: f.Height, values: slices.Clone(f.Values), rings: grid.CyclePolicy(swap),
		inside: grid.NewBitboard(f.Height),
	}
	for team := range p.tiles {
		p.tiles[team] = grid.NewBitboard(f.Height)
		p.agents[team] = slices.Clone(f.Agents[team])
		p.applied[team] = make([]ActionStatus, len(f.Agents[team]))
	}
	for i, t := range f.Tiles {
		if t != Nobody {
			p.tiles[t-1].Set(i%f.Width, i/f.Width)
		}
	}
	return p
}

// CopyTo makes to, a position on a field of the same size with as many agents,
// equal to p. It allocates nothing.
func (p *Position) CopyTo(to *Position) {
	copy(to.values, p.values)
	for team := range p.tiles {
		copy(to.tiles[team], p.tiles[team])
		copy(to.agents[team], p.agents[team])
	}
	to.rings = p.rings
}

// Size is the number of columns and rows.
func (p *Position) Size() (width, height int) { return p.width, p.height }

// Agents are the cells of a team's agents. They hold until the next turn, and
// are only read.
func (p *Position) Agents(team int) []Point { return p.agents[team] }

// Value is the value of a cell.
func (p *Position) Value(at Point) int { return p.values[at.Y*p.width+at.X] }

// SetValues sets the values of all cells, row by row.
func (p *Position) SetValues(values []int) { copy(p.values, values) }

// Tile is the tile of a cell: Nobody, or 1 + a team.
func (p *Position) Tile(at Point) uint8 {
	switch {
	case p.tiles[0].Has(at.X, at.Y):
		return 1
	case p.tiles[1].Has(at.X, at.Y):
		return 2
	}
	return Nobody
}

// On reports whether a cell is on the field.
func (p *Position) On(at Point) bool {
	return at.X >= 0 && at.X < p.width && at.Y >= 0 && at.Y < p.height
}

// Legal reports whether an agent of a team may act so by itself: a king's step
// that stays on the field, a move not onto the other team's tile, a remove of a
// tile. A stay is legal.
func (p *Position) Legal(team, agent int, a Action) bool {
	if a.Type == Stay {
		return true
	}
	if a.DX < -1 || a.DX > 1 || a.DY < -1 || a.DY > 1 || a.DX == 0 && a.DY == 0 {
		return false
	}
	from := p.agents[team][agent]
	to := Point{from.X + a.DX, from.Y + a.DY}
	if !p.On(to) {
		return false
	}
	if a.Type == Move {
		return !p.tiles[1-team].Has(to.X, to.Y)
	}
	return p.Tile(to) != Nobody
}

// Play plays a turn: the actions of each team's agents, in their order. Who has
// none stays; actions beyond the agents count nothing. What became of them holds
// until the next turn.
//
// An illegal action is a stay and blocks no agent. Of several actions for one cell
// none is carried out. An agent moves onto a cell, or removes a tile from under
// an agent, only if the agent there moves away.
func (p *Position) Play(actions [2][]Action) [2][]ActionStatus {
	p.intents = p.intents[:0]
	for team := range p.agents {
		for i, from := range p.agents[team] {
			var a Action
			if i < len(actions[team]) {
				a = actions[team][i]
			}
			intent := grid.Intent{From: from.Y*p.width + from.X, To: grid.Nowhere}
			p.applied[team][i] = Illegal
			if p.Legal(team, i, a) {
				p.applied[team][i] = Blocked
				if a.Type != Stay {
					intent.To, intent.Moves = intent.From+a.DY*p.width+a.DX, a.Type == Move
				}
			}
			p.intents = append(p.intents, intent)
		}
	}
	p.outcomes = p.resolver.Resolve(p.outcomes[:0], p.intents, p.width*p.height, p.rings)
	p.carryOut()
	return p.applied
}

// carryOut does what was resolved.
func (p *Position) carryOut() {
	n := 0
	for team := range p.agents {
		for i := range p.agents[team] {
			intent, outcome := p.intents[n], p.outcomes[n]
			n++
			switch {
			case p.applied[team][i] == Illegal:
				continue
			case outcome == grid.Stays:
				p.applied[team][i] = Done
			case outcome == grid.Done:
				p.applied[team][i] = Done
				p.act(team, i, intent)
			}
		}
	}
}

func (p *Position) act(team, agent int, intent grid.Intent) {
	to := Point{intent.To % p.width, intent.To / p.width}
	if intent.Moves {
		p.agents[team][agent] = to
		p.tiles[team].Set(to.X, to.Y)
		return
	}
	p.tiles[0].Unset(to.X, to.Y)
	p.tiles[1].Unset(to.X, to.Y)
}

// Points are the points of a team.
type Points struct {
	Tile int // the values under its tiles
	Area int // the absolute values of the cells that its tiles enclose
}

// Total returns the sum, which decides first.
func (p Points) Total() int { return p.Tile + p.Area }

// Points counts the points of a team. A cell is enclosed by a team when one
// cannot leave the field from it over the edges of cells without a tile of that
// team; both may enclose one cell.
func (p *Position) Points(team int) (n Points) {
	p.enclose(team)
	at := 0
	for y, row := range p.tiles[team] {
		values := p.values[at : at+p.width]
		for ; row != 0; row &= row - 1 {
			n.Tile += values[bits.TrailingZeros64(row)]
		}
		for row = p.inside[y]; row != 0; row &= row - 1 {
			v := values[bits.TrailingZeros64(row)]
			n.Area += max(v, -v)
		}
		at += p.width
	}
	return n
}

func (p *Position) enclose(team int) {
	grid.Enclose(p.inside, p.tiles[team], p.width, grid.Four)
}

// Enclosed puts into plane, which has a row for each of the field's, the cells
// that a team encloses.
func (p *Position) Enclosed(plane grid.Bitboard, team int) {
	p.enclose(team)
	copy(plane, p.inside)
}

// Reason is the rule that decided a game.
type Reason string

// The reasons.
const (
	ByTotal Reason = "total" // more tile and area points together
	ByTile  Reason = "tile"  // as many, and more tile points
	Drawn   Reason = "draw"  // both equal
)

// Decide tells who wins with these points: a team, or -1 when it is a draw.
func Decide(points [2]Points) (winner int, by Reason) {
	switch a, b := points[0], points[1]; {
	case a.Total() != b.Total():
		return greater(a.Total(), b.Total()), ByTotal
	case a.Tile != b.Tile:
		return greater(a.Tile, b.Tile), ByTile
	}
	return -1, Drawn
}

func greater(a, b int) int {
	if a > b {
		return 0
	}
	return 1
}

// EnclosedCells returns the number of cells that a team encloses.
func (p *Position) EnclosedCells(team int) int {
	p.enclose(team)
	return p.inside.Count()
}
