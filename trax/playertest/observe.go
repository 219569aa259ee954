package playertest

import (
	"slices"

	"github.com/loopline/loopline/trax"
)

// Thresholds of what counts as long.
const (
	lineLength  = 8  // cells that a line has at least
	longChain   = 8  // forced tiles in a turn
	longerChain = 64 // the same: what small queues hold
	lastLetter  = 26 // the last column of one letter
	lastDigit   = 9  // the last row of one digit
)

// observer notes which rules a turn brings up. It keeps its working memory.
type observer struct {
	legal  []trax.Move
	banned []trax.Move // that fit, and that forced play forbids
	baits  int         // of these, that look like a win
	bait   bait
	placed []trax.Placement
	tracks []trax.Track
	found  []Rule
}

// turn returns the rules that the last turn of p, a move of ours or of the
// player, brings up. The result holds until the next call.
func (o *observer) turn(p *trax.Position, m trax.Move, ours bool) []Rule {
	o.found = o.found[:0]
	if p.Ply() > 1 {
		o.notation(m, ours)
	}
	o.add(!ours && p.Ply() == 1, FirstMove)
	o.add(!ours && p.Ply() > 1, OwnMove)
	o.placed = p.AppendPlaced(o.placed[:0])
	o.forced(p)
	switch {
	case !p.Outcome().Over:
		o.goesOn(p)
	case ours:
		o.ends(p)
	}
	return o.found
}

// choices looks at the moves that the player has.
func (o *observer) choices(p *trax.Position) {
	o.banned = p.AppendForcedIllegal(o.banned[:0])
	o.legal = p.AppendMoves(o.legal[:0])
	o.baits = o.bait.count(p, o.banned)
}

func (o *observer) add(when bool, r Rule) {
	if when && !slices.Contains(o.found, r) {
		o.found = append(o.found, r)
	}
}

func (o *observer) notation(m trax.Move, ours bool) {
	rules := [...]Rule{WriteLeft, WriteTop, WriteTwoLetters, WriteTwoDigits}
	if ours {
		rules = [...]Rule{ReadLeft, ReadTop, ReadTwoLetters, ReadTwoDigits}
	}
	o.add(m.Cell.Col == 0, rules[0])
	o.add(m.Cell.Row == 0, rules[1])
	o.add(m.Cell.Col > lastLetter, rules[2])
	o.add(m.Cell.Row > lastDigit, rules[3])
}

func (o *observer) forced(p *trax.Position) {
	o.add(len(o.placed) > 1, ForcedTile)
	o.add(len(o.placed)-1 > longChain, LongChain)
	o.add(len(o.placed)-1 > longerChain, LongerChain)
	for i := 1; i < len(o.placed); i++ {
		c := o.placed[i].Cell
		o.add(!touching(c, o.placed[0].Cell), ForcedChain)
		o.add(o.neighbours(p, i) > 2, ForcedThird)
	}
}

// neighbours counts the tiles that were around the i'th tile of the turn when
// it was placed.
func (o *observer) neighbours(p *trax.Position, i int) int {
	return around(o.placed[i].Cell, func(d trax.Cell) bool {
		later := slices.ContainsFunc(o.placed[i+1:], func(q trax.Placement) bool { return q.Cell == d })
		return p.At(d) != trax.Empty && !later
	})
}

func touching(a, b trax.Cell) bool {
	dx, dy := a.Col-b.Col, a.Row-b.Row
	return dx*dx+dy*dy == 1
}

// goesOn looks for tracks that a player may take for lines.
func (o *observer) goesOn(p *trax.Position) {
	w, h := p.Width(), p.Height()
	if max(w, h) < lineLength-1 {
		return
	}
	o.tracks = p.AppendTracks(o.tracks[:0])
	for i := range o.tracks {
		e := &o.tracks[i].Ends
		across := faces(e, trax.Left, trax.Right)
		down := faces(e, trax.Top, trax.Bottom)
		columns, rows := extent(e)
		o.add(across && columns == w && w == lineLength-1, OnAtColumns)
		o.add(down && rows == h && h == lineLength-1, OnAtRows)
		o.add(across && columns >= lineLength && columns < w || down && rows >= lineLength && rows < h, OnInside)
	}
}

// extent returns the numbers of columns and rows that a track spans, ends included.
func extent(e *[2]trax.End) (columns, rows int) {
	return abs(e[0].Cell.Col-e[1].Cell.Col) + 1, abs(e[0].Cell.Row-e[1].Cell.Row) + 1
}

// faces reports whether the ends of a track face two sides.
func faces(e *[2]trax.End, a, b trax.Side) bool {
	return e[0].Side == a && e[1].Side == b || e[0].Side == b && e[1].Side == a
}

// ends looks at how a move of ours ended the game.
func (o *observer) ends(p *trax.Position) {
	done := p.Outcome().Completed
	const white, red = trax.WhiteLoop | trax.WhiteLine, trax.RedLoop | trax.RedLine
	both, mover := done&white != 0 && done&red != 0, p.Turn().Other()
	o.add(both, EndForBoth)
	o.add(!both && p.Outcome().Winner == mover, EndForMover)
	o.add(!both && p.Outcome().Winner != mover, EndForOther)
	won := p.Winning()
	if both || len(won) > 1 {
		return // a player that misses one of them sees the other
	}
	path := won[0]
	far := !slices.Contains(path, o.placed[0].Cell)
	if _, loop := p.Walk(path[0], p.Outcome().Winner); loop {
		o.add(true, EndLoop)
		o.add(len(path) > 4, EndLargeLoop)
		o.add(far, EndFarLoop)
		return
	}
	o.add(far, EndFarLine)
	o.line(p, path)
}

func (o *observer) line(p *trax.Position, path []trax.Cell) {
	a, b := path[0], path[len(path)-1]
	w, h := p.Width(), p.Height()
	across := w >= lineLength && o.joins(p, a, b, trax.Left, trax.Right)
	length, low := h, a
	if across {
		length = w
		if b.Col < a.Col {
			low = b
		}
	} else if b.Row < a.Row {
		low = b
	}
	o.add(p.At(low).Shape() != trax.Plus, EndCurved)
	switch {
	case length > lineLength:
		o.add(true, EndLongLine)
	case across:
		o.add(true, EndColumns)
	default:
		o.add(true, EndRows)
	}
}

// joins reports whether an open track between two cells leaves the box at two sides.
func (o *observer) joins(p *trax.Position, a, b trax.Cell, s, t trax.Side) bool {
	o.tracks = p.AppendTracks(o.tracks[:0])
	return slices.ContainsFunc(o.tracks, func(track trax.Track) bool {
		e := &track.Ends
		ends := e[0].Cell == a && e[1].Cell == b || e[0].Cell == b && e[1].Cell == a
		columns, _ := extent(e)
		return ends && track.Color == p.Outcome().Winner && columns == p.Width() && faces(e, s, t)
	})
}

func abs(n int) int { return max(n, -n) }
