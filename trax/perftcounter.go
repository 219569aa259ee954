package trax

import (
	"context"
	"sync/atomic"
)

// candidate is a tile that fits at a cell. Whether forced play allows it shows
// when it is played.
type candidate struct {
	cell uint32
	tile Tile
}

// appendCandidates appends every tile that fits somewhere, in no order that
// means anything.
func (p *Position) appendCandidates(dst []candidate) []candidate {
	if len(p.turns) == 0 {
		c := p.grid.index(p.base, 0, 0)
		return append(dst, candidate{c, PlusRed}, candidate{c, SlashRed})
	}
	for _, cells := range [2][]uint32{p.filledPrefix.empty, p.touched[p.filledPrefix.touched:]} {
		for _, c := range cells {
			sq := p.grid.squares[c]
			if !sq.empty() {
				continue
			}
			fit := &fits[sq.in()]
			for _, t := range fit.tiles[:fit.n] {
				dst = append(dst, candidate{c, t})
			}
		}
	}
	return dst
}

// try plays a candidate. It returns false if forced play forbids it.
func (p *Position) try(m candidate) bool {
	col, row := p.grid.offset(p.base, m.cell)
	return p.play(col, row, m.tile)
}

// perftCounter counts a tree. The last ply is counted in bulk: a tile that fits is a
// legal turn unless forced play meets a contradiction, which is looked into
// only where a chain of at least two forced tiles starts. No turn ends the
// game that neither forces a tile nor plays on a box of eight columns or rows,
// and whether a single forced tile closes a loop shows without playing it, so
// that only the rest is played when ended games are counted.
type perftCounter struct {
	p       *Position
	ended   bool
	buffers [][]candidate // one for each depth, reused
	cache   *cache
}

// work counts the trees of the given depth below roots, taking the next one
// that no other perftCounter has taken.
func (w *perftCounter) work(ctx context.Context, roots []root, next *atomic.Int64, depth int) (total Count) {
	w.buffers = make([][]candidate, depth+1)
	for ctx.Err() == nil {
		i := int(next.Add(1)) - 1
		if i >= len(roots) {
			break
		}
		w.p.advance(roots[i].moves)
		w.p.makeRoom(depth)
		total.add(w.count(ctx, depth), roots[i].times)
		w.p.retreat(len(roots[i].moves))
	}
	return total
}

// count returns the tree of the given depth, at least one, below the current
// position, which must not be over. Finished games are leaves: they count at
// the depth at which they end and not below.
func (w *perftCounter) count(ctx context.Context, depth int) (total Count) {
	if depth == 1 {
		return w.bulk()
	}
	if depth >= checkDepth && ctx.Err() != nil {
		return total
	}
	key, known, found := w.cache.find(w.p, depth)
	if found {
		return known
	}
	moves := w.p.appendCandidates(w.buffers[depth][:0])
	w.buffers[depth] = moves
	for _, m := range moves {
		if !w.p.try(m) {
			continue
		}
		if w.p.completed == 0 {
			total.add(w.count(ctx, depth-1), 1)
		}
		w.p.takeBack()
	}
	if w.cache != nil && ctx.Err() == nil {
		w.cache.store(key, depth, total)
	}
	return total
}

// checkDepth is the depth from which a perftCounter looks whether it should stop:
// about a millisecond of work.
const checkDepth = 4

// bulk counts the legal turns of the current position.
func (w *perftCounter) bulk() (total Count) {
	p := w.p
	if len(p.turns) == 0 {
		return Count{Leaves: 2}
	}
	long := w.ended && (p.width+1 >= minLine || p.height+1 >= minLine)
	p.scan()
	for _, c := range p.frontier {
		fit := &fits[p.grid.squares[c].in()]
		spreads := p.cascadingEdges[c]
		if spreads == 0 && !cornered[p.forcingEdges[c]] && !w.ended {
			total.Leaves += uint64(fit.n)
			continue
		}
		for _, t := range fit.tiles[:fit.n] {
			forcing := t.edges() & p.forcingEdges[c]
			switch {
			case forcing == 0 && !long:
				total.Leaves++
			case !w.ended:
				if p.legal(c, t, spreads) {
					total.Leaves++
				}
			case !long && forcing&(forcing-1) == 0 &&
				(forcing&spreads == 0 || p.endsQuietly(c, t, forcing)):
				total.Leaves++
				if p.closes(c, t, forcing) {
					total.Ended++
				}
			default:
				total.add(w.play(candidate{c, t}), 1)
			}
		}
	}
	return total
}

func (w *perftCounter) play(m candidate) (one Count) {
	if !w.p.try(m) {
		return one
	}
	one.Leaves = 1
	if w.p.completed != 0 {
		one.Ended = 1
	}
	w.p.takeBack()
	return one
}
