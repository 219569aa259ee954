package vectors

import "github.com/loopline/loopline/trax"

// name adds a bin without number.
func (e *turnGenerator) name(class string) { e.t.classes.Add(catalogue.index[class]) }

// when adds a bin without number if it applies.
func (e *turnGenerator) when(applies bool, class string) {
	if applies {
		e.name(class)
	}
}

// classifyFull is for a turn that the board has no room for.
func (e *turnGenerator) classifyFull(side trax.Side) {
	e.t.classes.Add(catalogue.status[BoardFull])
	e.name("full." + side.String())
}

// classifyIllegal is for a move that the rules refuse. g has not moved.
func (e *turnGenerator) classifyIllegal(g *game) {
	t := &e.t
	t.classes.Add(catalogue.status[t.status])
	c := t.m.Cell
	switch t.status {
	case FirstMove:
		e.when(c == trax.Cell{} && t.m.Shape == trax.Backslash, "first.backslash")
		e.when(c != trax.Cell{}, "first.elsewhere")
	case OffBoard:
		if e.seeks(&catalogue.families.offBoard) {
			e.classifyOffBoard(g)
		}
	case Colour:
		e.classifyCell(sees(g.pos, c))
	case ForcedPlay:
		e.classifyCell(sees(g.pos, c))
		if e.seeks(&catalogue.families.contradiction) {
			e.classifyContradiction(g)
		}
	}
	e.classifyName(c)
}

func (e *turnGenerator) classifyOffBoard(g *game) {
	c, w, h := e.t.m.Cell, g.pos.Width(), g.pos.Height()
	e.when(c.Col == w+2 && c.Row <= h+1, "off-board.right")
	e.when(c.Row == h+2 && c.Col <= w+1, "off-board.below")
	columns, rows := g.board.Columns, g.board.Rows
	e.when(c.Col >= columns && e.legalAt(g, c.Col%columns, c.Row), "off-board.alias-column")
	e.when(c.Row >= rows && e.legalAt(g, c.Col, c.Row%rows), "off-board.alias-row")
	e.when(c.Col >= 256 && e.legalAt(g, c.Col-256, c.Row) ||
		c.Row >= 256 && e.legalAt(g, c.Col, c.Row-256), "off-board.alias-256")
}

// legalAt reports whether the shape of the move would be legal elsewhere.
func (e *turnGenerator) legalAt(g *game, col, row int) bool {
	return g.pos.IsLegal(trax.Move{Cell: trax.Cell{Col: col, Row: row}, Shape: e.t.m.Shape})
}

func (e *turnGenerator) classifyCell(pat int) {
	if pat != 0 {
		e.t.classes.Add(cellClass(pat, e.t.m.Shape))
	}
}

// chainClass is the bin of a turn that forces n tiles.
func chainClass(n int) int { return catalogue.chain[min(n, longestChain)] }

// cellClass is the bin of a shape at a cell that sees a pattern.
func cellClass(pat int, s trax.Shape) int {
	shape := 0
	switch s {
	case trax.Slash:
		shape = 1
	case trax.Backslash:
		shape = 2
	}
	return catalogue.cell[pat][shape]
}

// classifyName is about how the cell is written.
func (e *turnGenerator) classifyName(c trax.Cell) {
	e.when(c.Col == 26, "column.Z")
	e.when(c.Col > 26 && c.Col <= 702, "column.AA+")
	e.when(c.Col > 702, "column.3-letters")
	e.when(c.Row >= 10 && c.Row < 100, "row.2-digits")
	e.when(c.Row >= 100, "row.3-digits")
}

// classifyLegal is for a turn that g's position, not yet taken back, has just
// played.
func (e *turnGenerator) classifyLegal(g *game) {
	t, l := &e.t, catalogue
	t.classes.Add(l.status[OK])
	t.classes.Add(chainClass(len(e.order) - 1))
	mover := g.pos.Turn().Other()
	if mover == trax.White {
		e.name("mover.white")
	} else {
		e.name("mover.red")
	}
	if g.pos.Ply() == 1 {
		e.when(t.m.Shape == trax.Plus, "first.plus")
		e.when(t.m.Shape == trax.Slash, "first.slash")
		return
	}
	if e.seeks(&l.families.order) {
		e.classifyOrder(g)
	}
	e.classifyGrowth(g)
	e.classifyName(t.m.Cell)
	switch {
	case t.outcome.Over && e.seeks(&l.families.end):
		e.classifyEnd(g, mover)
	case !t.outcome.Over && e.seeks(&l.families.nearLines):
		e.classifyNearLines(g)
	}
}

// classifyOrder is about what each tile of the turn saw when it was placed.
func (e *turnGenerator) classifyOrder(g *game) {
	for i, p := range e.order {
		pat := 0
		for s := trax.Right; s <= trax.Bottom; s++ {
			n := beside(p.Cell, s)
			if t := g.pos.At(n); t != trax.Empty && !placedIn(e.order[i+1:], n) {
				pat |= edgeBit(s, t.ColorAt(s.Opposite()))
			}
		}
		if i == 0 {
			e.classifyCell(pat)
		} else {
			e.t.classes.Add(catalogue.forced[pat])
		}
	}
}

func placedIn(list []trax.Placement, c trax.Cell) bool {
	for i := range list {
		if list[i].Cell == c {
			return true
		}
	}
	return false
}

// classifyGrowth is about the box and where it lies on a torus.
func (e *turnGenerator) classifyGrowth(g *game) {
	t := &e.t
	c, b := t.m.Cell, g.board
	left, above := g.left, g.above
	switch {
	case c.Col == 0:
		left++
		e.name("grow.left")
		e.when(left >= b.Columns/2, "wrap.left")
	case c.Row == 0:
		above++
		e.name("grow.top")
		e.when(above >= b.Rows/2, "wrap.top")
	case c.Col > t.before.width:
		e.name("grow.right")
		e.when(t.after.width-1-left >= b.Columns/2, "wrap.right")
	case c.Row > t.before.height:
		e.name("grow.bottom")
		e.when(t.after.height-1-above >= b.Rows/2, "wrap.bottom")
	default:
		e.name("grow.none")
	}
	e.when(left >= b.Columns/2 && above >= b.Rows/2, "wrap.corner")
	e.when(t.after.width == b.width() && t.before.width < b.width(), "box.widest")
	e.when(t.after.height == b.height() && t.before.height < b.height(), "box.highest")
}
