package sim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/say"
)

// Limits of the search for a dead path: flows of a design, and rounds over them.
const (
	maxFlows  = 20_000
	maxPasses = 500
	maxTrace  = 30
)

// findDeadPath returns why no level of a board's receiving pin can reach its transmit pin, if its
// description is enough to tell, with the place in its files; or nothing. Such a board is silent
// whatever it is asked. Still is set if its transmit pin never changes at all.
func findDeadPath(n *netlist, pins Pins, low []string) (text say.Text, still bool) {
	if n == nil || n.top == nil {
		return text, false
	}
	tx, rx := n.top.ports[pins.TX], n.top.ports[pins.RX]
	if tx == nil || rx == nil || tx.inout || rx.inout {
		return text, false
	}
	g := flowsOf(n)
	if g.opaque || len(g.flows) > maxFlows {
		return text, false
	}
	held := make(map[*variable]uint64)
	for _, name := range low {
		if v := n.top.ports[name]; v != nil {
			held[v] = 0
		}
	}
	for _, name := range pins.High {
		if v := n.top.ports[name]; v != nil {
			held[v] = ^uint64(0)
		}
	}
	if !g.settle(n.top, held) {
		return text, false
	}
	still = g.levels[tx].known()
	all := func(*flow) bool { return true }
	every := func(*variable) bool { return true }
	if len(g.into[tx]) == 0 {
		return text, false // that is said elsewhere
	}
	p := &deadPath{g, held, g.behind(tx, all, every)}
	if !p.behind[rx] {
		return say.F("%s does not depend on %s: %s%s", pins.TX, pins.RX, p.reader(rx), p.receivers(tx)), still
	}
	live := g.behind(tx, g.open, func(v *variable) bool { return !g.levels[v].known() })
	if live[rx] {
		return text, false
	}
	if text := p.cut(rx); !text.IsZero() {
		return say.F("%s cannot follow %s: %s", pins.TX, pins.RX, text), still
	}
	return text, still
}

type deadPath struct {
	g      *flowGraph
	held   map[*variable]uint64 // inputs that keep a level
	behind map[*variable]bool   // what the transmit pin depends on
}

// settle finds which bits may have which level in any clock cycle. It returns false if that
// takes too long.
func (g *flowGraph) settle(top *netModule, held map[*variable]uint64) bool {
	for v, m := range g.modules {
		width := g.list.width(v.dtype)
		level, keeps := held[v]
		switch {
		case keeps && width > 0 && width <= maxLevels:
			g.levels[v] = levelsOf(level, width)
		case m == top && v.input || v.inout || v.memory || v.shared || len(g.into[v]) == 0:
			g.levels[v] = anyLevels(width)
		case width > maxLevels || width <= 0:
			g.levels[v] = anyLevels(width)
		default:
			g.levels[v] = levels{width: width}
		}
	}
	for range maxPasses {
		changed := false
		for _, f := range g.flows {
			if g.open(f) && g.pass(f) {
				changed = true
			}
		}
		if changed {
			continue
		}
		for v, l := range g.levels { // what nothing sets has any level
			if l.unset() {
				missing := mask(l.width) &^ (l.zero | l.one)
				g.levels[v], changed = levels{l.zero | missing, l.one | missing, l.width}, true
			}
		}
		if !changed {
			return true
		}
	}
	return false
}

// pass gives a flow's value to its target, and reports whether that changed what may be there.
func (g *flowGraph) pass(f *flow) bool {
	was := g.levels[f.to]
	if was.wide() || f.initial && g.always(f.to) {
		return false
	}
	var value levels
	switch {
	case f.from != nil:
		value = g.levels[f.from]
	default:
		value = g.eval(f.value, f.scope)
	}
	now := was
	switch {
	case f.part:
		now = was.with(anyLevels(was.width))
	case f.width > 0:
		value = value.resize(f.width)
		if value.wide() || f.low+f.width > was.width {
			value = anyLevels(min(f.width, maxLevels))
		}
		now = levels{was.zero | value.zero<<f.low, was.one | value.one<<f.low, was.width}
		now.zero, now.one = now.zero&mask(was.width), now.one&mask(was.width)
	default:
		now = was.with(value.resize(was.width))
	}
	if now == was {
		return false
	}
	g.levels[f.to] = now
	return true
}

// always reports whether a clock that runs assigns a variable whatever else is: its value at
// power-up is gone in a cycle.
func (g *flowGraph) always(v *variable) bool {
	return slices.ContainsFunc(g.into[v], func(f *flow) bool {
		return !f.initial && f.width == 0 && !f.part && len(f.guards) == 1 && len(f.guards[0].edges) > 0 && g.open(f)
	})
}

func (g *flowGraph) open(f *flow) bool {
	for i := range f.guards {
		if !g.may(&f.guards[i]) {
			return false
		}
	}
	return true
}

func (g *flowGraph) may(w *guard) bool {
	if len(w.edges) > 0 {
		return slices.ContainsFunc(w.edges, func(v *variable) bool {
			l := g.levels[v]
			return v == nil || l.wide() || l.zero&l.one != 0
		})
	}
	test := g.eval(w.test, w.scope)
	if len(w.items) == 0 && !w.others {
		t := test.truth()
		return map[bool]uint64{true: t.zero, false: t.one}[w.zero] != 0
	}
	if test.unset() {
		return false
	}
	fits := false
	for _, item := range w.items {
		is := levels{1, 1, 1}
		if item.kind() == "const" && !strings.ContainsAny(afterQuote(item.attr("name")), "xzXZ?") {
			is = g.binary("eq", test, g.eval(item, w.scope), 1)
		}
		switch {
		case w.others && is == levelsOf(1, 1):
			return false
		case !w.others && is.one != 0:
			fits = true
		}
	}
	return fits || w.others
}

func afterQuote(text string) string {
	_, digits, _ := strings.Cut(text, "'")
	return digits
}

// cut names the constant that keeps the receiving pin from the transmit pin.
func (p *deadPath) cut(rx *variable) (text say.Text) {
	g := p.g
	reached := g.after(rx)
	counts := make(map[*variable]int)
	note := func(v *variable) {
		if v != nil && g.levels[v].known() && !reached[v] {
			counts[v]++
		}
	}
	for _, f := range g.flows {
		if !reached[f.to] || !p.behind[f.to] || f.initial {
			continue
		}
		if !g.open(f) {
			for i := range f.guards {
				if w := &f.guards[i]; !g.may(w) {
					for _, v := range w.edges {
						note(v)
					}
					reads(w.test, w.scope, note)
				}
			}
		} else if g.levels[f.to].known() {
			reads(f.value, f.scope, note)
		}
	}
	var named []*variable
	for v := range counts {
		named = append(named, v)
	}
	if len(named) == 0 {
		return text
	}
	weight := func(v *variable) int {
		if name := strings.ToLower(v.name); likelyReset(name) || likelyClock(name) || p.holds(v) {
			return counts[v] + maxFlows
		}
		return counts[v]
	}
	slices.SortFunc(named, func(a, b *variable) int {
		return cmp.Or(-cmp.Compare(weight(a), weight(b)), cmp.Compare(a.loc, b.loc), cmp.Compare(a.name, b.name))
	})
	return p.why(named[0])
}

// after returns the variables that depend on one, itself among them.
func (g *flowGraph) after(v *variable) map[*variable]bool {
	seen := map[*variable]bool{v: true}
	for changed := true; changed; {
		changed = false
		for _, f := range g.flows {
			if !seen[f.to] && dependsOn(f, seen) {
				seen[f.to], changed = true, true
			}
		}
	}
	return seen
}

func dependsOn(f *flow, on map[*variable]bool) (is bool) {
	f.sources(func(s *variable) { is = is || on[s] })
	return is
}

// why says which level a variable keeps, and what keeps it.
func (p *deadPath) why(v *variable) say.Text {
	for range maxTrace { // up to where it is made
		next, _ := p.source(v)
		if next == nil || next == v || p.g.modules[v].ports[v.name] != v || p.holds(v) {
			break
		}
		v = next
	}
	first := v
	text := say.F("%s (%s) is %s in every clock cycle", v.name, v.loc, p.value(v))
	if m := p.g.modules[v]; m != p.g.list.top {
		text = say.F("%s of module %s (%s) is %s in every clock cycle", v.name, m.name, v.loc, p.value(v))
	}
	seen := map[*variable]bool{v: true}
	for range maxTrace {
		if level, keeps := p.held[v]; keeps && level == 0 {
			return say.F("%s; %s is held low: high=%s holds it high", text, v.name, v.name)
		} else if keeps {
			return say.F("%s; high=%s holds it so", text, v.name)
		}
		next, at := p.source(v)
		switch {
		case next == nil && at != "":
			return say.F("%s, as %s has it", text, at)
		case next == nil:
			return text
		case seen[next]:
			if first == v {
				return text
			}
			return say.F("%s: %s (%s) stays %s", text, v.name, v.loc, p.value(v))
		}
		seen[next] = true
		v = next
	}
	return text
}

// holds reports whether a variable is an input that keeps a level.
func (p *deadPath) holds(v *variable) bool {
	_, is := p.held[v]
	return is
}

// value returns the level of a variable that keeps it.
func (p *deadPath) value(v *variable) string { return fmt.Sprint(p.g.levels[v].one) }

// source returns the one variable, a constant as well, that a constant comes from, and where; nil
// if it comes from several, or from a number.
func (p *deadPath) source(v *variable) (next *variable, at string) {
	many := false
	for _, f := range p.g.into[v] {
		if !p.g.open(f) || f.initial && len(p.g.into[v]) > 1 {
			continue
		}
		if at == "" {
			at = f.at
		}
		f.sources(func(s *variable) {
			switch {
			case !p.g.levels[s].known():
			case next == nil:
				next = s
			case next != s && !(next == v || s == v):
				many = true
			case next == v:
				next = s
			}
		})
	}
	if many {
		return nil, ""
	}
	return next, at
}

// reader describes the end of a path from a pin that leads nowhere.
func (p *deadPath) reader(rx *variable) say.Text {
	for _, f := range p.g.flows {
		is := false
		f.sources(func(s *variable) { is = is || s == rx })
		if is {
			return say.F("%s (%s) goes to %s alone, %s", rx.name, rx.loc, f.to.name, f.at)
		}
	}
	return say.F("nothing reads %s (%s)", rx.name, rx.loc)
}

// receivers describes what feeds the inputs of modules that are named like a receiving pin.
func (p *deadPath) receivers(tx *variable) (text say.Text) {
	for _, m := range p.g.list.order {
		for _, v := range m.vars {
			if m == p.g.list.top || !v.input || !p.behind[v] || !likelyRX(strings.ToLower(v.name)) {
				continue
			}
			for _, f := range p.g.into[v] {
				from := say.F("a constant")
				reads(f.value, f.scope, func(s *variable) {
					if from = say.Raw(s.name); s == tx {
						from = say.F("%s, the pin that sends", s.name)
					}
				})
				return say.F("; %s of module %s is fed by %s, %s", v.name, m.name, from, f.at)
			}
		}
	}
	return text
}
