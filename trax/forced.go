package trax

import (
	"fmt"
	"math/bits"
	"strings"
)

// settle places t at c and then whatever forced play adds, until no empty cell
// is entered by two edges of one colour. It returns false, leaving the tiles
// placed so far for the caller to remove, when three edges of one colour meet.
func (p *Position) settle(c uint32, t Tile) bool {
	p.queue = p.queue[:0]
	if !p.place(c, t) {
		return false
	}
	for i := 0; i < len(p.queue); i++ {
		c := p.queue[i]
		f := forces[p.grid.squares[c]&stateBits]
		if f != Empty && !p.place(c, f) {
			return false
		}
	}
	return true
}

// place puts t at c, shows its edges to the neighbours, joins the tracks, and
// queues the neighbours that are forced now. It returns false when one of them
// has become a contradiction.
func (p *Position) place(c uint32, t Tile) bool {
	g := &p.grid
	g.squares[c].fill(t)
	near := g.steps(c)
	var taken uint32
	ok := true
	for s, n := range near {
		sq := &g.squares[n]
		was := *sq
		sq.show(shows[t&allSides][s])
		taken |= uint32(was&occupied) << s
		if was&stateBits == 0 {
			p.touched = append(p.touched, n)
		}
		if f := forces[*sq&stateBits]; f != 0 {
			p.queue = append(p.queue, n)
			if f == contradiction {
				p.fault, ok = fault{n, sq.in()}, false
			}
		}
	}
	p.join(c, t, &near, taken/occupied)
	return ok
}

// join links the tracks of tile t at c with those of its neighbours at the
// sides in taken, and notes the tile as placed.
func (p *Position) join(c uint32, t Tile, near *[4]uint32, taken uint32) {
	ends := p.grid.ends
	p.placed = append(p.placed, placed{cell: c})
	through := &p.placed[len(p.placed)-1].ends
	for color, sides := range &tracks[t&allSides] {
		a, b := uint32(sides[0]&3), uint32(sides[1]&3)
		from, to := 4*c+a, 4*c+b
		if taken>>a&1 != 0 {
			from = ends[4*near[a]+a^2]
		}
		if taken>>b&1 != 0 {
			edge := 4*near[b] + b ^ 2
			to = ends[edge]
			if from == edge {
				p.completed |= loopOf(Color(color))
			}
		}
		ends[from], ends[to] = to, from
		through[color] = from
	}
}

// remove takes back the placing of the tile at c, which must be the last one
// that has not been removed.
func (p *Position) remove(c uint32) {
	g := &p.grid
	t := g.squares[c].tile()
	g.squares[c].clear()
	for s, n := range g.steps(c) {
		sq := &g.squares[n]
		sq.hide(shows[t&allSides][s])
		if !sq.empty() {
			edge := 4*n + uint32(s) ^ 2
			g.ends[g.ends[edge]] = edge
		}
	}
}

// clash names the edges that leave no tile for a cell, such as "three white
// edges".
func clash(in uint8) string {
	n, c := bits.OnesCount8(in&allSides), Red
	if w := bits.OnesCount8(in >> 4); w > n {
		n, c = w, White
	}
	return fmt.Sprintf("%s %s edges", [...]string{3: "three", 4: "four"}[n], c)
}

// pattern names the edges that a cell sees, such as "red left, white top".
func pattern(in uint8) string {
	var words []string
	for s := Right; s <= Bottom; s++ {
		switch {
		case in>>s&1 != 0:
			words = append(words, "red "+s.String())
		case in>>(s+4)&1 != 0:
			words = append(words, "white "+s.String())
		}
	}
	return strings.Join(words, ", ")
}
