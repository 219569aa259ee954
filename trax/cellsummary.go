package trax

import (
	"math/bits"
	"slices"
)

// cellSummary sums up the tracks that end at an empty cell beside a tile: enough to skip
// nearly all turns that end no game.
type cellSummary struct {
	place  uint64 // see [chunks.place]
	near   uint64 // the places of cells near it at which tracks from here end
	rims   uint8  // sides of the box that a track from here reaches, or a tile here
	beyond uint8  // sides of the box beyond which the cell lies, for each colour
}

// scanTracks scans, and looks along every open track from both of its ends. The
// sides of the box matter only if a turn can make it long enough for lines.
func (p *Tactics) scanTracks(long bool) {
	p.rules().scan()
	if n := len(p.forcingEdges); len(p.summaries) < n {
		p.summaries = slices.Grow(p.summaries, n-len(p.summaries))[:n]
	}
	if !long {
		p.scanTrackEnds(0)
		return
	}
	for _, c := range p.frontier {
		o := &p.summaries[c]
		col, row := p.grid.offset(p.base, c)
		o.rims = rims(col, row, 1, p.width, p.height)
		o.beyond = rims(col, row, 0, p.width+1, p.height+1)
	}
	p.scanTrackEnds(patternBits)
}

// scanTrackEnds notes where the tracks end that end at the frontier, too, and which of
// the given sides of the box they reach there. An empty cell sees one edge of each colour
// at most: which ones is as good as random to the processor, so that it looks along both.
func (p *Tactics) scanTrackEnds(rims uint8) {
	g, outlooks := &p.grid, p.summaries
	squares, ends, cells := g.squares, g.ends, g.links
	shift := g.shift & 31
	corner := uint32(3)<<shift + 3
	for _, c := range p.frontier {
		links, in := &cells[c], uint32(squares[c].in())
		red, white := in&allSides, in>>4
		s, u := uint32(bits.TrailingZeros32(red))&3, uint32(bits.TrailingZeros32(white))&3
		a, b := ends[4*links[s]+s^2], ends[4*links[u]+u^2]
		a, b = cells[a/4][a&3], cells[b/4][b&3]
		isRed, isWhite := -uint64(1-isZero(red)), -uint64(1-isZero(white))
		o := &outlooks[c]
		if g.parts == nil {
			o.place = placed8(c, shift)
			o.near = nearby8((a-c+corner)&g.mask, a, shift)&isRed | nearby8((b-c+corner)&g.mask, b, shift)&isWhite
		} else {
			o.place = g.parts.place(c)
			o.near = g.parts.nearby(c, a)&isRed | g.parts.nearby(c, b)&isWhite
		}
		// Only beyond a side of the box it is behind an edge at that side.
		o.rims |= rims & (outlooks[a].beyond&redBits&uint8(isRed) | outlooks[b].beyond&whiteBits&uint8(isWhite))
	}
}

// Among cells near one, a bit stands for each: those differ in theirs that lie in eight
// columns and eight rows. This is its place. That of a cell of a torus follows from its
// number.
func (k *chunks) place(c uint32) uint64 {
	at := k.point(c)
	return 1 << (at.y&7<<3 | at.x&7)
}

func placed8(c uint32, shift uint8) uint64 { return 1 << (c>>(shift&31)&7<<3 | c&7) }

// nearby returns the place of d, if it lies in the eight columns and rows around c, from
// three to the left and above on: of two cells whose columns and rows differ by four in
// all, one at least is nearby to the other.
func (k *chunks) nearby(c, d uint32) uint64 {
	from, to := k.point(c), k.point(d)
	if uint32(to.x-from.x+3)|uint32(to.y-from.y+3) >= 8 {
		return 0
	}
	return k.place(d)
}

// nearby8 is nearby on a torus, where d lies at such a number from the first of these
// columns and rows.
func nearby8(at, d uint32, shift uint8) uint64 {
	inside := isZero((at>>(shift&31) | at&(1<<(shift&31)-1)) >> 3)
	return placed8(d, shift) & -uint64(inside)
}

// adjacent marks a way of one step.
const adjacent = 1 << 4

// way returns, in bits 0..3, the sides at which a cell at most two steps away
// may be left for d, and whether one step will do: 0 when d is farther.
func (k *chunks) way(c, d uint32) uint8 {
	from, to := k.point(c), k.point(d)
	col, row := uint32(to.x-from.x+2), uint32(to.y-from.y+2)
	if col|row >= 8 {
		return 0
	}
	return ways[row<<3|col]
}

// ways lists what way returns, row by row, eight to a row, around cell 2 of row 2.
// On a torus, the difference of two cells' numbers tells the row and the column.
var ways = [64]uint8{
	0<<3 | 2: 1 << Top,
	1<<3 | 1: 1<<Top | 1<<Left,
	1<<3 | 2: adjacent | 1<<Top,
	1<<3 | 3: 1<<Top | 1<<Right,
	2 << 3:   1 << Left,
	2<<3 | 1: adjacent | 1<<Left,
	2<<3 | 3: adjacent | 1<<Right,
	2<<3 | 4: 1 << Right,
	3<<3 | 1: 1<<Bottom | 1<<Left,
	3<<3 | 2: adjacent | 1<<Bottom,
	3<<3 | 3: 1<<Bottom | 1<<Right,
	4<<3 | 2: 1 << Bottom,
}

// rims returns the sides, for either colour, of a box from the given least
// column and row to the given largest ones on which a cell lies, or beyond which.
// Which ones are is as good as random to the processor, so that it does not branch.
func rims(col, row, least, width, height int) (sides uint8) {
	right, left := uint64(width-1-col)>>63, uint64(col-least-1)>>63
	top, bottom := uint64(row-least-1)>>63, uint64(height-1-row)>>63
	return 0x11 * uint8(right<<Right|top<<Top|left<<Left|bottom<<Bottom)
}

// across reports whether a line may join two of the given sides, of which a turn
// can make those in spans far enough apart.
func across(rims, spans uint8) bool { return rims&(rims>>2)&spans != 0 }

// spansNext returns, for across, between which sides a turn can make a line:
// bits 0 and 4 for right and left, bits 1 and 5 for top and bottom.
func (p *Tactics) spansNext() (spans uint8) {
	if p.width+1 >= minLine {
		spans = 0x11
	}
	if p.height+1 >= minLine {
		spans |= 0x22
	}
	return spans
}

// spansAt returns, of the given spans, those between which a turn at c can make a line:
// forced tiles never make the box longer, so that a box which is a cell too short needs
// the written tile beyond it.
func (p *Tactics) spansAt(c uint32, spans uint8) uint8 {
	beyond := p.summaries[c].beyond
	if p.width < minLine && beyond&0x55 == 0 {
		spans &^= 0x11
	}
	if p.height < minLine && beyond&0xAA == 0 {
		spans &^= 0x22
	}
	return spans
}
