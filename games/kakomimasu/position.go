package kakomimasu

import (
	"fmt"
	"slices"

	"github.com/loopline/loopline/games/grid"
)

// Position is the state of a game between two turns. A Position is used by
// one goroutine at a time.
type Position struct {
	board  *Field
	walls  []grid.Bitboard // of each player
	areas  []grid.Bitboard // territory of each player
	agents [][]Cell        // of each player
	turn   int             // turns played

	work scratch
}

// scratch is working memory of a turn, so that a turn allocates nothing.
type scratch struct {
	wall     grid.Bitboard
	rest     []grid.Bitboard // walls of each player that are still looked at
	inside   []grid.Bitboard
	settled  grid.Bitboard
	intents  []grid.Intent
	outcomes []grid.Resolution
	resolver grid.Resolver
	chosen   []int // by agent of all players: its action and 1, 0 if unset
	results  [][]Result
}

// New is the position before the first turn: an empty board, no agent on it.
// The board must pass Check.
func New(b *Field) *Position {
	p := &Position{board: b}
	planes := func() (all []grid.Bitboard) {
		for range b.Players {
			all = append(all, grid.NewBitboard(b.Height))
		}
		return all
	}
	p.walls, p.areas, p.work.rest, p.work.inside = planes(), planes(), planes(), planes()
	p.work.wall, p.work.settled = grid.NewBitboard(b.Height), grid.NewBitboard(b.Height)
	p.work.results = make([][]Result, b.Players)
	for range b.Players {
		p.agents = append(p.agents, slices.Repeat([]Cell{Off}, b.Agents))
	}
	return p
}

// Clone is a copy that nothing else changes.
func (p *Position) Clone() *Position {
	q := New(p.board)
	q.Set(p)
	return q
}

// Set makes p what q is. Both must be of one board.
func (p *Position) Set(q *Position) {
	for i := range p.walls {
		copy(p.walls[i], q.walls[i])
		copy(p.areas[i], q.areas[i])
		copy(p.agents[i], q.agents[i])
	}
	p.turn = q.turn
}

// Field returns the field of the position.
func (p *Position) Field() *Field { return p.board }

// Turns returns the number of turns played.
func (p *Position) Turns() int { return p.turn }

// Over reports whether the game has ended.
func (p *Position) Over() bool { return p.board.Turns > 0 && p.turn >= p.board.Turns }

// Agent returns the cell of a player's agent: on the board, or Off.
func (p *Position) Agent(player, agent int) Cell { return p.agents[player][agent] }

// At returns the state of a cell.
func (p *Position) At(c Cell) Tile {
	for i := range p.walls {
		switch {
		case p.walls[i].Has(c.X, c.Y):
			return Tile{Owned: true, Player: i, Wall: true}
		case p.areas[i].Has(c.X, c.Y):
			return Tile{Owned: true, Player: i}
		}
	}
	return Tile{}
}

// Tile is the state of a cell: neutral, or a wall or territory of a player.
type Tile struct {
	Owned  bool
	Player int
	Wall   bool
}

// Letter is the tile as lines and files write it: a dot, or A for a wall and a
// for territory of player 0, and so on.
func (t Tile) Letter() byte {
	switch {
	case !t.Owned:
		return '.'
	case t.Wall:
		return 'A' + byte(t.Player)
	}
	return 'a' + byte(t.Player)
}

// Tiles is a letter a cell, row by row.
func (p *Position) Tiles() string {
	text := make([]byte, 0, p.board.Width*p.board.Height)
	for y := range p.board.Height {
		for x := range p.board.Width {
			text = append(text, p.At(Cell{x, y}).Letter())
		}
	}
	return string(text)
}

// SetTiles sets all cells from their letters. The error names the first that is
// none.
func (p *Position) SetTiles(text string) error {
	if len(text) != p.board.Width*p.board.Height {
		return fmt.Errorf("tiles are %d letters, not %d", len(text), p.board.Width*p.board.Height)
	}
	for i := range p.walls {
		p.walls[i].Clear()
		p.areas[i].Clear()
	}
	for i := range len(text) {
		x, y, letter := i%p.board.Width, i/p.board.Width, text[i]
		switch players := byte(p.board.Players); {
		case letter == '.':
		case letter >= 'A' && letter < 'A'+players:
			p.walls[letter-'A'].Set(x, y)
		case letter >= 'a' && letter < 'a'+players:
			p.areas[letter-'a'].Set(x, y)
		default:
			return fmt.Errorf("tiles[%d] is %q, no tile of %d players", i, letter, p.board.Players)
		}
	}
	return nil
}

// SetAgent puts an agent onto a cell or takes it Off the board. The cell may have
// any owner; an agent on it is an error.
func (p *Position) SetAgent(player, agent int, c Cell) error {
	if c != Off {
		if !p.board.On(c) {
			return fmt.Errorf("agent %d of player %d is at %d,%d, off the board", agent, player, c.X, c.Y)
		}
		if other, at, ok := p.Standing(c); ok && (other != player || at != agent) {
			return fmt.Errorf("agent %d of player %d is on %d,%d, where agent %d of player %d is",
				agent, player, c.X, c.Y, at, other)
		}
	}
	p.agents[player][agent] = c
	return nil
}

// Standing returns the player and agent on a cell; ok is false on an empty one.
func (p *Position) Standing(c Cell) (player, agent int, ok bool) {
	for player, agents := range p.agents {
		if agent := slices.Index(agents, c); agent >= 0 && c != Off {
			return player, agent, true
		}
	}
	return 0, 0, false
}
