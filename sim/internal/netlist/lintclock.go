package netlist

import (
	"regexp"
	"slices"

	"github.com/loopline/loopline/sim/finding"
)

// Codes of findings about clocks and functions.
const (
	codeMadeClock = "MADECLOCK"
	codeFunction  = "FUNCTION"
)

// ghdlNet matches the names that GHDL gives to nets.
var ghdlNet = regexp.MustCompile(`^n\d+_\w+$`)

// madeClocks finds clocks that a module makes of registers or gates. Resets, which a block reads, are none,
// and neither is what an instance puts out, such as a PLL.
func (n *Netlist) madeClocks(p *alwaysBlock, add addFinding) {
	read := p.reads()
	for v := range p.rising {
		if v == nil || read[v] != nil {
			continue
		}
		by := n.maker(v, p.module, 0)
		if by == nil {
			continue
		}
		at, name, enable := n.Place(p.node), v.Name, "always @(posedge clk) if (tick)"
		if PlaceInVHDL(at) {
			enable = "if rising_edge(clk) then if tick = '1' then"
		}
		if ghdlNet.MatchString(name) {
			name = "a signal"
		}
		add(p.module, codeMadeClock, finding.ChangesBehaviour, at,
			"%s clocks this block, and line %s makes it of logic: its edges come late, and no tool knows when. Clock the block by the board's clock, "+
				"and act in one cycle of many, a clock enable: %s", name, lineOf(n.Place(by)), enable)
	}
}

// aliases bounds the number of names of one signal.
const aliases = 20

// maker is the process or the assignment that makes a variable of registers or gates, or nil.
func (n *Netlist) maker(v *Variable, m *Module, depth int) *Node {
	if depth > aliases || v.Input || v.Inout {
		return nil
	}
	for _, d := range v.drivers {
		if d.owner == nil || d.module != "" {
			continue
		}
		value, s := (*Node)(nil), (*Scope)(nil)
		for _, p := range m.processes {
			if p.node != d.owner {
				continue
			}
			if p.clocked() {
				return p.node
			}
			for _, a := range p.assignments() {
				if a.target == v {
					value, s = &a.node.Nodes[0], a.scope
				}
			}
		}
		if d.owner.Kind() == "contassign" {
			value, s = &d.owner.Nodes[0], n.Scopes[m.Node]
		}
		if value == nil {
			continue
		}
		of := value
		for (of.Kind() == "not" || of.Kind() == "sel") && len(of.Nodes) > 0 {
			of = &of.Nodes[0]
		}
		switch of.Kind() {
		case "const":
		case "varref":
			if from := s.Find(of.Attr("name")); from != nil {
				if by := n.maker(from, m, depth+1); by != nil {
					return by
				}
			}
		case "and", "or", "xor", "logand", "logor", "cond":
			return d.owner
		}
	}
	return nil
}

// functions finds those that give no value in some branches.
func (n *Netlist) functions(m *Module, add addFinding) {
	n.walk(m.Node, nil, func(c *Node, s *Scope) bool {
		if c.Kind() != "func" {
			return c.Kind() == "begin"
		}
		own := n.Scopes[c]
		if own == nil {
			return false
		}
		name := c.Attr("name")
		value := own.vars[name]
		if value != nil && !n.assigns(c, s)[value] {
			add(m, codeFunction, finding.ChangesBehaviour, n.Place(c),
				"function %[1]s has no value in some branches: a case needs a choice for every value, or default, and an if its else. "+
					"Or write %[1]s = … before the first one", name)
		}
		return false
	})
}

// heldLatches finds what a block without a clock gives its own value back in a branch, under another name, as
// GHDL writes what "when others => null" leaves out.
func (n *Netlist) heldLatches(p *alwaysBlock, add addFinding) {
	if p.clocked() || p.latch {
		return
	}
	var told []*Variable
	for _, a := range p.assignments() {
		value := &a.node.Nodes[0]
		if a.target == nil || !a.whole || value.Kind() != "varref" || slices.Contains(told, a.target) {
			continue
		}
		held := a.scope.Find(value.Attr("name"))
		if held == nil || held == a.target || len(held.drivers) != 1 || held.drivers[0].owner == nil || held.drivers[0].owner.Kind() != "contassign" {
			continue
		}
		from := &held.drivers[0].owner.Nodes[0]
		if from.Kind() != "varref" || n.Scopes[p.module.Node].Find(from.Attr("name")) != a.target {
			continue
		}
		told = append(told, a.target)
		add(p.module, finding.CodeLatch, finding.ChangesBehaviour, n.Place(p.node),
			"%s is a latch: a branch leaves it as it was, such as when others => null; assign it before the first branch, or in all", held.Name)
	}
}
