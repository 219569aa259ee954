package stepmodel

import "github.com/loopline/loopline/games/kakomimasu"

// The most that the board has memory for: every match fits.
const (
	MaxSide   = 40
	MaxAgents = 18
	MaxPoint  = 127 // a cell that is worth more, or less, counts so much
)

// Question holds what the board keeps of the lines of a turn.
type Question struct {
	Turn          int // counted from 1
	Width, Height int
	Me            int // the number of the board's player
	Points        []int
	Tiles         []Tile
	Agents        [][]kakomimasu.Cell // of each player
}

// Tile is a cell, as the board sees it.
type Tile uint8

// The tiles of a Question.
const (
	Empty Tile = iota
	OwnWall
	OwnArea
	OtherWall
	OtherArea
)

// Of returns a turn of a position as a player's board sees it.
func Of(p *kakomimasu.Position, me, turn int) *Question {
	f := p.Field()
	q := &Question{
		Turn: turn, Width: f.Width, Height: f.Height, Me: me, Points: f.Points,
		Tiles: make([]Tile, len(f.Points)), Agents: make([][]kakomimasu.Cell, f.Players),
	}
	for i := range q.Tiles {
		t := p.At(kakomimasu.Cell{X: i % f.Width, Y: i / f.Width})
		if t.Owned {
			q.Tiles[i] = OwnWall
			if !t.Wall {
				q.Tiles[i] = OwnArea
			}
			if t.Player != me {
				q.Tiles[i] += OtherWall - OwnWall
			}
		}
	}
	for player := range q.Agents {
		for agent := range f.Agents {
			q.Agents[player] = append(q.Agents[player], p.Agent(player, agent))
		}
	}
	return q
}

// mark is what is known of a cell in this turn.
type mark uint8

const (
	unmarked mark = iota
	expected      // another player's agent is expected to name it
	taken         // an agent is on it, or an own one names it
)

// plan is a turn that is planned.
type plan struct {
	*Question
	tiles []Tile
	marks []mark
}

// steps are the eight directions, clockwise from the top.
var steps = [8]kakomimasu.Cell{{X: 0, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}, {X: -1, Y: 1}, {X: -1, Y: 0}, {X: -1, Y: -1}}

// step is the cell in a direction, and its place among the cells; ok is false off the field.
func (q *Question) step(from kakomimasu.Cell, direction int) (c kakomimasu.Cell, at int, ok bool) {
	c = kakomimasu.Cell{X: from.X + steps[direction].X, Y: from.Y + steps[direction].Y}
	return c, c.Y*q.Width + c.X, c.X >= 0 && c.Y >= 0 && c.X < q.Width && c.Y < q.Height
}

func (q *Question) point(at int) int { return min(max(q.Points[at], -MaxPoint), MaxPoint) }

// least is less than the value of any way.
const least = -2048

// Choose returns the actions of the board's agents, in their order.
func (q *Question) Choose() (actions []kakomimasu.Action) {
	p := plan{q, append([]Tile(nil), q.Tiles...), make([]mark, len(q.Tiles))}
	for _, agents := range q.Agents {
		for _, c := range agents {
			if c != kakomimasu.Off {
				p.marks[c.Y*q.Width+c.X] = taken
			}
		}
	}
	for player, agents := range q.Agents {
		for _, from := range agents {
			if player != q.Me && from != kakomimasu.Off {
				p.expect(from)
			}
		}
	}
	for agent, from := range q.Agents[q.Me] {
		a := kakomimasu.Action{Agent: agent, Type: kakomimasu.None}
		if from == kakomimasu.Off {
			p.put(&a)
		} else {
			s := search{plan: &p, action: &a, best: least}
			s.from(0, from, 0)
		}
		if a.Type == kakomimasu.None {
			continue
		}
		at := a.To.Y*q.Width + a.To.X
		p.marks[at], p.tiles[at] = taken, OwnWall
		if a.Type == kakomimasu.Remove {
			p.tiles[at] = Empty
		}
		actions = append(actions, a)
	}
	return actions
}

// expect marks the cell that is worth most to another player's agent.
func (p *plan) expect(from kakomimasu.Cell) {
	best, to := -1, 0
	for d := range steps {
		_, at, ok := p.step(from, d)
		if !ok || p.marks[at] != unmarked {
			continue
		}
		value := p.point(at)
		if p.tiles[at] == OtherWall {
			value = 0
		}
		if value > best {
			best, to = value, at
		}
	}
	if best >= 0 {
		p.marks[to] = expected
	}
}

// gain is what an action in a cell gains, against the other players.
func gain(tile Tile, point int) int {
	switch tile {
	case OwnWall:
		return 0
	case OwnArea:
		return point - max(point, -point)
	case OtherArea:
		return point + max(point, -point)
	}
	return point
}

// put finds the cell that gains most. Players that want the same cells part in every second turn:
// each then has a quarter of its own.
func (p *plan) put(a *kakomimasu.Action) {
	best := least
	for at, tile := range p.tiles {
		c := kakomimasu.Cell{X: at % p.Width, Y: at / p.Width}
		if p.marks[at] == taken || tile == OwnWall || tile == OtherWall {
			continue
		}
		if p.Turn > 1 && p.Turn%2 == 1 && (c.X%2 != p.Me%2 || c.Y%2 != p.Me/2) {
			continue
		}
		if value := gain(tile, p.point(at)); value > best {
			best, a.Type, a.To = value, kakomimasu.Put, c
		}
	}
}

// ahead is the number of steps that are looked ahead.
const ahead = 3

// search tries every way of an agent of three steps. A step counts twice as much as the one
// behind it.
type search struct {
	*plan
	action *kakomimasu.Action
	best   int

	first kakomimasu.Action // of the way
	named [ahead]int        // cells
	left  [ahead]Tile       // what each becomes
	moved [ahead]bool       // whether the action changes its cell
}

// from tries all ways on from a cell, which is reached by some steps of some value.
func (s *search) from(step int, from kakomimasu.Cell, value int) {
	for d := range steps {
		c, at, ok := s.step(from, d)
		if !ok || s.marks[at] == taken {
			continue
		}
		tile, point, next := s.tiles[at], s.point(at), c
		for i := range step {
			if s.moved[i] && s.named[i] == at {
				tile = s.left[i]
			}
		}
		n := gain(tile, point)
		s.named[step], s.left[step], s.moved[step] = at, OwnWall, true
		kind := kakomimasu.Move
		if tile == OtherWall {
			kind, s.left[step], next = kakomimasu.Remove, Empty, from
		}
		if step == 0 {
			s.first.Type, s.first.To = kind, c
			// An expected action and this one stop each other.
			if s.marks[at] == expected {
				n, next, s.moved[step] = max(0, point), from, false
			}
		}
		sum := value + n<<(ahead-1-step)
		switch {
		case step < ahead-1:
			s.from(step+1, next, sum)
		case sum > s.best:
			s.best, s.action.Type, s.action.To = sum, s.first.Type, s.first.To
		}
	}
}
