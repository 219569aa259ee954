package bots

import (
	"sync"

	"github.com/loopline/loopline/games/battle2048"
)

// The search values a grid by its lines, rows and columns alike, from a table of all
// lines: room, pairs that merge, neighbours alike, and order from one end to the other.
const (
	maxLineExponent = 15 // larger tiles count as this one
	lineBits        = 4  // of an exponent in a line's index
	lines           = 1 << (lineBits * battle2048.Size)
)

// Weights of the evaluation of a line; an exponent is a step.
const (
	lineEmpty = 15
	lineMerge = 200
	lineStep  = 10 // between neighbours
	lineOrder = 2  // that the line falls and rises
)

// lineTables holds what the search asks of a line; a line's index has the exponent of its first cell lowest.
type lineTables struct {
	value     [lines]int32
	low, high [lines]uint32 // the line after a slide towards its first cell, or its last
	merges    [lines]uint8
}

// lineValues is the tables, made once.
var lineValues = sync.OnceValue(func() *lineTables {
	t := &lineTables{value: *lineTable()}
	for i := range t.low {
		t.slide(i)
	}
	return t
})

// slide fills in what becomes of a line.
func (t *lineTables) slide(i int) {
	turn := func(i uint32) (r uint32) {
		for range battle2048.Size {
			r, i = r<<lineBits|i&maxLineExponent, i>>lineBits
		}
		return r
	}
	var to uint32
	at, last := 0, uint32(0) // where the next tile goes; the tile before it, unless it is merged
	for cell := range battle2048.Size {
		e := uint32(i) >> (lineBits * cell) & maxLineExponent
		switch {
		case e == 0:
		case e == last:
			t.merges[i]++
			to += 1 << (lineBits * (at - 1))
			if e == maxLineExponent { // counts as this one
				to -= 1 << (lineBits * (at - 1))
			}
			last = 0
		default:
			to |= e << (lineBits * at)
			at, last = at+1, e
		}
	}
	t.low[i], t.high[turn(uint32(i))] = to, turn(to)
}

// lineTable is the values of all lines.
func lineTable() *[lines]int32 {
	var t [lines]int32
	for i := range t {
		falls, rises, v, before := 0, 0, 0, 0
		last := -1 // of the tiles, for pairs that meet across a gap
		for cell := range battle2048.Size {
			e := i >> (lineBits * cell) & maxLineExponent
			if cell > 0 {
				falls, rises = falls+max(0, before-e), rises+max(0, e-before)
			}
			if before > 0 && e > 0 {
				v -= lineStep * max(before-e, e-before)
			}
			before = e
			switch {
			case e == 0:
				v += lineEmpty
			case e == last:
				v += lineMerge
				last = -1
			default:
				last = e
			}
		}
		t[i] = int32(v - lineOrder*min(falls, rises))
	}
	return &t
}

// position is a grid as the indices of its rows and columns.
type position struct{ rows, columns [battle2048.Size]uint32 }

func positionOf(b *battle2048.Grid) (p position) {
	for c, e := range b {
		if e > 0 {
			p.put(c/battle2048.Size, c%battle2048.Size, e)
		}
	}
	return p
}

// put puts a tile onto an empty cell.
func (p *position) put(row, column int, exponent uint8) {
	e := uint32(min(exponent, maxLineExponent))
	p.rows[row] |= e << (lineBits * column)
	p.columns[column] |= e << (lineBits * row)
}

// value is the value of the grid.
func (p *position) value(t *lineTables) (v int32) {
	for i := range battle2048.Size {
		v += t.value[p.rows[i]] + t.value[p.columns[i]]
	}
	return v
}

// transposed is the same lines the other way.
func transposed(l *[battle2048.Size]uint32) (to [battle2048.Size]uint32) {
	for i, line := range l {
		for j := range to {
			to[j] |= line >> (lineBits * j) & maxLineExponent << (lineBits * i)
		}
	}
	return to
}

// slid is the grid after a slide.
func (p *position) slid(t *lineTables, d battle2048.Direction) (to position, merges int, moved bool) {
	lines, next := &p.rows, &to.rows
	if d == battle2048.Up || d == battle2048.Down {
		lines, next = &p.columns, &to.columns
	}
	slide := &t.low
	if d == battle2048.Right || d == battle2048.Down {
		slide = &t.high
	}
	for i, line := range lines {
		next[i] = slide[line]
		moved = moved || next[i] != line
		merges += int(t.merges[line])
	}
	if !moved {
		return to, 0, false
	}
	if lines == &p.rows {
		to.columns = transposed(&to.rows)
	} else {
		to.rows = transposed(&to.columns)
	}
	return to, merges, true
}

// empties are the cells without a tile, a bit each.
func (p *position) empties() (cells uint32) {
	for i, row := range p.rows {
		for j := range battle2048.Size {
			if row>>(lineBits*j)&maxLineExponent == 0 {
				cells |= 1 << (i*battle2048.Size + j)
			}
		}
	}
	return cells
}

// stuck reports whether a full grid has no tiles that merge.
func (p *position) stuck(t *lineTables) bool {
	for i := range battle2048.Size {
		if t.merges[p.rows[i]]+t.merges[p.columns[i]] > 0 {
			return false
		}
	}
	return true
}

// hurt returns the change of the value by a tile on an empty cell.
func (p *position) hurt(t *lineTables, c int, e uint32) int32 {
	row, column := c/battle2048.Size, c%battle2048.Size
	r, k := p.rows[row], p.columns[column]
	return t.value[r|e<<(lineBits*column)] - t.value[r] + t.value[k|e<<(lineBits*row)] - t.value[k]
}
