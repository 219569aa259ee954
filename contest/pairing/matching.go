package pairing

import (
	"math"
	"slices"
)

// MinCostMatching pairs n vertices, an even number, so that the sum of the costs is least.
// Cost is asked for i < j and must lie between 0 and 2^52; false forbids the edge.
// Partner is the other one of each. Ok is false when there is no perfect matching.
//
// It is Edmonds' blossom algorithm with dual variables, in time n³ (Z. Galil,
// "Efficient algorithms for finding maximum matching in graphs", ACM Computing
// Surveys 18, 1986).
func MinCostMatching(n int, cost func(i, j int) (int64, bool)) (partner []int, ok bool) {
	if n == 0 {
		return nil, true
	}
	if n%2 == 1 {
		return nil, false
	}
	m := newMatcher(n)
	m.weigh(cost)
	for m.grow() {
	}
	for v := 1; v <= n; v++ {
		if m.mate[v] == 0 {
			return nil, false
		}
		partner = append(partner, m.mate[v]-1)
	}
	return partner, true
}

// The labels of the trees that are grown.
const (
	free  = -1
	outer = 0
	inner = 1
)

// edge joins two vertices; a blossom's edges know which of its vertices they touch.
type edge struct {
	from, to int
	weight   int64 // 0 without an edge
}

// matcher finds the perfect matching of greatest weight. Nodes 1 to n are the vertices, those
// above are blossoms: odd cycles that are treated as one node. 0 means none.
type matcher struct {
	n, nodes int

	edges      [][]edge
	dual       []int64
	mate       []int   // the vertex at the other end of the matched edge
	leastSlack []int   // the outer vertex with the least slack to the node
	top        []int   // the outermost blossom that holds the node; 0 is unused
	parent     []int   // the vertex from which an inner node was reached
	label      []int   // of outermost nodes
	seen       []int   // the search for an ancestor that came by last
	within     [][]int // the child of a blossom that holds a vertex
	cycle      [][]int // the children of a blossom, in order, its base first
	queue      []int
	search     int
}

func newMatcher(n int) *matcher {
	size := n + n/2 + 1 // blossoms that are in use have at least three children
	m := &matcher{n: n, nodes: n}
	for _, list := range []*[]int{&m.mate, &m.leastSlack, &m.top, &m.parent, &m.label, &m.seen} {
		*list = make([]int, size)
	}
	m.dual, m.cycle = make([]int64, size), make([][]int, size)
	for range size {
		m.edges = append(m.edges, make([]edge, size))
		m.within = append(m.within, make([]int, n+1))
	}
	return m
}

// weigh turns costs into weights above 0.
func (m *matcher) weigh(cost func(i, j int) (int64, bool)) {
	const most = 1<<52 + 1 // 128 of them, twice over, still fit
	var dearest int64
	for u := 1; u <= m.n; u++ {
		m.top[u], m.within[u][u] = u, u
		for v := 1; v <= m.n; v++ {
			m.edges[u][v] = edge{from: u, to: v}
			if u == v {
				continue
			}
			if c, ok := cost(min(u, v)-1, max(u, v)-1); ok {
				m.edges[u][v].weight = most - c
				dearest = max(dearest, most-c)
			}
		}
	}
	for u := 1; u <= m.n; u++ {
		m.dual[u] = dearest
	}
}

// slack is twice the slack of an edge: 0 when it may be matched.
func (m *matcher) slack(e *edge) int64 {
	return m.dual[e.from] + m.dual[e.to] - 2*m.edges[e.from][e.to].weight
}

// grow grows trees from all nodes without a mate until one edge more can be matched.
// It reports false when all are matched, or no more can be.
func (m *matcher) grow() bool {
	m.queue = m.queue[:0]
	for x := 1; x <= m.nodes; x++ {
		m.label[x], m.leastSlack[x] = free, 0
	}
	for x := 1; x <= m.nodes; x++ {
		if m.top[x] == x && m.mate[x] == 0 {
			m.parent[x], m.label[x] = 0, outer
			m.push(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for {
		if m.scan() {
			return true
		}
		if !m.adjust() {
			return false
		}
		m.queue = m.queue[:0]
		if m.tighten() {
			return true
		}
	}
}

// scan follows the edges of outer vertices that may be matched.
func (m *matcher) scan() bool {
	for len(m.queue) > 0 {
		u := m.queue[0]
		m.queue = m.queue[1:]
		if m.label[m.top[u]] == inner {
			continue
		}
		for v := 1; v <= m.n; v++ {
			e := &m.edges[u][v]
			switch {
			case e.weight == 0 || m.top[u] == m.top[v]:
			case m.slack(e) == 0:
				if m.reach(*e) {
					return true
				}
			default:
				m.note(u, m.top[v])
			}
		}
	}
	return false
}

// adjust changes the dual variables by as much as they may. It reports false when
// no matching has more edges.
func (m *matcher) adjust() bool {
	d := int64(math.MaxInt64)
	for b := m.n + 1; b <= m.nodes; b++ {
		if m.top[b] == b && m.label[b] == inner {
			d = min(d, m.dual[b]/2)
		}
	}
	for x := 1; x <= m.nodes; x++ {
		if m.top[x] != x || m.leastSlack[x] == 0 {
			continue
		}
		switch l := m.slack(&m.edges[m.leastSlack[x]][x]); m.label[x] {
		case free:
			d = min(d, l)
		case outer:
			d = min(d, l/2)
		}
	}
	if d == math.MaxInt64 {
		return false
	}
	for u := 1; u <= m.n; u++ {
		switch m.label[m.top[u]] {
		case outer:
			m.dual[u] -= d // perhaps below 0: all vertices are to be matched
		case inner:
			m.dual[u] += d
		}
	}
	for b := m.n + 1; b <= m.nodes; b++ {
		if m.top[b] != b {
			continue
		}
		switch m.label[b] {
		case outer:
			m.dual[b] += 2 * d
		case inner:
			m.dual[b] -= 2 * d
		}
	}
	return true
}

// tighten follows the edges that may be matched now, and opens blossoms that hold
// nothing together any more.
func (m *matcher) tighten() bool {
	for x := 1; x <= m.nodes; x++ {
		if from := m.leastSlack[x]; m.top[x] == x && from != 0 && m.top[from] != x && m.slack(&m.edges[from][x]) == 0 {
			if m.reach(m.edges[from][x]) {
				return true
			}
		}
	}
	for b := m.n + 1; b <= m.nodes; b++ {
		if m.top[b] == b && m.label[b] == inner && m.dual[b] == 0 {
			m.open(b)
		}
	}
	return false
}

// reach follows an edge from an outer node. It reports true when it led to another
// tree, and the matching has an edge more.
func (m *matcher) reach(e edge) bool {
	u, v := m.top[e.from], m.top[e.to]
	switch m.label[v] {
	case free:
		m.parent[v], m.label[v] = e.from, inner
		next := m.top[m.mate[v]]
		m.leastSlack[v], m.leastSlack[next] = 0, 0
		m.label[next] = outer
		m.push(next)
	case outer:
		base := m.ancestor(u, v)
		if base == 0 {
			m.augment(u, v)
			m.augment(v, u)
			return true
		}
		m.shrink(u, base, v)
	}
	return false
}

// push has the vertices of an outer node scanned.
func (m *matcher) push(x int) {
	if x <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, child := range m.cycle[x] {
		m.push(child)
	}
}

// note keeps the edge from u to a node if it is the least loose so far.
func (m *matcher) note(u, x int) {
	if m.leastSlack[x] == 0 || m.slack(&m.edges[u][x]) < m.slack(&m.edges[m.leastSlack[x]][x]) {
		m.leastSlack[x] = u
	}
}

// renote finds the least loose edge from an outer vertex to a node.
func (m *matcher) renote(x int) {
	m.leastSlack[x] = 0
	for u := 1; u <= m.n; u++ {
		if m.edges[u][x].weight > 0 && m.top[u] != x && m.label[m.top[u]] == outer {
			m.note(u, x)
		}
	}
}

// put puts a node and all in it into an outermost blossom.
func (m *matcher) put(x, into int) {
	m.top[x] = into
	if x > m.n {
		for _, child := range m.cycle[x] {
			m.put(child, into)
		}
	}
}

// even turns the cycle of a blossom so that a child lies an even way from the base,
// and returns its place.
func (m *matcher) even(b, child int) int {
	at := slices.Index(m.cycle[b], child)
	if at%2 == 0 {
		return at
	}
	slices.Reverse(m.cycle[b][1:])
	return len(m.cycle[b]) - at
}

// join matches the edge from node u to node v on u's side, and what is inside u.
func (m *matcher) join(u, v int) {
	e := m.edges[u][v]
	m.mate[u] = e.to
	if u <= m.n {
		return
	}
	child := m.within[u][e.from]
	at := m.even(u, child)
	for i := range at {
		m.join(m.cycle[u][i], m.cycle[u][i^1])
	}
	m.join(child, v)
	m.cycle[u] = slices.Concat(m.cycle[u][at:], m.cycle[u][:at])
}

// augment exchanges matched and unmatched edges from u up to its root, where u is
// now matched with v.
func (m *matcher) augment(u, v int) {
	for {
		next := m.top[m.mate[u]]
		m.join(u, v)
		if next == 0 {
			return
		}
		up := m.top[m.parent[next]]
		m.join(next, up)
		u, v = up, next
	}
}

// ancestor is the node at which the ways of two outer nodes to their roots meet, or
// 0 when they are of different trees.
func (m *matcher) ancestor(u, v int) int {
	m.search++
	for ; u != 0 || v != 0; u, v = v, u {
		if u == 0 {
			continue
		}
		if m.seen[u] == m.search {
			return u
		}
		m.seen[u] = m.search
		if u = m.top[m.mate[u]]; u != 0 {
			u = m.top[m.parent[u]]
		}
	}
	return 0
}

// shrink makes a blossom of the cycle that an edge between two outer nodes closes.
func (m *matcher) shrink(u, base, v int) {
	b := m.n + 1
	for b <= m.nodes && m.top[b] != 0 {
		b++
	}
	m.nodes = max(m.nodes, b)
	m.dual[b], m.label[b], m.mate[b], m.seen[b] = 0, outer, m.mate[base], 0
	m.cycle[b] = append(m.cycle[b][:0:0], base)
	m.pathToBase(b, u, base)
	slices.Reverse(m.cycle[b][1:])
	m.pathToBase(b, v, base)
	m.put(b, b)
	m.updateLeastSlack(b)
	m.renote(b)
}

// pathToBase adds the nodes from an outer one up to the base, without it.
func (m *matcher) pathToBase(b, from, base int) {
	for x := from; x != base; {
		up := m.top[m.mate[x]]
		m.cycle[b] = append(m.cycle[b], x, up)
		m.push(up)
		x = m.top[m.parent[up]]
	}
}

// updateLeastSlack gives a blossom the least loose of its children's edges.
func (m *matcher) updateLeastSlack(b int) {
	for x := 1; x <= m.nodes; x++ {
		m.edges[b][x].weight, m.edges[x][b].weight = 0, 0
	}
	clear(m.within[b])
	for _, child := range m.cycle[b] {
		for x := 1; x <= m.nodes; x++ {
			if e := &m.edges[child][x]; e.weight > 0 && (m.edges[b][x].weight == 0 || m.slack(e) < m.slack(&m.edges[b][x])) {
				m.edges[b][x], m.edges[x][b] = *e, m.edges[x][child]
			}
		}
		for v := 1; v <= m.n; v++ {
			if m.within[child][v] != 0 {
				m.within[b][v] = child
			}
		}
	}
}

// open takes an inner blossom apart: the even way from where it was reached to its
// base stays in the tree.
func (m *matcher) open(b int) {
	for _, child := range m.cycle[b] {
		m.put(child, child)
	}
	reached := m.within[b][m.edges[b][m.parent[b]].from]
	at := m.even(b, reached)
	for i := 0; i < at; i += 2 {
		x, next := m.cycle[b][i], m.cycle[b][i+1]
		m.parent[x] = m.edges[next][x].from
		m.label[x], m.label[next] = inner, outer
		m.leastSlack[x] = 0
		m.renote(next)
		m.push(next)
	}
	m.label[reached], m.parent[reached] = inner, m.parent[b]
	for _, x := range m.cycle[b][at+1:] {
		m.label[x] = free
		m.renote(x)
	}
	m.top[b] = 0
}
