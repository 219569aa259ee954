package sim

import (
	"slices"
	"strconv"
	"strings"
)

// flow is an assignment or a connection by which a variable gets its value.
type flow struct {
	module  *netModule
	to      *variable
	low     int // the first bit that it gets
	width   int // 0 is all
	part    bool
	value   *node     // of scope; nil if it comes from a port
	scope   *scope    // of value
	from    *variable // a port of an instance
	other   *netModule
	guards  []guard
	at      string // file:line:column
	initial bool
}

type guard struct {
	test   *node // a value that is not zero, or zero, or that of an item
	scope  *scope
	zero   bool
	items  []*node // of a case statement
	others bool    // no item fits
	edges  []*variable
}

type flowGraph struct {
	list    *netlist
	flows   []*flow
	into    map[*variable][]*flow
	modules map[*variable]*netModule
	opaque  bool // something is in it that is not followed
	levels  map[*variable]levels
}

// flowsOf follows all assignments of a design.
func flowsOf(n *netlist) *flowGraph {
	g := &flowGraph{list: n, into: make(map[*variable][]*flow), modules: make(map[*variable]*netModule), levels: make(map[*variable]levels)}
	for _, m := range n.order {
		for _, v := range m.vars {
			g.modules[v] = m
		}
		r := &flowReader{g, m}
		r.block(m.node, n.scopes[m.node])
	}
	return g
}

func (g *flowGraph) add(f *flow) {
	if f.to == nil {
		g.opaque = true
		return
	}
	g.flows = append(g.flows, f)
	g.into[f.to] = append(g.into[f.to], f)
}

type flowReader struct {
	g *flowGraph
	m *netModule
}

func (r *flowReader) scope(n *node, outer *scope) *scope {
	if s := r.g.list.scopes[n]; s != nil {
		return s
	}
	return outer
}

// block reads what is beside each other.
func (r *flowReader) block(block *node, s *scope) {
	for i := range block.Nodes {
		c := &block.Nodes[i]
		switch c.kind() {
		case "contassign":
			r.assign(c, s, nil, false)
		case "always":
			var guards []guard
			if edges := r.edges(c, s); len(edges) > 0 {
				guards = []guard{{edges: edges}}
			}
			r.statements(c, r.scope(c, s), guards, false)
		case "begin":
			r.block(c, r.scope(c, s))
		case "instance":
			r.instance(c, s)
		case "initial", "initialstatic":
			r.statements(c, r.scope(c, s), nil, true)
		case "func", "task", "varxref", "ifacerefdtype":
			r.g.opaque = true
		}
	}
}

// edges returns the variables whose edges a process waits for.
func (r *flowReader) edges(always *node, s *scope) (edges []*variable) {
	for i := range always.Nodes {
		if always.Nodes[i].kind() != "sentree" {
			continue
		}
		for j := range always.Nodes[i].Nodes {
			item := &always.Nodes[i].Nodes[j]
			if edge := item.attr("edgeType"); edge == "POS" || edge == "NEG" {
				edges = append(edges, s.find(nameOf(base(item))))
			}
		}
	}
	return edges
}

// statements reads the assignments below a node.
func (r *flowReader) statements(n *node, s *scope, guards []guard, initial bool) {
	for i := range n.Nodes {
		c := &n.Nodes[i]
		inner := r.scope(c, s)
		switch c.kind() {
		case "sentree":
		case "assign", "assigndly":
			r.assign(c, inner, guards, initial)
		case "if":
			for j := 1; j < len(c.Nodes); j++ {
				own := guard{test: &c.Nodes[0], scope: inner, zero: j == 2}
				r.statement(&c.Nodes[j], inner, plus(guards, own), initial)
			}
		case "case":
			r.choices(c, inner, guards, initial)
		case "taskref", "funcref", "varxref", "jumpblock", "while":
			r.g.opaque = r.g.opaque || c.kind() != "while" && c.kind() != "jumpblock"
			r.statements(c, inner, guards, initial)
		default:
			r.statements(c, inner, guards, initial)
		}
	}
}

func (r *flowReader) statement(n *node, s *scope, guards []guard, initial bool) {
	r.statements(&node{Nodes: []node{*n}}, s, guards, initial)
}

func plus(guards []guard, more guard) []guard { return append(slices.Clone(guards), more) }

func (r *flowReader) choices(c *node, s *scope, guards []guard, initial bool) {
	if len(c.Nodes) == 0 {
		return
	}
	var before []*node
	for i := range c.Nodes[1:] {
		item := &c.Nodes[1+i]
		if item.kind() != "caseitem" {
			continue
		}
		own := guard{test: &c.Nodes[0], scope: s}
		statements := 0
		for j := range item.Nodes {
			if !isStatement(item.Nodes[j].kind()) && statements == 0 {
				own.items = append(own.items, &item.Nodes[j])
			} else {
				statements++
			}
		}
		before = append(before, own.items...)
		if len(own.items) == 0 {
			own.items, own.others = before, true
		}
		for j := len(item.Nodes) - statements; j < len(item.Nodes); j++ {
			r.statement(&item.Nodes[j], r.scope(item, s), plus(guards, own), initial)
		}
	}
}

func isStatement(kind string) bool {
	return slices.Contains([]string{"assign", "assigndly", "if", "case", "begin", "while", "display", "taskref", "jumpblock", "comment", "stop", "finish"}, kind)
}

// assign reads an assignment: its last child is the target.
func (r *flowReader) assign(c *node, s *scope, guards []guard, initial bool) {
	if len(c.Nodes) < 2 {
		return
	}
	f := flow{module: r.m, value: &c.Nodes[0], scope: s, guards: guards, at: r.g.list.place(c), initial: initial}
	r.target(c.last(), s, f)
}

// target gives the flow's value to what is assigned to.
func (r *flowReader) target(t *node, s *scope, f flow) {
	switch t.kind() {
	case "varref":
		f.to = s.find(t.attr("name"))
	case "sel":
		from, known := number(&t.Nodes[1])
		width, wide := number(t.last())
		if inner := &t.Nodes[0]; inner.kind() == "varref" && known && wide && len(t.Nodes) == 3 {
			f.to, f.low, f.width = s.find(inner.attr("name")), from, width
			break
		}
		f.part = true
		f.to = s.find(nameOf(base(t)))
	case "concat":
		for i := range t.Nodes {
			own := f
			own.part = true
			r.target(&t.Nodes[i], s, own)
		}
		return
	default:
		f.part = true
		f.to = s.find(nameOf(base(t)))
	}
	r.g.add(&f)
}

func (r *flowReader) instance(n *node, s *scope) {
	inner := r.g.list.modules[n.attr("defName")]
	if inner == nil {
		r.g.opaque = true
		return
	}
	for i := range n.Nodes {
		p := &n.Nodes[i]
		if p.kind() != "port" || len(p.Nodes) == 0 {
			continue
		}
		v := inner.ports[p.attr("name")]
		if number, ok := strings.CutPrefix(p.attr("name"), "__pinNumber"); ok {
			if k, err := strconv.Atoi(number); err == nil && k >= 1 && k <= len(inner.pins) {
				v = inner.ports[inner.pins[k-1]]
			}
		}
		switch {
		case v == nil:
			r.g.opaque = true
		case p.attr("direction") == "in":
			r.g.add(&flow{module: r.m, to: v, value: p.last(), scope: s, at: r.g.list.place(p)})
		case p.attr("direction") == "out":
			r.target(p.last(), s, flow{module: r.m, from: v, other: inner, at: r.g.list.place(p)})
		default:
			r.g.opaque = true
		}
	}
}

// reads calls visit for each variable that an expression reads.
func reads(n *node, s *scope, visit func(*variable)) {
	if n == nil {
		return
	}
	if n.kind() == "varref" {
		if v := s.find(n.attr("name")); v != nil {
			visit(v)
		}
	}
	for i := range n.Nodes {
		reads(&n.Nodes[i], s, visit)
	}
}

// sources calls visit for each variable that a flow's value, or whether it flows, depends on.
func (f *flow) sources(visit func(*variable)) {
	if f.from != nil {
		visit(f.from)
	}
	reads(f.value, f.scope, visit)
	for i := range f.guards {
		reads(f.guards[i].test, f.guards[i].scope, visit)
	}
	// The index in a target counts for little: whoever chooses the bit also gives the value.
}

// behind returns the variables that one depends on, itself among them, by the flows that are open.
func (g *flowGraph) behind(v *variable, open func(*flow) bool, passes func(*variable) bool) map[*variable]bool {
	seen := map[*variable]bool{v: true}
	todo := []*variable{v}
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, f := range g.into[next] {
			if !open(f) {
				continue
			}
			f.sources(func(s *variable) {
				if !seen[s] && passes(s) {
					seen[s] = true
					todo = append(todo, s)
				}
			})
		}
	}
	return seen
}
