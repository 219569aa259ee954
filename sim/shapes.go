package sim

import (
	"context"
	"hash/fnv"
)

// smallestShape is how many nodes a piece of a design has at least that [Builder.Shapes]
// counts.
const smallestShape = 4

// Shapes counts the pieces of a board's elaborated design by their form: statements and
// expressions, whatever the names in them, and wherever they stand. Designs that differ in
// names, comments, formatting and order have the same shapes.
func (b *Builder) Shapes(ctx context.Context, c BoardDesign) (map[uint64]int, error) {
	d := newBoard(c.Source, c.Top)
	found, err := b.inspect(ctx, d, c.Params)
	if err != nil {
		return nil, err
	}
	s := shapes{found.netlist, make(map[uint64]int)}
	for _, m := range found.netlist.order {
		for i := range m.node.Nodes {
			s.add(&m.node.Nodes[i])
		}
	}
	return s.count, nil
}

type shapes struct {
	list  *netlist
	count map[uint64]int
}

// add counts a node and those below it, and returns its shape and how many nodes it has.
func (s *shapes) add(n *node) (shape uint64, nodes int) {
	h := fnv.New64a()
	write := func(v uint64) {
		var b [8]byte
		for i := range b {
			b[i] = byte(v >> (8 * i))
		}
		_, _ = h.Write(b[:])
	}
	_, _ = h.Write([]byte(n.kind()))
	switch n.kind() {
	case "const":
		_, _ = h.Write([]byte(n.attr("name")))
	case "sentree", "senitem":
		_, _ = h.Write([]byte(n.attr("edgeType")))
	}
	write(uint64(s.list.width(n.attr("dtype_id"))))
	nodes = 1
	for i := range n.Nodes {
		below, more := s.add(&n.Nodes[i])
		write(below)
		nodes += more
	}
	if shape = h.Sum64(); nodes >= smallestShape {
		s.count[shape]++
	}
	return shape, nodes
}
