package lint

import (
	"context"
	"hash/fnv"

	"github.com/loopline/loopline/sim/internal/netlist"
	"github.com/loopline/loopline/sim/model"
)

// smallestShape is how many nodes a piece of a design has at least that [Shapes]
// counts.
const smallestShape = 4

// Shapes counts the pieces of a board's elaborated design by their form: statements and
// expressions, whatever the names in them, and wherever they stand. Designs that differ in
// names, comments, formatting and order have the same shapes.
func Shapes(ctx context.Context, b *model.Builder, c model.BoardDesign) (map[uint64]int, error) {
	d := model.DesignOf(c.Source, c.Top)
	found, err := b.Inspect(ctx, d, c.Params)
	if err != nil {
		return nil, err
	}
	s := shapes{found.Netlist, make(map[uint64]int)}
	for _, m := range found.Netlist.Order {
		for i := range m.Node.Nodes {
			s.add(&m.Node.Nodes[i])
		}
	}
	return s.count, nil
}

type shapes struct {
	list  *netlist.Netlist
	count map[uint64]int
}

// add counts a node and those below it, and returns its shape and how many nodes it has.
func (s *shapes) add(n *netlist.Node) (shape uint64, nodes int) {
	h := fnv.New64a()
	write := func(v uint64) {
		var b [8]byte
		for i := range b {
			b[i] = byte(v >> (8 * i))
		}
		_, _ = h.Write(b[:])
	}
	_, _ = h.Write([]byte(n.Kind()))
	switch n.Kind() {
	case "const":
		_, _ = h.Write([]byte(n.Attr("name")))
	case "sentree", "senitem":
		_, _ = h.Write([]byte(n.Attr("edgeType")))
	}
	write(uint64(s.list.Width(n.Attr("dtype_id"))))
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
