package kakomimasu

import "github.com/loopline/loopline/games/grid"

// fill gives each cell that walls enclose to the player of the innermost ring
// around it. A cell that no player encloses keeps its owner: territory outlives its
// walls.
//
// A cell that one player encloses is settled. Cells that several enclose are
// looked at again without the walls that are settled or enclosed by no player,
// until none is left: the outermost ring goes each time.
func (p *Position) fill() {
	w := &p.work
	p.allWalls()
	for i := range p.walls {
		copy(w.rest[i], p.walls[i])
	}
	w.settled.Clear()
	for p.settle() {
	}
}

// settle settles what is enclosed once, and reports whether something is left
// that several players enclose.
func (p *Position) settle() bool {
	w := &p.work
	for i, walls := range w.rest {
		grid.Enclose(w.inside[i], walls, p.board.Width, grid.Eight)
	}
	var left, fewer uint64
	for y := range w.settled {
		once, twice := uint64(0), uint64(0)
		for i := range w.rest {
			// A wall lies in its own ring.
			in := w.inside[i][y] | w.rest[i][y]
			once, twice = once|in, twice|once&in
		}
		open := once &^ twice &^ w.settled[y] &^ w.wall[y]
		for i := range w.rest {
			if mine := open & w.inside[i][y]; mine != 0 {
				p.own(i, y, mine)
			}
			fewer |= w.rest[i][y] &^ twice
			w.rest[i][y] &= twice
		}
		w.settled[y] |= ^twice
		left |= twice
	}
	return left != 0 && fewer != 0
}

// own gives cells of a row to a player.
func (p *Position) own(player, y int, cells uint64) {
	for i := range p.areas {
		p.areas[i][y] &^= cells
	}
	p.areas[player][y] |= cells
}
