package flow

import (
	"fmt"
	"slices"

	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/internal/netlist"
)

// CodeSync is of decisions by a pin whose levels come from another clock.
const CodeSync = "SYNC"

// dataOps are operations that leave a bit of their operands one bit: a register that takes it
// takes one of two levels. Of "cond" that holds for the values, not for the choice.
var dataOps = []string{"varref", "concat", "sel", "extend", "extends", "replicate", "not", "and", "or", "xor", "shiftl", "shiftr", "cond"}

// Unsynchronised finds where a design decides by a pin whose levels come from another clock
// before a register has taken them: of two registers that follow, one may see the old level and
// one the new. A pin that is not there has none.
func Unsynchronised(n *netlist.Netlist, pin string) (found []finding.Finding) {
	if n == nil || n.Top == nil || n.Top.Ports[pin] == nil {
		return nil
	}
	raw := map[*netlist.Variable]bool{n.Top.Ports[pin]: true}
	g := flowsOf(n)
	for changed := true; changed; {
		changed = false
		for _, f := range g.flows {
			clocked := f.initial || slices.ContainsFunc(f.guards, func(w guard) bool { return len(w.edges) > 0 })
			if !clocked && !raw[f.to] && (f.from != nil && raw[f.from] || f.value != nil && carries(f.value, f.scope, raw)) {
				raw[f.to], changed = true, true
			}
		}
	}
	report := func(at *netlist.Node, f *flow) {
		if len(found) == 0 && at != nil {
			place, through := n.Place(at), "always @(posedge clk) sync <= {sync[0], "+pin+"}"
			if netlist.PlaceInVHDL(place) {
				through = "if rising_edge(clk) then sync <= sync(0) & " + pin + "; end if;"
			}
			found = append(found, finding.Finding{Tool: "loopline", Code: CodeSync, Module: f.module.Name, Kind: finding.ChangesBehaviour, Text: fmt.Sprintf(
				"%s: this decides by %s as it comes from the pin: it may change at any time, so that some registers see the old level and some "+
					"the new; pass it through two flip-flops first: %s", place, pin, through)})
		}
	}
	for _, f := range g.flows {
		for i := range f.guards {
			if test := f.guards[i].test; test != nil && readsAny(test, f.guards[i].scope, raw) {
				report(test, f)
			}
		}
		if f.value != nil {
			report(decides(f.value, f.scope, raw), f)
		}
	}
	return found
}

func readsAny(of *netlist.Node, s *netlist.Scope, raw map[*netlist.Variable]bool) (does bool) {
	reads(of, s, func(v *netlist.Variable) { does = does || raw[v] })
	return does
}

// carries reports whether a bit of a value is one of the raw ones.
func carries(of *netlist.Node, s *netlist.Scope, raw map[*netlist.Variable]bool) bool {
	return slices.Contains(dataOps, of.Kind()) && readsAny(of, s, raw)
}

// decides returns the part of a value in which more than one bit, or a choice, follows from a raw one;
// or nil.
func decides(of *netlist.Node, s *netlist.Scope, raw map[*netlist.Variable]bool) *netlist.Node {
	if !readsAny(of, s, raw) {
		return nil
	}
	if !slices.Contains(dataOps, of.Kind()) || of.Kind() == "cond" && len(of.Nodes) > 0 && readsAny(&of.Nodes[0], s, raw) {
		return of
	}
	for i := range of.Nodes {
		if at := decides(&of.Nodes[i], s, raw); at != nil {
			return at
		}
	}
	return nil
}
