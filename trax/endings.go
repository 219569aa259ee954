package trax

import (
	"math"
	"math/bits"
	"slices"
)

// EndingMove is a legal turn that ends the game.
type EndingMove struct {
	Move      Move
	Completed Completed // what it completes, of both colours
}

// Wins reports whether color wins by the turn when it is color that makes it:
// whoever moves wins by what both complete.
func (e EndingMove) Wins(color Color) bool { return e.Completed.of(color) != 0 }

// AppendEndings appends every legal turn of p that ends the game, a turn of
// either colour: what one may play the other may. Their order is
// unspecified. After the end of the game there are none.
//
// Most turns are judged without being played, and exactly. It allocates
// nothing but what dst needs, and is not safe for concurrent use with any other
// method of p.
func (p *Tactics) AppendEndings(dst []EndingMove) []EndingMove {
	p.allowance = math.MaxInt
	p.endings(func(c uint32, t Tile, r Completed) bool {
		dst = append(dst, p.ending(c, t, r))
		return true
	})
	return dst
}

// Threats looks for a turn that wins at once for the side to move. If there is
// one it returns it and true. If not, it appends to dst the turns by which the
// other side would win at once, were it to move, at most one for each cell.
func (p *Tactics) Threats(dst []EndingMove) (threats []EndingMove, win Move, won bool) {
	threats, win, won, _ = p.ThreatsWithin(dst, math.MaxInt)
	return threats, win, won
}

// ThreatsWithin is Threats that gives up when the turns that it had to play have
// forced more than the given number of tiles: what it knows by then is true, but
// there may be more. It returns how many tiles are left, less than 0 if it gave
// up. On a board on which every turn forces a thousand tiles, looking at all of them
// takes a tenth of a second.
func (p *Tactics) ThreatsWithin(dst []EndingMove, tiles int) (threats []EndingMove, win Move, won bool, left int) {
	me, last := p.rules().Turn(), noCell
	p.allowance = tiles
	p.endings(func(c uint32, t Tile, r Completed) bool {
		if r.of(me) != 0 {
			win, won = p.ending(c, t, r).Move, true
			return false
		}
		if c != last {
			dst, last = append(dst, p.ending(c, t, r)), c
		}
		return true
	})
	return dst, win, won, p.allowance
}

// WinsBy reports whether m is a legal turn by which the side to move wins at once.
func (p *Tactics) WinsBy(m Move) bool {
	t, reason := p.rules().fit(m)
	if reason != "" {
		return false
	}
	if won, known := p.winsTried(m, t); known {
		return won
	}
	if !p.rules().play(m.Cell.Col, m.Cell.Row, t) {
		return false
	}
	won := p.completed.of(p.rules().Turn().Other()) != 0
	p.rules().takeBack()
	return won
}

// winsTried is WinsBy for m, which writes t, found on the squares without joining tracks.
// It does not know if that fills more than a few cells.
func (p *Tactics) winsTried(m Move, t Tile) (won, known bool) {
	if p.grid.parts != nil {
		return false, false // a try may make cells
	}
	c := p.grid.index(p.base, m.Cell.Col, m.Cell.Row)
	legal, known := p.rules().fill(c, t, fewCells)
	if legal && known {
		won = p.loopOfTried(p.rules().Turn()) ||
			p.spansNext() != 0 && p.linesThrough(c, patternOf(p.rules().Turn())) != 0
	}
	p.rules().empty()
	return won, known
}

// closesBy reports whether m, which writes t, completes a loop of the given colour. It does
// not know if that fills more than a few cells.
func (p *Tactics) closesBy(m Move, t Tile, color Color) (loop, known bool) {
	if p.grid.parts != nil {
		return false, false // a try may make cells
	}
	legal, known := p.rules().fill(p.grid.index(p.base, m.Cell.Col, m.Cell.Row), t, fewCells)
	loop = legal && known && p.loopOfTried(color)
	p.rules().empty()
	return loop, known
}

const noCell = ^uint32(0)

func (p *Tactics) ending(c uint32, t Tile, r Completed) EndingMove {
	return EndingMove{Move{p.rules().cell(c), t.Shape()}, r}
}

// endings tells of each legal turn that ends the game, until yield returns false
// or the allowance is used up.
//
// A tile by itself closes no loop: its cell sees one edge of a colour at most.
// So nothing ends without a forced tile, while the box is too short for lines.
func (p *Tactics) endings(yield func(c uint32, t Tile, r Completed) bool) {
	if p.completed != 0 || len(p.turns) == 0 {
		return
	}
	p.rules().makeRoom(1)
	spans := p.spansNext()
	p.scanTracks(spans != 0)
	for _, c := range slices.Backward(p.frontier) { // where the last turns were, most is new
		spans := p.spansAt(c, spans)
		if !p.mayEnd(c, spans) {
			continue
		}
		fit := &fits[p.grid.squares[c].in()]
		for _, t := range fit.tiles[:fit.n] {
			if r := p.completes(c, t, spans); r != 0 && !yield(c, t, r) || p.allowance < 0 {
				return
			}
		}
	}
}

// mayEnd reports whether a turn at c may end the game, by what all its edges reach
// together. If so, what each reaches is then in p.reaches.
func (p *Tactics) mayEnd(c uint32, spans uint8) bool {
	alert := p.forcingEdges[c]
	simple := p.cascadingEdges[c] == 0 && !cornered[alert]
	if simple && p.grid.parts == nil && !p.reachBeside(c, alert).mayEnd(spans) { // of chunks, a try may have made cells
		return false
	}
	for rest := alert; rest != 0; rest &= rest - 1 {
		p.reaches[bits.TrailingZeros8(rest)] = p.reach(c, rest&-rest)
	}
	all := p.reached(c, alert)
	return !all.flags.certain() || cornered[alert] || all.mayEnd(spans)
}

// completes returns what t, which fits at c, completes as a turn: nothing if
// it is illegal.
//
// What a turn completes leads through old tracks. Those of a loop have both
// their ends at cells that the turn fills, and those of a line reach sides of
// the box from there. Only a ring of four new tiles or more needs none.
func (p *Tactics) completes(c uint32, t Tile, spans uint8) (r Completed) {
	forcing := t.edges() & p.forcingEdges[c]
	all := p.reached(c, forcing)
	if all.tellsOf(t, forcing) {
		lines := across(all.flags.rims(), spans)
		switch {
		case !all.mayEnd(spans):
			return 0
		case forcing&p.cascadingEdges[c] == 0:
			r = p.loopsBeside(c, t, forcing)
			if !lines {
				return r
			}
			if lines, known := p.spansBeside(c, t, forcing); known {
				return r | lines
			}
		case !lines && forcing&(forcing-1) == 0 && all.counts.steps() == 2:
			return p.loopsAlong(c, t, forcing)
		}
	}
	if r, known := p.completesTried(c, t, spans); known {
		return r
	}
	return p.completesPlayed(c, t)
}

// completesTried returns what t at c completes, found on the squares without joining
// tracks. It does not know if that fills more than a few cells.
func (p *Tactics) completesTried(c uint32, t Tile, spans uint8) (r Completed, known bool) {
	legal, known := p.rules().fill(c, t, fewCells)
	if legal && known {
		if p.mayClose() {
			r = p.loopsTried()
		}
		if spans != 0 {
			r |= p.linesTried(c, spans)
		}
	}
	p.rules().empty()
	return r, known
}

// mayClose reports whether the cells that have been filled may hold a loop: both ends of
// a track that was there before, or a ring of tiles that all are new. No track ends at
// cells that the try has made.
func (p *Tactics) mayClose() bool {
	squares, found := p.grid.squares, square(0)
	for _, c := range p.queue {
		for s, n := range p.grid.links[c] {
			if squares[n]&(occupied|tried) == occupied {
				found |= squares[p.grid.front(p.grid.ends[4*n+uint32(s)^2])]
			}
		}
	}
	return found&tried != 0 || len(p.queue) >= 4 && p.rings()
}

// rings reports whether cells that have been filled lie around in a ring: then more pairs
// of them are neighbours than it takes to hold them together.
func (p *Tactics) rings() bool {
	pairs := square(0)
	for _, c := range p.queue {
		right, top, _, _ := p.grid.around(c)
		pairs += *right&tried/tried + *top&tried/tried
	}
	return int(pairs) >= len(p.queue)
}

// fewCells bounds the cells that a turn may fill to be tried on the squares without being
// played.
const fewCells = 8

// rimsTried returns the sides of the box that tracks reach or lie at which lead through
// the cells that have been filled, before these lead them on.
func (p *Tactics) rimsTried() (all uint8) {
	for _, c := range p.queue {
		all |= p.rimsOf(c)
	}
	return all
}

// rimsOf is rimsTried for one cell: a tile that borders no other has only its place.
func (p *Tactics) rimsOf(c uint32) uint8 {
	if p.borders(c) {
		return p.summaries[c].rims
	}
	col, row := p.grid.offset(p.base, c)
	return rims(col, row, 1, p.width, p.height)
}

// borders reports whether c has a neighbour that was there before a try.
func (p *Tactics) borders(c uint32) bool {
	right, top, left, bottom := p.grid.around(c)
	for _, sq := range [4]square{*right, *top, *left, *bottom} {
		if sq&(occupied|tried) == occupied {
			return true
		}
	}
	return false
}

// loopsTried returns the loops that lead through cells that have been filled.
func (p *Tactics) loopsTried() (r Completed) {
	for color := range Color(2) {
		if p.loopOfTried(color) {
			r |= loopOf(color)
		}
	}
	return r
}

// loopOfTried reports whether a loop of a colour leads through cells that have been filled:
// two at least, of which the first needs no look.
func (p *Tactics) loopOfTried(color Color) bool {
	squares, links := p.grid.squares, p.grid.links
	for _, c := range p.queue[1:] {
		sides := &tracks[squares[c].tile()&allSides][color]
		if squares[links[c][sides[0]&3]].empty() {
			continue
		}
		if _, loop := p.leads(c, sides[1]); loop {
			return true
		}
	}
	return false
}

// linesTried returns the lines that lead through cells that have been filled, c by
// the written tile. Only tracks of a colour that reaches both of two opposite sides
// from there are followed.
func (p *Tactics) linesTried(c uint32, spans uint8) (r Completed) {
	rims := p.rimsTried()
	if !across(rims, spans) {
		return 0
	}
	box, first := p.boxWith(c), rims&(rims>>2)&spans
	for _, c := range p.queue {
		if at := first & p.rimsOf(c); at != 0 { // a line leads through a cell that reaches its first side
			r |= p.linesAt(&box, c, at)
		}
	}
	return r
}

// linesAt returns the lines in a box that lead through the filled cell c, of the colours
// that have bits in a pattern.
func (p *Tactics) linesAt(box *box, c uint32, colors uint8) (r Completed) {
	for color, sides := range &tracks[p.grid.squares[c].tile()&allSides] {
		if colors&patternOf(Color(color)) == 0 {
			continue
		}
		a, _ := p.leads(c, sides[0])
		if !box.faces(p, a) {
			continue
		}
		if b, loop := p.leads(c, sides[1]); !loop && box.joins(p, a, b) {
			r |= lineOf(Color(color))
		}
	}
	return r
}

// linesThrough returns the lines that lead through cells that have been filled, c by the
// written tile, of the colours that have bits in a pattern.
func (p *Tactics) linesThrough(c uint32, colors uint8) (r Completed) {
	box := p.boxWith(c)
	for _, c := range p.queue {
		r |= p.linesAt(&box, c, colors)
	}
	return r
}

// leads returns the edge at which the track ends that leaves a filled cell at side
// s, or that it is a loop. Through other filled cells it leads by their tiles, past
// others by their tracks' ends, which are as they were before.
func (p *Tactics) leads(c uint32, s Side) (end uint32, loop bool) {
	g, start := &p.grid, 4*c+uint32(s&3)
	for end = start; ; {
		n, in := g.links[end/4][end&3], Side(end&3).Opposite()
		switch sq := g.squares[n]; {
		case sq.empty():
			return end, false
		case sq&tried == 0:
			end = g.ends[4*n+uint32(in)]
		default:
			if end = 4*n + uint32(sq.tile().Mate(in)); end == start {
				return end, true
			}
		}
	}
}

// completesPlayed plays the turn and takes it back.
func (p *Tactics) completesPlayed(c uint32, t Tile) Completed {
	legal := p.rules().try(candidate{c, t})
	p.allowance -= len(p.queue)
	if !legal {
		return 0
	}
	r := p.completed
	p.rules().takeBack()
	return r
}

// loopsAlong is [Position.closes] with the colours of the closed loops.
func (p *Tactics) loopsAlong(c uint32, t Tile, forcing uint8) (r Completed) {
	n, f, next := p.rules().chain(c, forcing)
	if p.rules().closesAt(c, t, n, f, sideOf(forcing)) {
		r = loopOf(colorOf(forcing))
	}
	if next != 0 {
		r |= p.loopsAlong(n, f, next)
	}
	return r
}

// colorOf returns the colour of the only bit set in an alert.
func colorOf(alert uint8) Color {
	if alert <= allSides {
		return Red
	}
	return White
}

// loopsBeside returns the loops that t at c closes with the tiles that it
// forces, when these force nothing more and none borders another's neighbour.
// A track of t that both its sides lead on is a loop when they lead to the
// two ends of one track.
func (p *Tactics) loopsBeside(c uint32, t Tile, forcing uint8) (r Completed) {
	for color, sides := range &tracks[t&allSides] {
		a := p.entry(c, sides[0], Color(color), forcing)
		if a != noEdge && p.grid.ends[a] == p.entry(c, sides[1], Color(color), forcing) {
			r |= loopOf(Color(color))
		}
	}
	return r
}

const noEdge = ^uint32(0)

// entry returns the edge of a track that lay on the board before t, at which
// the track of t leads on at side s: beside c, or behind the tile that t
// forces there. It is noEdge where the track ends.
func (p *Tactics) entry(c uint32, s Side, color Color, forcing uint8) uint32 {
	n := p.grid.links[c][s&3]
	bit := alertOf(s, color)
	switch {
	case !p.grid.squares[n].empty():
		return 4*n + uint32(s.Opposite())
	case forcing&bit == 0:
		return noEdge
	}
	_, f, _ := p.rules().chain(c, bit)
	out := f.Mate(s.Opposite())
	return 4*p.grid.links[n][out] + uint32(out.Opposite())
}

func alertOf(s Side, color Color) uint8 {
	if color == White {
		return 1 << (4 + s)
	}
	return 1 << s
}

// spansBeside returns the lines that t at c completes with the tiles that it
// forces, in the case of loopsBeside. It does not know when a track leads
// through two of these tiles in a way that only playing them shows.
func (p *Tactics) spansBeside(c uint32, t Tile, forcing uint8) (r Completed, known bool) {
	box := p.boxWith(c)
	for color, sides := range &tracks[t&allSides] {
		var e [2]uint32
		for i, s := range sides {
			if e[i] = p.entry(c, s, Color(color), forcing); e[i] == noEdge {
				e[i] = 4*c + uint32(s)
			} else if e[i] = p.grid.ends[e[i]]; p.meets(e[i], c, forcing) {
				return 0, false
			}
		}
		if box.joins(p, e[0], e[1]) {
			r |= lineOf(Color(color))
		}
	}
	for rest := forcing; rest != 0; rest &= rest - 1 {
		line, known := p.spansAcross(c, rest&-rest, forcing, &box)
		if !known {
			return 0, false
		}
		r |= line
	}
	return r, true
}

// spansAcross returns the line of the other colour that the tile completes
// which the given edge of a tile at c forces.
func (p *Tactics) spansAcross(c uint32, edge, forcing uint8, box *box) (r Completed, known bool) {
	n, f, _ := p.rules().chain(c, edge)
	other := colorOf(edge).Other()
	var e [2]uint32
	for i, s := range tracks[f&allSides][other] {
		m := p.grid.links[n][s&3]
		if e[i] = 4*n + uint32(s); p.grid.squares[m].empty() {
			continue
		}
		if e[i] = p.grid.ends[4*m+uint32(s.Opposite())]; p.meets(e[i], c, forcing) {
			return 0, false
		}
	}
	if box.joins(p, e[0], e[1]) {
		r = lineOf(other)
	}
	return r, true
}

// meets reports whether an edge faces c or a cell that the given edges force.
func (p *Tactics) meets(edge, c uint32, forcing uint8) bool {
	at := p.grid.links[edge/4][edge&3]
	if at == c {
		return true
	}
	for rest := forcing; rest != 0; rest &= rest - 1 {
		if at == p.grid.links[c][sideOf(rest&-rest)] {
			return true
		}
	}
	return false
}

// box is the bounding box after a turn, in the coordinates before it.
type box struct {
	left, top, right, bottom int
}

// boxWith returns the box that a tile at c makes.
func (p *Tactics) boxWith(c uint32) box {
	col, row := p.grid.offset(p.base, c)
	return box{min(1, col), min(1, row), max(p.width, col), max(p.height, row)}
}

// joins reports whether a track with these ends joins two opposite sides of a
// box that is long enough.
func (b *box) joins(p *Tactics, e, f uint32) bool {
	if (e^f)&3 != 2 {
		return false
	}
	if Side(e&3) == Left || Side(e&3) == Bottom {
		e, f = f, e
	}
	ec, er := p.grid.offset(p.base, e/4)
	fc, fr := p.grid.offset(p.base, f/4)
	if Side(e&3) == Right {
		return ec == b.right && fc == b.left && b.right-b.left+1 >= minLine
	}
	return er == b.top && fr == b.bottom && b.bottom-b.top+1 >= minLine
}

// faces reports whether an edge lies on the side of the box that it faces.
func (b *box) faces(p *Tactics, e uint32) bool {
	col, row := p.grid.offset(p.base, e/4)
	switch Side(e & 3) {
	case Right:
		return col == b.right
	case Top:
		return row == b.top
	case Left:
		return col == b.left
	default:
		return row == b.bottom
	}
}
