package flow

import (
	"math/bits"
	"strings"

	"github.com/loopline/loopline/sim/internal/levels"
	"github.com/loopline/loopline/sim/internal/netlist"
)

// eval returns what an expression may be.
func (g *flowGraph) eval(n *netlist.Node, s *netlist.Scope) levels.Levels {
	width := g.list.Width(n.Attr("dtype_id"))
	one := func(i int) levels.Levels { return g.eval(&n.Nodes[i], s) }
	switch kind := n.Kind(); {
	case kind == "const":
		return levels.Const(n.Attr("name"), width)
	case kind == "varref":
		if v := s.Find(n.Attr("name")); v != nil {
			return g.levels[v]
		}
	case len(n.Nodes) == 1:
		return g.unary(kind, one(0), width)
	case kind == "sel" && len(n.Nodes) == 3:
		low, known := netlist.Number(&n.Nodes[1])
		if w, wide := netlist.Number(&n.Nodes[2]); known && wide {
			return one(0).Shifted(low, w)
		}
		if at := one(1); at.Unset() || one(0).Unset() {
			return levels.Levels{Zero: 0, One: 0, Width: width}
		}
	case kind == "cond" && len(n.Nodes) == 3:
		switch test := one(0).Truth(); {
		case test == levels.Of(1, 1):
			return one(1)
		case test == levels.Of(0, 1):
			return one(2)
		case test.Unset():
			return levels.Levels{Zero: 0, One: 0, Width: width}
		}
		return one(1).Resize(width).With(one(2).Resize(width))
	case kind == "replicate" && len(n.Nodes) == 2:
		if by, ok := netlist.Number(&n.Nodes[1]); ok && by > 0 {
			all, part := levels.Levels{}, one(0)
			if part.Wide() || by*part.Width > levels.MaxWidth {
				return levels.Any(width)
			}
			for range by {
				all = levels.Levels{Zero: all.Zero<<part.Width | part.Zero, One: all.One<<part.Width | part.One, Width: all.Width + part.Width}
			}
			return all
		}
	case len(n.Nodes) == 2:
		return g.binary(kind, one(0), one(1), width)
	}
	return levels.Any(width)
}

func (g *flowGraph) unary(kind string, a levels.Levels, width int) levels.Levels {
	switch kind {
	case "not":
		a = a.Resize(width)
		return levels.Levels{Zero: a.One, One: a.Zero, Width: width}
	case "lognot":
		t := a.Truth()
		return levels.Levels{Zero: t.One, One: t.Zero, Width: 1}
	case "redor":
		return a.Truth()
	case "redand":
		t := levels.Levels{Zero: a.One, One: a.Zero, Width: a.Width}.Truth()
		return levels.Levels{Zero: t.One, One: t.Zero, Width: 1}
	case "redxor":
		if a.Known() {
			return levels.Of(uint64(bits.OnesCount64(a.One)&1), 1)
		}
	case "extend":
		return a.Resize(width)
	case "extends":
		if a.Known() && !a.Wide() && width <= levels.MaxWidth {
			return levels.Of(levels.Signed(a), width)
		}
	}
	if a.Unset() {
		return levels.Levels{Zero: 0, One: 0, Width: width}
	}
	return levels.Any(width)
}

func (g *flowGraph) binary(kind string, a, b levels.Levels, width int) levels.Levels {
	switch kind {
	case "and", "or":
		a, b = a.Resize(width), b.Resize(width)
		if a.Wide() || b.Wide() {
			return levels.Any(width)
		}
		if kind == "and" {
			return levels.Levels{Zero: a.Zero | b.Zero, One: a.One & b.One, Width: width}
		}
		return levels.Levels{Zero: a.Zero & b.Zero, One: a.One | b.One, Width: width}
	case "xor":
		a, b = a.Resize(width), b.Resize(width)
		if a.Wide() || b.Wide() {
			return levels.Any(width)
		}
		return levels.Levels{Zero: a.Zero&b.Zero | a.One&b.One, One: a.Zero&b.One | a.One&b.Zero, Width: width}
	case "logand", "logor":
		return g.binary(strings.TrimPrefix(kind, "log"), a.Truth(), b.Truth(), 1)
	case "concat":
		if a.Wide() || b.Wide() || a.Width+b.Width > levels.MaxWidth {
			return levels.Any(width)
		}
		return levels.Levels{Zero: a.Zero<<b.Width | b.Zero, One: a.One<<b.Width | b.One, Width: a.Width + b.Width}
	case "eq", "neq", "eqcase", "neqcase":
		if a.Wide() || b.Wide() {
			return levels.Any(1)
		}
		w := max(a.Width, b.Width)
		a, b = a.Resize(w), b.Resize(w)
		differ := a.Zero&^a.One&b.One&^b.Zero | a.One&^a.Zero&b.Zero&^b.One
		same := a.Known() && b.Known() && a.One == b.One
		is := map[bool]uint64{true: 1}
		switch {
		case differ != 0 || same:
			return levels.Of(is[same == strings.HasPrefix(kind, "eq")], 1)
		case a.Unset() || b.Unset():
			return levels.Levels{Zero: 0, One: 0, Width: 1}
		}
		return levels.Any(1)
	}
	if a.Unset() || b.Unset() {
		return levels.Levels{Zero: 0, One: 0, Width: width}
	}
	if !a.Known() || !b.Known() || width > levels.MaxWidth {
		return levels.Any(width)
	}
	x, y := a.One, b.One
	truth := func(is bool) levels.Levels {
		if is {
			return levels.Of(1, 1)
		}
		return levels.Of(0, 1)
	}
	switch kind {
	case "add":
		return levels.Of(x+y, width)
	case "sub":
		return levels.Of(x-y, width)
	case "gt":
		return truth(x > y)
	case "gte":
		return truth(x >= y)
	case "lt":
		return truth(x < y)
	case "lte":
		return truth(x <= y)
	case "gts", "gtes", "lts", "ltes":
		p, q := int64(levels.Signed(a)), int64(levels.Signed(b))
		return truth(kind == "gts" && p > q || kind == "gtes" && p >= q || kind == "lts" && p < q || kind == "ltes" && p <= q)
	case "shiftl":
		return levels.Of(x<<min(y, levels.MaxWidth), width)
	case "shiftr":
		return levels.Of(x>>min(y, levels.MaxWidth), width)
	}
	return levels.Any(width)
}
