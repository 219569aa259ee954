package vectors

import (
	"slices"

	"github.com/loopline/loopline/trax"
)

// classifyEnd is for a turn that ends the game.
func (e *turnGenerator) classifyEnd(g *game, mover trax.Color) {
	o := e.t.outcome
	e.name("end." + o.Reason())
	white := o.Completed&(trax.WhiteLoop|trax.WhiteLine) != 0
	red := o.Completed&(trax.RedLoop|trax.RedLine) != 0
	if white && red {
		e.name("win.both-" + mover.String())
	} else {
		e.name("win." + o.Winner.String() + "-by-" + mover.String())
	}
	e.when(o.Completed.Has(trax.WhiteLoop|trax.RedLoop), "loop.both")
	if white {
		e.classifyTracks(g, trax.White)
	}
	if red {
		e.classifyTracks(g, trax.Red)
	}
}

// classifyTracks looks at the loops and lines of one colour that the turn
// completed.
func (e *turnGenerator) classifyTracks(g *game, color trax.Color) {
	loops, lines := 0, 0
	seen := e.seen[:0]
	for _, p := range e.order {
		if slices.Contains(seen, p.Cell) {
			continue
		}
		cells, loop := g.pos.Walk(p.Cell, color)
		seen = append(seen, cells...)
		switch {
		case loop:
			loops++
			e.classifyLoop(cells, color)
		case e.classifyLine(g, cells, color):
			lines++
		}
	}
	e.seen = seen
	e.when(loops > 1, "loop.two")
	e.when(lines > 1, "line.two")
}

func (e *turnGenerator) classifyLoop(cells []trax.Cell, color trax.Color) {
	e.name("loop." + color.String())
	switch n := len(cells); {
	case n == 4:
		e.name("loop.tiles-4")
	case n == 6:
		e.name("loop.tiles-6")
	case n == 8:
		e.name("loop.tiles-8")
	default:
		e.when(n >= manyCells, "loop.tiles-10+")
	}
	forced := len(e.order) - 1
	e.when(forced == 1, "loop.forced-1")
	e.when(forced == 2, "loop.forced-2")
	e.when(forced >= 3, "loop.forced-3+")
	closers := 0
	written := false
	for _, c := range cells {
		if placedIn(e.order[1:], c) {
			closers++
		}
		written = written || c == e.order[0].Cell
	}
	e.when(closers > 1, "loop.closers-2+")
	e.when(!written, "loop.without-written")
}

// classifyLine reports whether an open track is a line, and if so of which kind.
func (e *turnGenerator) classifyLine(g *game, cells []trax.Cell, color trax.Color) bool {
	first, last := cells[0], cells[len(cells)-1]
	faces := func(c trax.Cell, s trax.Side) bool { return g.pos.At(c).ColorAt(s) == color }
	across, found := true, false
	n := e.t.after.width
	for range 2 {
		if n >= 8 && first.Col == 1 && last.Col == n && faces(first, trax.Left) && faces(last, trax.Right) {
			found = true
			break
		}
		first, last = last, first
	}
	if !found {
		across, n = false, e.t.after.height
		for range 2 {
			if n >= 8 && first.Row == 1 && last.Row == n && faces(first, trax.Top) && faces(last, trax.Bottom) {
				found = true
				break
			}
			first, last = last, first
		}
	}
	if found {
		e.nameLine(g, cells, [2]trax.Cell{first, last}, color, across)
	}
	return found
}

func (e *turnGenerator) nameLine(g *game, cells []trax.Cell, ends [2]trax.Cell, color trax.Color, across bool) {
	way, n := "down", e.t.after.height
	if across {
		way, n = "across", e.t.after.width
	}
	tile := func(c trax.Cell) string {
		if g.pos.At(c).Shape() == trax.Plus {
			return "straight"
		}
		return "curve"
	}
	e.name("line." + color.String() + "-" + way)
	e.name("line." + way + "." + tile(ends[0]) + "-" + tile(ends[1]))
	e.when(n == 8, "line.8")
	e.when(n > 8, "line.9+")
	written := false
	for _, c := range cells {
		written = written || c == e.order[0].Cell
	}
	e.when(!written, "line.forced")
	e.when(!placedIn(e.order, cells[0]) && !placedIn(e.order, cells[len(cells)-1]), "line.merged")
}

// classifyNearLines finds tracks that are almost lines.
func (e *turnGenerator) classifyNearLines(g *game) {
	t := &e.t
	w, h := t.after.width, t.after.height
	grown := w != t.before.width && w > 8 || h != t.before.height && h > 8
	if w != 7 && h != 7 && !grown {
		return
	}
	e.tracks = g.pos.AppendTracks(e.tracks[:0])
	for i := range e.tracks {
		a, b := e.tracks[i].Ends[0], e.tracks[i].Ends[1]
		if a.Side^b.Side != 2 {
			continue
		}
		if a.Side == trax.Right || a.Side == trax.Bottom {
			a, b = b, a
		}
		if a.Side == trax.Left {
			e.when(w == 7 && a.Cell.Col == 1 && b.Cell.Col == 7, "line.not-7-across")
			e.when(w > 8 && w != t.before.width && b.Cell.Col-a.Cell.Col == w-2, "line.spoiled")
		} else {
			e.when(h == 7 && a.Cell.Row == 1 && b.Cell.Row == 7, "line.not-7-down")
			e.when(h > 8 && h != t.before.height && b.Cell.Row-a.Cell.Row == h-2, "line.spoiled")
		}
	}
}
