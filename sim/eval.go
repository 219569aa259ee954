package sim

import (
	"math/bits"
	"strings"
)

// eval returns what an expression may be.
func (g *flowGraph) eval(n *node, s *scope) levels {
	width := g.list.width(n.attr("dtype_id"))
	one := func(i int) levels { return g.eval(&n.Nodes[i], s) }
	switch kind := n.kind(); {
	case kind == "const":
		return constLevels(n.attr("name"), width)
	case kind == "varref":
		if v := s.find(n.attr("name")); v != nil {
			return g.levels[v]
		}
	case len(n.Nodes) == 1:
		return g.unary(kind, one(0), width)
	case kind == "sel" && len(n.Nodes) == 3:
		low, known := number(&n.Nodes[1])
		if w, wide := number(&n.Nodes[2]); known && wide {
			return one(0).shifted(low, w)
		}
		if at := one(1); at.unset() || one(0).unset() {
			return levels{0, 0, width}
		}
	case kind == "cond" && len(n.Nodes) == 3:
		switch test := one(0).truth(); {
		case test == levelsOf(1, 1):
			return one(1)
		case test == levelsOf(0, 1):
			return one(2)
		case test.unset():
			return levels{0, 0, width}
		}
		return one(1).resize(width).with(one(2).resize(width))
	case kind == "replicate" && len(n.Nodes) == 2:
		if by, ok := number(&n.Nodes[1]); ok && by > 0 {
			all, part := levels{}, one(0)
			if part.wide() || by*part.width > maxLevels {
				return anyLevels(width)
			}
			for range by {
				all = levels{all.zero<<part.width | part.zero, all.one<<part.width | part.one, all.width + part.width}
			}
			return all
		}
	case len(n.Nodes) == 2:
		return g.binary(kind, one(0), one(1), width)
	}
	return anyLevels(width)
}

func (g *flowGraph) unary(kind string, a levels, width int) levels {
	switch kind {
	case "not":
		a = a.resize(width)
		return levels{a.one, a.zero, width}
	case "lognot":
		t := a.truth()
		return levels{t.one, t.zero, 1}
	case "redor":
		return a.truth()
	case "redand":
		t := levels{a.one, a.zero, a.width}.truth()
		return levels{t.one, t.zero, 1}
	case "redxor":
		if a.known() {
			return levelsOf(uint64(bits.OnesCount64(a.one)&1), 1)
		}
	case "extend":
		return a.resize(width)
	case "extends":
		if a.known() && !a.wide() && width <= maxLevels {
			return levelsOf(signed(a), width)
		}
	}
	if a.unset() {
		return levels{0, 0, width}
	}
	return anyLevels(width)
}

func (g *flowGraph) binary(kind string, a, b levels, width int) levels {
	switch kind {
	case "and", "or":
		a, b = a.resize(width), b.resize(width)
		if a.wide() || b.wide() {
			return anyLevels(width)
		}
		if kind == "and" {
			return levels{a.zero | b.zero, a.one & b.one, width}
		}
		return levels{a.zero & b.zero, a.one | b.one, width}
	case "xor":
		a, b = a.resize(width), b.resize(width)
		if a.wide() || b.wide() {
			return anyLevels(width)
		}
		return levels{a.zero&b.zero | a.one&b.one, a.zero&b.one | a.one&b.zero, width}
	case "logand", "logor":
		return g.binary(strings.TrimPrefix(kind, "log"), a.truth(), b.truth(), 1)
	case "concat":
		if a.wide() || b.wide() || a.width+b.width > maxLevels {
			return anyLevels(width)
		}
		return levels{a.zero<<b.width | b.zero, a.one<<b.width | b.one, a.width + b.width}
	case "eq", "neq", "eqcase", "neqcase":
		if a.wide() || b.wide() {
			return anyLevels(1)
		}
		w := max(a.width, b.width)
		a, b = a.resize(w), b.resize(w)
		differ := a.zero&^a.one&b.one&^b.zero | a.one&^a.zero&b.zero&^b.one
		same := a.known() && b.known() && a.one == b.one
		is := map[bool]uint64{true: 1}
		switch {
		case differ != 0 || same:
			return levelsOf(is[same == strings.HasPrefix(kind, "eq")], 1)
		case a.unset() || b.unset():
			return levels{0, 0, 1}
		}
		return anyLevels(1)
	}
	if a.unset() || b.unset() {
		return levels{0, 0, width}
	}
	if !a.known() || !b.known() || width > maxLevels {
		return anyLevels(width)
	}
	x, y := a.one, b.one
	truth := func(is bool) levels {
		if is {
			return levelsOf(1, 1)
		}
		return levelsOf(0, 1)
	}
	switch kind {
	case "add":
		return levelsOf(x+y, width)
	case "sub":
		return levelsOf(x-y, width)
	case "gt":
		return truth(x > y)
	case "gte":
		return truth(x >= y)
	case "lt":
		return truth(x < y)
	case "lte":
		return truth(x <= y)
	case "gts", "gtes", "lts", "ltes":
		p, q := int64(signed(a)), int64(signed(b))
		return truth(kind == "gts" && p > q || kind == "gtes" && p >= q || kind == "lts" && p < q || kind == "ltes" && p <= q)
	case "shiftl":
		return levelsOf(x<<min(y, maxLevels), width)
	case "shiftr":
		return levelsOf(x>>min(y, maxLevels), width)
	}
	return anyLevels(width)
}
