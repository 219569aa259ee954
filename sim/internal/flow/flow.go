package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/sim/internal/levels"
	"github.com/loopline/loopline/sim/internal/netlist"
)

// flow is an assignment or a connection by which a variable gets its value.
type flow struct {
	module  *netlist.Module
	to      *netlist.Variable
	low     int // the first bit that it gets
	width   int // 0 is all
	part    bool
	value   *netlist.Node     // of scope; nil if it comes from a port
	scope   *netlist.Scope    // of value
	from    *netlist.Variable // a port of an instance
	other   *netlist.Module
	guards  []guard
	at      string // file:line:column
	initial bool
}

type guard struct {
	test   *netlist.Node // a value that is not zero, or zero, or that of an item
	scope  *netlist.Scope
	zero   bool
	items  []*netlist.Node // of a case statement
	others bool            // no item fits
	edges  []*netlist.Variable
}

type flowGraph struct {
	list    *netlist.Netlist
	flows   []*flow
	into    map[*netlist.Variable][]*flow
	modules map[*netlist.Variable]*netlist.Module
	opaque  bool // something is in it that is not followed
	levels  map[*netlist.Variable]levels.Levels
}

// flowsOf follows all assignments of a design.
func flowsOf(n *netlist.Netlist) *flowGraph {
	g := &flowGraph{list: n, into: make(map[*netlist.Variable][]*flow), modules: make(map[*netlist.Variable]*netlist.Module), levels: make(map[*netlist.Variable]levels.Levels)}
	for _, m := range n.Order {
		for _, v := range m.Vars {
			g.modules[v] = m
		}
		r := &flowReader{g, m}
		r.block(m.Node, n.Scopes[m.Node])
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
	m *netlist.Module
}

func (r *flowReader) scope(n *netlist.Node, outer *netlist.Scope) *netlist.Scope {
	if s := r.g.list.Scopes[n]; s != nil {
		return s
	}
	return outer
}

// block reads what is beside each other.
func (r *flowReader) block(block *netlist.Node, s *netlist.Scope) {
	for i := range block.Nodes {
		c := &block.Nodes[i]
		switch c.Kind() {
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
func (r *flowReader) edges(always *netlist.Node, s *netlist.Scope) (edges []*netlist.Variable) {
	for i := range always.Nodes {
		if always.Nodes[i].Kind() != "sentree" {
			continue
		}
		for j := range always.Nodes[i].Nodes {
			item := &always.Nodes[i].Nodes[j]
			if edge := item.Attr("edgeType"); edge == "POS" || edge == "NEG" {
				edges = append(edges, s.Find(netlist.NameOf(netlist.Base(item))))
			}
		}
	}
	return edges
}

// statements reads the assignments below a node.
func (r *flowReader) statements(n *netlist.Node, s *netlist.Scope, guards []guard, initial bool) {
	for i := range n.Nodes {
		c := &n.Nodes[i]
		inner := r.scope(c, s)
		switch c.Kind() {
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
			r.g.opaque = r.g.opaque || c.Kind() != "while" && c.Kind() != "jumpblock"
			r.statements(c, inner, guards, initial)
		default:
			r.statements(c, inner, guards, initial)
		}
	}
}

func (r *flowReader) statement(n *netlist.Node, s *netlist.Scope, guards []guard, initial bool) {
	r.statements(&netlist.Node{Nodes: []netlist.Node{*n}}, s, guards, initial)
}

func plus(guards []guard, more guard) []guard { return append(slices.Clone(guards), more) }

func (r *flowReader) choices(c *netlist.Node, s *netlist.Scope, guards []guard, initial bool) {
	if len(c.Nodes) == 0 {
		return
	}
	var before []*netlist.Node
	for i := range c.Nodes[1:] {
		item := &c.Nodes[1+i]
		if item.Kind() != "caseitem" {
			continue
		}
		own := guard{test: &c.Nodes[0], scope: s}
		statements := 0
		for j := range item.Nodes {
			if !netlist.IsStatement(item.Nodes[j].Kind()) && statements == 0 {
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

// assign reads an assignment: its last child is the target.
func (r *flowReader) assign(c *netlist.Node, s *netlist.Scope, guards []guard, initial bool) {
	if len(c.Nodes) < 2 {
		return
	}
	f := flow{module: r.m, value: &c.Nodes[0], scope: s, guards: guards, at: r.g.list.Place(c), initial: initial}
	r.target(c.Last(), s, f)
}

// target gives the flow's value to what is assigned to.
func (r *flowReader) target(t *netlist.Node, s *netlist.Scope, f flow) {
	switch t.Kind() {
	case "varref":
		f.to = s.Find(t.Attr("name"))
	case "sel":
		from, known := netlist.Number(&t.Nodes[1])
		width, wide := netlist.Number(t.Last())
		if inner := &t.Nodes[0]; inner.Kind() == "varref" && known && wide && len(t.Nodes) == 3 {
			f.to, f.low, f.width = s.Find(inner.Attr("name")), from, width
			break
		}
		f.part = true
		f.to = s.Find(netlist.NameOf(netlist.Base(t)))
	case "concat":
		for i := range t.Nodes {
			own := f
			own.part = true
			r.target(&t.Nodes[i], s, own)
		}
		return
	default:
		f.part = true
		f.to = s.Find(netlist.NameOf(netlist.Base(t)))
	}
	r.g.add(&f)
}

func (r *flowReader) instance(n *netlist.Node, s *netlist.Scope) {
	inner := r.g.list.Modules[n.Attr("defName")]
	if inner == nil {
		r.g.opaque = true
		return
	}
	for i := range n.Nodes {
		p := &n.Nodes[i]
		if p.Kind() != "port" || len(p.Nodes) == 0 {
			continue
		}
		v := inner.Ports[p.Attr("name")]
		if number, ok := strings.CutPrefix(p.Attr("name"), "__pinNumber"); ok {
			if k, err := strconv.Atoi(number); err == nil && k >= 1 && k <= len(inner.Pins) {
				v = inner.Ports[inner.Pins[k-1]]
			}
		}
		switch {
		case v == nil:
			r.g.opaque = true
		case p.Attr("direction") == "in":
			r.g.add(&flow{module: r.m, to: v, value: p.Last(), scope: s, at: r.g.list.Place(p)})
		case p.Attr("direction") == "out":
			r.target(p.Last(), s, flow{module: r.m, from: v, other: inner, at: r.g.list.Place(p)})
		default:
			r.g.opaque = true
		}
	}
}

// reads calls visit for each variable that an expression reads.
func reads(n *netlist.Node, s *netlist.Scope, visit func(*netlist.Variable)) {
	if n == nil {
		return
	}
	if n.Kind() == "varref" {
		if v := s.Find(n.Attr("name")); v != nil {
			visit(v)
		}
	}
	for i := range n.Nodes {
		reads(&n.Nodes[i], s, visit)
	}
}

// sources calls visit for each variable that a flow's value, or whether it flows, depends on.
func (f *flow) sources(visit func(*netlist.Variable)) {
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
func (g *flowGraph) behind(v *netlist.Variable, open func(*flow) bool, passes func(*netlist.Variable) bool) map[*netlist.Variable]bool {
	seen := map[*netlist.Variable]bool{v: true}
	todo := []*netlist.Variable{v}
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, f := range g.into[next] {
			if !open(f) {
				continue
			}
			f.sources(func(s *netlist.Variable) {
				if !seen[s] && passes(s) {
					seen[s] = true
					todo = append(todo, s)
				}
			})
		}
	}
	return seen
}
