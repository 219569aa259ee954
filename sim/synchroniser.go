package sim

import (
	"fmt"
	"slices"
)

const codeSync = "SYNC"

// dataOps are operations that leave a bit of their operands one bit: a register that takes it
// takes one of two levels. Of "cond" that holds for the values, not for the choice.
var dataOps = []string{"varref", "concat", "sel", "extend", "extends", "replicate", "not", "and", "or", "xor", "shiftl", "shiftr", "cond"}

// unsynchronised finds where a design decides by a pin whose levels come from another clock
// before a register has taken them: of two registers that follow, one may see the old level and
// one the new. A pin that is not there has none.
func unsynchronised(n *netlist, pin string) (found []Finding) {
	if n == nil || n.top == nil || n.top.ports[pin] == nil {
		return nil
	}
	raw := map[*variable]bool{n.top.ports[pin]: true}
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
	report := func(at *node, f *flow) {
		if len(found) == 0 && at != nil {
			place, through := n.place(at), "always @(posedge clk) sync <= {sync[0], "+pin+"}"
			if placeInVHDL(place) {
				through = "if rising_edge(clk) then sync <= sync(0) & " + pin + "; end if;"
			}
			found = append(found, Finding{Tool: "loopline", Code: codeSync, Module: f.module.name, Kind: ChangesBehaviour, Text: fmt.Sprintf(
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

func readsAny(of *node, s *scope, raw map[*variable]bool) (does bool) {
	reads(of, s, func(v *variable) { does = does || raw[v] })
	return does
}

// carries reports whether a bit of a value is one of the raw ones.
func carries(of *node, s *scope, raw map[*variable]bool) bool {
	return slices.Contains(dataOps, of.kind()) && readsAny(of, s, raw)
}

// decides returns the part of a value in which more than one bit, or a choice, follows from a raw one;
// or nil.
func decides(of *node, s *scope, raw map[*variable]bool) *node {
	if !readsAny(of, s, raw) {
		return nil
	}
	if !slices.Contains(dataOps, of.kind()) || of.kind() == "cond" && len(of.Nodes) > 0 && readsAny(&of.Nodes[0], s, raw) {
		return of
	}
	for i := range of.Nodes {
		if at := decides(&of.Nodes[i], s, raw); at != nil {
			return at
		}
	}
	return nil
}
