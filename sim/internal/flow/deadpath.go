package flow

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sim/internal/levels"
	"github.com/loopline/loopline/sim/internal/netlist"
	"github.com/loopline/loopline/sim/internal/pinout"
)

// Limits of the search for a dead path: flows of a design, and rounds over them.
const (
	maxFlows  = 20_000
	maxPasses = 500
	maxTrace  = 30
)

// FindDeadPath returns why no level of a board's receiving pin can reach its transmit pin, if its
// description is enough to tell, with the place in its files; or nothing. Such a board is silent
// whatever it is asked. Still is set if its transmit pin never changes at all.
func FindDeadPath(n *netlist.Netlist, pins pinout.Pins, low []string) (text say.Text, still bool) {
	if n == nil || n.Top == nil {
		return text, false
	}
	tx, rx := n.Top.Ports[pins.TX], n.Top.Ports[pins.RX]
	if tx == nil || rx == nil || tx.Inout || rx.Inout {
		return text, false
	}
	g := flowsOf(n)
	if g.opaque || len(g.flows) > maxFlows {
		return text, false
	}
	held := make(map[*netlist.Variable]uint64)
	for _, name := range low {
		if v := n.Top.Ports[name]; v != nil {
			held[v] = 0
		}
	}
	for _, name := range pins.High {
		if v := n.Top.Ports[name]; v != nil {
			held[v] = ^uint64(0)
		}
	}
	if !g.settle(n.Top, held) {
		return text, false
	}
	still = g.levels[tx].Known()
	all := func(*flow) bool { return true }
	every := func(*netlist.Variable) bool { return true }
	if len(g.into[tx]) == 0 {
		return text, false // that is said elsewhere
	}
	p := &deadPath{g, held, g.behind(tx, all, every)}
	if !p.behind[rx] {
		return say.Format("%s does not depend on %s: %s%s", pins.TX, pins.RX, p.reader(rx), p.receivers(tx)), still
	}
	live := g.behind(tx, g.open, func(v *netlist.Variable) bool { return !g.levels[v].Known() })
	if live[rx] {
		return text, false
	}
	if text := p.cut(rx); !text.IsZero() {
		return say.Format("%s cannot follow %s: %s", pins.TX, pins.RX, text), still
	}
	return text, still
}

type deadPath struct {
	g      *flowGraph
	held   map[*netlist.Variable]uint64 // inputs that keep a level
	behind map[*netlist.Variable]bool   // what the transmit pin depends on
}

// settle finds which bits may have which level in any clock cycle. It returns false if that
// takes too long.
func (g *flowGraph) settle(top *netlist.Module, held map[*netlist.Variable]uint64) bool {
	for v, m := range g.modules {
		width := g.list.Width(v.Dtype)
		level, keeps := held[v]
		switch {
		case keeps && width > 0 && width <= levels.MaxWidth:
			g.levels[v] = levels.Of(level, width)
		case m == top && v.Input || v.Inout || v.Memory || v.Shared || len(g.into[v]) == 0:
			g.levels[v] = levels.Any(width)
		case width > levels.MaxWidth || width <= 0:
			g.levels[v] = levels.Any(width)
		default:
			g.levels[v] = levels.Levels{Width: width}
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
			if l.Unset() {
				missing := levels.Mask(l.Width) &^ (l.Zero | l.One)
				g.levels[v], changed = levels.Levels{Zero: l.Zero | missing, One: l.One | missing, Width: l.Width}, true
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
	if was.Wide() || f.initial && g.always(f.to) {
		return false
	}
	var value levels.Levels
	switch {
	case f.from != nil:
		value = g.levels[f.from]
	default:
		value = g.eval(f.value, f.scope)
	}
	now := was
	switch {
	case f.part:
		now = was.With(levels.Any(was.Width))
	case f.width > 0:
		value = value.Resize(f.width)
		if value.Wide() || f.low+f.width > was.Width {
			value = levels.Any(min(f.width, levels.MaxWidth))
		}
		now = levels.Levels{Zero: was.Zero | value.Zero<<f.low, One: was.One | value.One<<f.low, Width: was.Width}
		now.Zero, now.One = now.Zero&levels.Mask(was.Width), now.One&levels.Mask(was.Width)
	default:
		now = was.With(value.Resize(was.Width))
	}
	if now == was {
		return false
	}
	g.levels[f.to] = now
	return true
}

// always reports whether a clock that runs assigns a variable whatever else is: its value at
// power-up is gone in a cycle.
func (g *flowGraph) always(v *netlist.Variable) bool {
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
		return slices.ContainsFunc(w.edges, func(v *netlist.Variable) bool {
			l := g.levels[v]
			return v == nil || l.Wide() || l.Zero&l.One != 0
		})
	}
	test := g.eval(w.test, w.scope)
	if len(w.items) == 0 && !w.others {
		t := test.Truth()
		return map[bool]uint64{true: t.Zero, false: t.One}[w.zero] != 0
	}
	if test.Unset() {
		return false
	}
	fits := false
	for _, item := range w.items {
		is := levels.Levels{Zero: 1, One: 1, Width: 1}
		if item.Kind() == "const" && !strings.ContainsAny(afterQuote(item.Attr("name")), "xzXZ?") {
			is = g.binary("eq", test, g.eval(item, w.scope), 1)
		}
		switch {
		case w.others && is == levels.Of(1, 1):
			return false
		case !w.others && is.One != 0:
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
func (p *deadPath) cut(rx *netlist.Variable) (text say.Text) {
	g := p.g
	reached := g.after(rx)
	counts := make(map[*netlist.Variable]int)
	note := func(v *netlist.Variable) {
		if v != nil && g.levels[v].Known() && !reached[v] {
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
		} else if g.levels[f.to].Known() {
			reads(f.value, f.scope, note)
		}
	}
	var named []*netlist.Variable
	for v := range counts {
		named = append(named, v)
	}
	if len(named) == 0 {
		return text
	}
	weight := func(v *netlist.Variable) int {
		if name := strings.ToLower(v.Name); pinout.LikelyReset(name) || pinout.LikelyClock(name) || p.holds(v) {
			return counts[v] + maxFlows
		}
		return counts[v]
	}
	slices.SortFunc(named, func(a, b *netlist.Variable) int {
		return cmp.Or(-cmp.Compare(weight(a), weight(b)), cmp.Compare(a.Loc, b.Loc), cmp.Compare(a.Name, b.Name))
	})
	return p.why(named[0])
}

// after returns the variables that depend on one, itself among them.
func (g *flowGraph) after(v *netlist.Variable) map[*netlist.Variable]bool {
	seen := map[*netlist.Variable]bool{v: true}
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

func dependsOn(f *flow, on map[*netlist.Variable]bool) (is bool) {
	f.sources(func(s *netlist.Variable) { is = is || on[s] })
	return is
}

// why says which level a variable keeps, and what keeps it.
func (p *deadPath) why(v *netlist.Variable) say.Text {
	for range maxTrace { // up to where it is made
		next, _ := p.source(v)
		if next == nil || next == v || p.g.modules[v].Ports[v.Name] != v || p.holds(v) {
			break
		}
		v = next
	}
	first := v
	text := say.Format("%s (%s) is %s in every clock cycle", v.Name, v.Loc, p.value(v))
	if m := p.g.modules[v]; m != p.g.list.Top {
		text = say.Format("%s of module %s (%s) is %s in every clock cycle", v.Name, m.Name, v.Loc, p.value(v))
	}
	seen := map[*netlist.Variable]bool{v: true}
	for range maxTrace {
		if level, keeps := p.held[v]; keeps && level == 0 {
			return say.Format("%s; %s is held low: high=%s holds it high", text, v.Name, v.Name)
		} else if keeps {
			return say.Format("%s; high=%s holds it so", text, v.Name)
		}
		next, at := p.source(v)
		switch {
		case next == nil && at != "":
			return say.Format("%s, as %s has it", text, at)
		case next == nil:
			return text
		case seen[next]:
			if first == v {
				return text
			}
			return say.Format("%s: %s (%s) stays %s", text, v.Name, v.Loc, p.value(v))
		}
		seen[next] = true
		v = next
	}
	return text
}

// holds reports whether a variable is an input that keeps a level.
func (p *deadPath) holds(v *netlist.Variable) bool {
	_, is := p.held[v]
	return is
}

// value returns the level of a variable that keeps it.
func (p *deadPath) value(v *netlist.Variable) string { return fmt.Sprint(p.g.levels[v].One) }

// source returns the one variable, a constant as well, that a constant comes from, and where; nil
// if it comes from several, or from a number.
func (p *deadPath) source(v *netlist.Variable) (next *netlist.Variable, at string) {
	many := false
	for _, f := range p.g.into[v] {
		if !p.g.open(f) || f.initial && len(p.g.into[v]) > 1 {
			continue
		}
		if at == "" {
			at = f.at
		}
		f.sources(func(s *netlist.Variable) {
			switch {
			case !p.g.levels[s].Known():
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
func (p *deadPath) reader(rx *netlist.Variable) say.Text {
	for _, f := range p.g.flows {
		is := false
		f.sources(func(s *netlist.Variable) { is = is || s == rx })
		if is {
			return say.Format("%s (%s) goes to %s alone, %s", rx.Name, rx.Loc, f.to.Name, f.at)
		}
	}
	return say.Format("nothing reads %s (%s)", rx.Name, rx.Loc)
}

// receivers describes what feeds the inputs of modules that are named like a receiving pin.
func (p *deadPath) receivers(tx *netlist.Variable) (text say.Text) {
	for _, m := range p.g.list.Order {
		for _, v := range m.Vars {
			if m == p.g.list.Top || !v.Input || !p.behind[v] || !pinout.LikelyRX(strings.ToLower(v.Name)) {
				continue
			}
			for _, f := range p.g.into[v] {
				from := say.Format("a constant")
				reads(f.value, f.scope, func(s *netlist.Variable) {
					if from = say.Raw(s.Name); s == tx {
						from = say.Format("%s, the pin that sends", s.Name)
					}
				})
				return say.Format("; %s of module %s is fed by %s, %s", v.Name, m.Name, from, f.at)
			}
		}
	}
	return text
}
