package sim

import (
	"regexp"
	"slices"
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
func (n *netlist) madeClocks(p *alwaysBlock, add addFinding) {
	read := p.reads()
	for v := range p.rising {
		if v == nil || read[v] != nil {
			continue
		}
		by := n.maker(v, p.module, 0)
		if by == nil {
			continue
		}
		at, name, enable := n.place(p.node), v.name, "always @(posedge clk) if (tick)"
		if placeInVHDL(at) {
			enable = "if rising_edge(clk) then if tick = '1' then"
		}
		if ghdlNet.MatchString(name) {
			name = "a signal"
		}
		add(p.module, codeMadeClock, ChangesBehaviour, at,
			"%s clocks this block, and line %s makes it of logic: its edges come late, and no tool knows when. Clock the block by the board's clock, "+
				"and act in one cycle of many, a clock enable: %s", name, lineOf(n.place(by)), enable)
	}
}

// aliases bounds the number of names of one signal.
const aliases = 20

// maker is the process or the assignment that makes a variable of registers or gates, or nil.
func (n *netlist) maker(v *variable, m *netModule, depth int) *node {
	if depth > aliases || v.input || v.inout {
		return nil
	}
	for _, d := range v.drivers {
		if d.owner == nil || d.module != "" {
			continue
		}
		value, s := (*node)(nil), (*scope)(nil)
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
		if d.owner.kind() == "contassign" {
			value, s = &d.owner.Nodes[0], n.scopes[m.node]
		}
		if value == nil {
			continue
		}
		of := value
		for (of.kind() == "not" || of.kind() == "sel") && len(of.Nodes) > 0 {
			of = &of.Nodes[0]
		}
		switch of.kind() {
		case "const":
		case "varref":
			if from := s.find(of.attr("name")); from != nil {
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
func (n *netlist) functions(m *netModule, add addFinding) {
	n.walk(m.node, nil, func(c *node, s *scope) bool {
		if c.kind() != "func" {
			return c.kind() == "begin"
		}
		own := n.scopes[c]
		if own == nil {
			return false
		}
		name := c.attr("name")
		value := own.vars[name]
		if value != nil && !n.assigns(c, s)[value] {
			add(m, codeFunction, ChangesBehaviour, n.place(c),
				"function %[1]s has no value in some branches: a case needs a choice for every value, or default, and an if its else. "+
					"Or write %[1]s = … before the first one", name)
		}
		return false
	})
}

// heldLatches finds what a block without a clock gives its own value back in a branch, under another name, as
// GHDL writes what "when others => null" leaves out.
func (n *netlist) heldLatches(p *alwaysBlock, add addFinding) {
	if p.clocked() || p.latch {
		return
	}
	var told []*variable
	for _, a := range p.assignments() {
		value := &a.node.Nodes[0]
		if a.target == nil || !a.whole || value.kind() != "varref" || slices.Contains(told, a.target) {
			continue
		}
		held := a.scope.find(value.attr("name"))
		if held == nil || held == a.target || len(held.drivers) != 1 || held.drivers[0].owner == nil || held.drivers[0].owner.kind() != "contassign" {
			continue
		}
		from := &held.drivers[0].owner.Nodes[0]
		if from.kind() != "varref" || n.scopes[p.module.node].find(from.attr("name")) != a.target {
			continue
		}
		told = append(told, a.target)
		add(p.module, codeLatch, ChangesBehaviour, n.place(p.node),
			"%s is a latch: a branch leaves it as it was, such as when others => null; assign it before the first branch, or in all", held.name)
	}
}
