package trax

import "math"

// The rules look the same after turning or mirroring the board and after
// exchanging the colours: sixteen symmetries. A symmetry is a set of bits.
const (
	mirrorColumns = 1 << iota // left and right
	mirrorRows                // top and bottom
	transpose                 // columns and rows, after mirroring
	swapColors
	symmetries = 1 << iota
)

// images gives each tile's image under each symmetry; computed once, never
// written again.
var images = makeImages()

func makeImages() (m [symmetries][16]Tile) {
	for sym := range symmetries {
		for _, t := range tileList {
			for s := Right; s <= Bottom; s++ {
				red := t.ColorAt(s) == Red
				if red != (sym&swapColors != 0) {
					m[sym][t] |= 1 << sideImage(sym, s)
				}
			}
		}
	}
	return m
}

// sideImage returns where side s comes to lie.
func sideImage(sym int, s Side) Side {
	if sym&mirrorColumns != 0 && (s == Right || s == Left) ||
		sym&mirrorRows != 0 && (s == Top || s == Bottom) {
		s = s.Opposite()
	}
	if sym&transpose != 0 {
		s = [...]Side{Right: Bottom, Bottom: Right, Left: Top, Top: Left}[s]
	}
	return s
}

// pointImage returns where a cell of the box comes to lie.
func (p *Position) pointImage(sym int, c Cell) Cell {
	if sym&mirrorColumns != 0 {
		c.Col = p.width + 1 - c.Col
	}
	if sym&mirrorRows != 0 {
		c.Row = p.height + 1 - c.Row
	}
	if sym&transpose != 0 {
		c.Col, c.Row = c.Row, c.Col
	}
	return c
}

// class returns a text that two positions share if and only if their tiles are
// the same up to symmetry: the least of the sixteen images of the board.
func (p *Position) class() string {
	area := p.width * p.height
	best, next := make([]byte, area+1), make([]byte, area+1)
	for sym := range symmetries {
		width := p.width
		if sym&transpose != 0 {
			width = p.height
		}
		clear(next)
		next[area] = byte(width)
		for _, t := range p.placed {
			c := p.pointImage(sym, p.cell(t.cell))
			tile := p.grid.squares[t.cell].tile()
			next[(c.Row-1)*width+c.Col-1] = byte(images[sym][tile])
		}
		if sym == 0 || string(next) < string(best) {
			best, next = next, best
		}
	}
	return string(best)
}

// key is a 128 bit digest of a class.
type key [2]uint64

func (k key) less(l key) bool { return k[0] < l[0] || k[0] == l[0] && k[1] < l[1] }

// classKey returns a key that positions of one class share. Two classes share
// one by chance only: among a billion of them with odds of 10^-20.
func (p *Position) classKey() key {
	best := key{math.MaxUint64, math.MaxUint64}
	for sym := range symmetries {
		if k := p.digest(sym); k.less(best) {
			best = k
		}
	}
	return best
}

// digest returns a digest of the image under a symmetry.
func (p *Position) digest(sym int) (k key) {
	for _, t := range p.placed {
		c := p.pointImage(sym, p.cell(t.cell))
		tile := images[sym][p.grid.squares[t.cell].tile()&allSides]
		h := mix(uint64(c.Col)<<36 ^ uint64(c.Row)<<4 ^ uint64(tile))
		k[0] += h
		k[1] += mix(h)
	}
	return k
}

// SymmetryKey returns a digest that two positions share if they are the same game: if turning or
// mirroring the board makes one of the other, or does so with the colours exchanged while the
// other colour is to move. Others share it by chance only: two of ten million positions with odds of
// 3 to a million.
func (p *Position) SymmetryKey() uint64 {
	sym := 0
	if p.Turn() == Red {
		sym = swapColors
	}
	best := uint64(math.MaxUint64)
	for turned := range swapColors {
		best = min(best, p.digest(turned | sym)[1])
	}
	return best
}

// mix scrambles x: the finalizer of the splitmix64 generator (Steele, Lea and
// Flood, Fast splittable pseudorandom number generators, 2014).
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
