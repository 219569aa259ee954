package bots

import (
	"math"
	"sync"

	"github.com/loopline/loopline/games/battle2048"
)

// The search values a grid by its lines, rows and columns alike, from a table of all
// lines: room, pairs that merge, order from one end to the other, and what large
// tiles cost that are not merged yet.
const (
	maxLineExponent = 15 // larger tiles count as this one
	lineBits        = 4  // of an exponent in a line's index
	lines           = 1 << (lineBits * battle2048.Size)
)

type weights struct {
	empty, merge, step, order, sum float64
	orderPower, sumPower           float64
}

var lineWeights = weights{empty: 12, merge: 20, step: 0.7, order: 0.3, sum: 0.3, orderPower: 3, sumPower: 2.6}

// lineValues is the table; a line's index has the exponent of its first cell lowest.
var lineValues = sync.OnceValue(func() *[lines]int32 { return lineWeights.table() })

func (w *weights) table() *[lines]int32 {
	var t [lines]int32
	var order, sum [maxLineExponent + 1]float64
	for e := range order {
		order[e], sum[e] = math.Pow(float64(e), w.orderPower), math.Pow(float64(e), w.sumPower)
	}
	for i := range t {
		var falls, rises, v float64
		before, alike := 0, 0
		last := -1 // of the tiles, for pairs that meet across a gap
		for cell := range battle2048.Size {
			e := i >> (lineBits * cell) & maxLineExponent
			v -= w.sum * sum[e]
			if cell > 0 {
				if before > e {
					falls += order[before] - order[e]
				} else {
					rises += order[e] - order[before]
				}
			}
			if before > 0 && e > 0 && cell > 0 {
				v -= w.step * math.Abs(float64(before-e))
			}
			before = e
			switch {
			case e == 0:
				v += w.empty
			case e == last:
				alike++
				last = -1
			default:
				last = e
			}
		}
		v += w.merge*float64(alike) - w.order*min(falls, rises)
		t[i] = int32(v)
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
func (p *position) value(t *[lines]int32) (v int32) {
	for i := range battle2048.Size {
		v += t[p.rows[i]] + t[p.columns[i]]
	}
	return v
}

// placed puts tiles onto a grid one by one, each where its owner is worst off. It keeps the
// cells unless they are nil.
func (p *position) placed(t *[lines]int32, b *battle2048.Grid, exponent uint8, tiles int, cells *[]battle2048.Cell) {
	e := uint32(min(exponent, maxLineExponent))
	for range tiles {
		at, least := -1, int32(math.MaxInt32)
		for c, old := range b {
			if old != 0 {
				continue
			}
			row, column := c/battle2048.Size, c%battle2048.Size
			r, k := p.rows[row], p.columns[column]
			if v := t[r|e<<(lineBits*column)] - t[r] + t[k|e<<(lineBits*row)] - t[k]; v < least {
				at, least = c, v
			}
		}
		b[at] = exponent
		p.put(at/battle2048.Size, at%battle2048.Size, exponent)
		if cells != nil {
			*cells = append(*cells, battle2048.Cell(at))
		}
	}
}
