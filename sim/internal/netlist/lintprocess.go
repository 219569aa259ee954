package netlist

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/internal/levels"
	"github.com/loopline/loopline/sim/sources"
)

// Codes of findings that Loopline makes itself of Verilator's description.
const (
	codeRace   = "RACE"
	codeNoInit = "NOINIT"
	codeMemory = "MEMORY"
)

// blockRAM is from how many bits on a memory should be one that reads with a clock: the
// size of the smallest block RAM in use.
const blockRAM = 4096

// maxSelector is the widest selector, in bits, of a case statement whose values are looked at one by one.
const maxSelector = 12

// alwaysBlock is a process of a module.
type alwaysBlock struct {
	node   *Node
	scope  *Scope
	module *Module
	list   *Netlist
	rising map[*Variable]bool // its edges; false is a falling one
	levels map[*Variable]bool // of a list without edges
	listed bool               // it has a list of signals without edges
	latch  bool               // always_latch
}

// clocked reports whether a process waits for an edge.
func (p *alwaysBlock) clocked() bool { return len(p.rising) > 0 }

// alwaysLatch is the length of the keyword, which is all that the description has of it.
const alwaysLatch = len("always_latch")

// newAlways reads the head of an always block.
func (r *moduleReader) newAlways(n *Node, s *Scope) *alwaysBlock {
	p := &alwaysBlock{
		node: n, scope: s, module: r.module, list: r.list,
		rising: make(map[*Variable]bool), levels: make(map[*Variable]bool), latch: n.length() == alwaysLatch,
	}
	for i := range n.Nodes {
		if n.Nodes[i].Kind() != "sentree" {
			continue
		}
		for j := range n.Nodes[i].Nodes {
			item := &n.Nodes[i].Nodes[j]
			v := s.Find(NameOf(Base(item)))
			switch edge := item.Attr("edgeType"); {
			case edge == "POS" || edge == "NEG":
				p.rising[v] = edge == "POS"
			case edge == "CHANGED":
				p.listed = true
				p.levels[v] = true
			}
		}
	}
	return p
}

// length returns the number of characters in a node's source range.
func (n *Node) length() int {
	part := strings.Split(n.Attr("loc"), ",")
	if len(part) < 5 || part[1] != part[3] {
		return 0
	}
	from, err := strconv.Atoi(part[2])
	to, err2 := strconv.Atoi(part[4])
	if err != nil || err2 != nil {
		return 0
	}
	return to - from
}

// NameOf returns the name of a varref, or empty.
func NameOf(n *Node) string {
	if n == nil {
		return ""
	}
	return n.Attr("name")
}

// isAssign reports whether a node assigns its last child.
func isAssign(n *Node) bool { return n.Kind() == "assign" || n.Kind() == "assigndly" }

type assignment struct {
	node   *Node
	target *Variable // nil if it has no name
	whole  bool      // all bits of it
	scope  *Scope
}

// walk calls visit for each node below another in order, with the scope that it is in.
func (l *Netlist) walk(n *Node, s *Scope, visit func(n *Node, s *Scope) (into bool)) {
	if inner := l.Scopes[n]; inner != nil {
		s = inner
	}
	for i := range n.Nodes {
		c := &n.Nodes[i]
		if c.Kind() != "sentree" && visit(c, s) {
			l.walk(c, s, visit)
		}
	}
}

func (p *alwaysBlock) assignments() (all []assignment) {
	p.list.walk(p.node, p.scope, func(n *Node, s *Scope) bool {
		if isAssign(n) {
			for _, t := range targets(n.Last()) {
				all = append(all, assignment{n, s.Find(NameOf(Base(t))), t.Kind() == "varref", s})
			}
			return false
		}
		return true
	})
	return all
}

// targets returns the parts of the left side of an assignment.
func targets(n *Node) (all []*Node) {
	switch {
	case n == nil:
		return nil
	case n.Kind() != "concat":
		return []*Node{n}
	}
	for i := range n.Nodes {
		all = append(all, targets(&n.Nodes[i])...)
	}
	return all
}

// reads returns the variables that a process reads, except as the base of a target.
func (p *alwaysBlock) reads() map[*Variable]*Node {
	found := make(map[*Variable]*Node)
	var note func(n *Node, s *Scope)
	note = func(n *Node, s *Scope) {
		if n.Kind() == "varref" {
			if v := s.Find(n.Attr("name")); v != nil && found[v] == nil {
				found[v] = n
			}
		}
		for i := range n.Nodes {
			note(&n.Nodes[i], s)
		}
	}
	p.list.walk(p.node, p.scope, func(n *Node, s *Scope) bool {
		switch {
		case isAssign(n):
			for i := range n.Nodes[:max(0, len(n.Nodes)-1)] {
				note(&n.Nodes[i], s)
			}
			for t := n.Last(); t != nil && len(t.Nodes) > 0; t = &t.Nodes[0] { // its indices are read
				for i := range t.Nodes[1:] {
					note(&t.Nodes[1+i], s)
				}
			}
			return false
		case n.Kind() == "varref":
			note(n, s)
		}
		return true
	})
	return found
}

// ProcessFindings returns the faults of the always blocks of a design.
func (n *Netlist) ProcessFindings() (found []finding.Finding) {
	add := func(m *Module, code string, kind finding.Kind, at, format string, args ...any) {
		f := finding.Finding{Tool: "loopline", Code: code, Module: m.Name, Kind: kind, Text: at + ": " + fmt.Sprintf(format, args...)}
		if len(found) < mostConflicts && !slices.ContainsFunc(found, func(o finding.Finding) bool { return o.Text == f.Text }) {
			found = append(found, f)
		}
	}
	for _, m := range n.Order {
		for _, p := range m.processes {
			n.sensitivity(p, add)
			n.mixed(p, add)
			n.latches(p, add)
			n.heldLatches(p, add)
			n.madeClocks(p, add)
			n.resetLevel(p, add)
		}
		n.functions(m, add)
		n.races(m, add)
		n.unset(m, add)
		n.memories(m, add)
	}
	return found
}

type addFinding func(m *Module, code string, kind finding.Kind, at, format string, args ...any)

// sensitivity finds what a list of signals leaves out.
func (n *Netlist) sensitivity(p *alwaysBlock, add addFinding) {
	if !p.listed || p.clocked() {
		return
	}
	own := make(map[*Variable]bool)
	var to []string
	for _, a := range p.assignments() {
		if a.target != nil && !own[a.target] {
			own[a.target] = true
			to = append(to, a.target.Name)
		}
	}
	var missing []string
	for v := range p.reads() {
		if !own[v] && !p.levels[v] && !v.Shared && (v.Input || v.Inout || len(v.drivers) > 0) {
			missing = append(missing, v.Name)
		}
	}
	if len(missing) == 0 || len(to) == 0 {
		return
	}
	slices.Sort(missing)
	add(p.module, finding.CodeSensitivity, finding.ChangesBehaviour, n.Place(p.node),
		"%s follows %s too, which the sensitivity list leaves out: hardware does, this simulation does not; write always @(*)",
		strings.Join(to, ", "), strings.Join(missing, ", "))
}

// mixed finds what a clocked process assigns by = and by <=: Verilator says it up to 5.032.
func (n *Netlist) mixed(p *alwaysBlock, add addFinding) {
	if !p.clocked() {
		return
	}
	kinds := make(map[*Variable]string)
	for _, a := range p.assignments() {
		if a.target == nil {
			continue
		}
		if before := kinds[a.target]; before != "" && before != a.node.Kind() && before != "both" {
			add(p.module, finding.CodeMixed, finding.ChangesBehaviour, n.Place(a.node),
				"%s is assigned by = and by <= in one block: a register under a clock takes <= everywhere", a.target.Name)
			kinds[a.target] = "both"
		} else if before == "" {
			kinds[a.target] = a.node.Kind()
		}
	}
}

// latches finds what a block without a clock does not always assign.
func (n *Netlist) latches(p *alwaysBlock, add addFinding) {
	if p.clocked() || p.latch {
		return
	}
	surely := n.assigns(p.node, p.scope)
	told := make(map[*Variable]bool)
	for _, a := range p.assignments() {
		if v := a.target; v != nil && a.whole && !v.Shared && !v.Memory && !surely[v] && !told[v] && !v.local {
			told[v] = true
			add(p.module, finding.CodeLatch, finding.ChangesBehaviour, n.Place(a.node),
				"%s is a latch: the block that begins in line %s assigns it in some branches alone; assign it before the first one, or in all",
				v.Name, lineOf(n.Place(p.node)))
		}
	}
}

func lineOf(place string) string {
	if part := strings.Split(place, ":"); len(part) > 1 {
		return part[1]
	}
	return "?"
}

// assigns returns the variables that a statement assigns whichever way it is passed. Parts of
// one count for all of it, and loops for one round.
func (n *Netlist) assigns(of *Node, s *Scope) map[*Variable]bool {
	if inner := n.Scopes[of]; inner != nil {
		s = inner
	}
	all := make(map[*Variable]bool)
	merge := func(more map[*Variable]bool) {
		for v := range more {
			all[v] = true
		}
	}
	switch of.Kind() {
	case "assign", "assigndly":
		for _, t := range targets(of.Last()) {
			all[s.Find(NameOf(Base(t)))] = true
		}
	case "if":
		if len(of.Nodes) > 2 {
			merge(both(n.assigns(&of.Nodes[1], s), n.assigns(&of.Nodes[2], s)))
		}
	case "case":
		merge(n.choices(of, s))
	case "sentree":
	default:
		for i := range of.Nodes {
			merge(n.assigns(&of.Nodes[i], s))
		}
	}
	return all
}

func both(a, b map[*Variable]bool) map[*Variable]bool {
	all := make(map[*Variable]bool)
	for v := range a {
		if b[v] {
			all[v] = true
		}
	}
	return all
}

// choices returns the variables that every choice of a case statement assigns, if there is one for
// every value.
func (n *Netlist) choices(of *Node, s *Scope) map[*Variable]bool {
	var all map[*Variable]bool
	complete := n.newCover(&of.Nodes[0])
	for i := range of.Nodes[1:] {
		item := &of.Nodes[1+i]
		if item.Kind() != "caseitem" {
			continue
		}
		own, conditions := make(map[*Variable]bool), 0
		for j := range item.Nodes {
			switch c := &item.Nodes[j]; c.Kind() {
			case "const":
				conditions++
				complete.add(c.Attr("name"))
			case "assign", "assigndly", "if", "case", "begin", "while", "display", "taskref", "jumpblock", "comment":
				for v := range n.assigns(c, s) {
					own[v] = true
				}
			default:
				conditions++
			}
		}
		if conditions == 0 {
			complete.whole = true
		}
		if all == nil {
			all = own
		} else {
			all = both(all, own)
		}
	}
	if !complete.full() {
		return nil
	}
	return all
}

// cover counts the values that the choices of a case statement have.
type cover struct {
	width  int
	signed bool     // the choices repeat the highest bit of the value
	met    []uint64 // a bit a value, up to maxSelector
	sum    float64  // of the values that each choice has: of a wider selector, no more are met
	whole  bool
}

// newCover begins with the values that a selector may have. One that is widened, as to the 32 bits of choices that
// are plain numbers, has those of its own bits alone.
func (n *Netlist) newCover(selector *Node) *cover {
	c := &cover{}
	for (selector.Kind() == "extend" || selector.Kind() == "extends") && len(selector.Nodes) == 1 {
		c.signed = c.signed || selector.Kind() == "extends"
		selector = &selector.Nodes[0]
	}
	c.width = n.Width(selector.Attr("dtype_id"))
	switch {
	case c.width < 1 || c.width > levels.MaxWidth:
		c.whole = true // then nobody counts
	case c.width <= maxSelector:
		c.met = make([]uint64, (1<<c.width+63)/64)
	}
	return c
}

// add takes in a choice such as 4'b1zz, 4'h9 or 3'sh2.
func (c *cover) add(choice string) {
	_, digits, ok := strings.Cut(choice, "'")
	digits = strings.TrimPrefix(digits, "s")
	if c.whole || !ok || digits == "" {
		return
	}
	if digits[0] != 'b' {
		c.value(levels.Const(choice, 0))
		return
	}
	free, want, count := 0, 0, 0
	for _, d := range strings.ReplaceAll(digits[1:], "_", "") {
		switch free, want = free<<1, want<<1; d {
		case '1':
			want |= 1
		case '0':
		default:
			free |= 1
			count++
		}
	}
	c.sum += math.Ldexp(1, count)
	for v := range 64 * len(c.met) {
		if v < 1<<c.width && v&^free == want {
			c.met[v/64] |= 1 << (v % 64)
		}
	}
}

// value takes in a choice that is one value. One that the selector cannot have counts for nothing.
func (c *cover) value(choice levels.Levels) {
	if !choice.Known() {
		return
	}
	own := choice.One & levels.Mask(c.width)
	repeated := own
	if c.signed && own>>(c.width-1) == 1 {
		repeated |= levels.Mask(choice.Width) &^ levels.Mask(c.width)
	}
	if repeated != choice.One {
		return
	}
	c.sum++
	if c.met != nil {
		c.met[own/64] |= 1 << (own % 64)
	}
}

func (c *cover) full() bool {
	switch {
	case c.whole:
		return true
	case c.met == nil:
		return c.sum >= math.Ldexp(1, c.width)
	}
	count := 0
	for _, w := range c.met {
		count += bits.OnesCount64(w)
	}
	return count == 1<<c.width
}

// plainType returns a type by its number without other names for it, or nil. An enumeration is of the bits that hold
// it, as hardware has them: newer versions of Verilator alone tell it from those.
func (n *Netlist) plainType(dtype string) *Node {
	d := n.types[dtype]
	for d != nil && (d.Kind() == "refdtype" || d.Kind() == "constdtype" || d.Kind() == "enumdtype") {
		d = n.types[d.Attr("sub_dtype_id")]
	}
	return d
}

// Width returns the width of a type in bits, or 0.
func (n *Netlist) Width(dtype string) int {
	d := n.plainType(dtype)
	switch {
	case d == nil || d.Kind() != "basicdtype":
		return 0
	case d.Attr("left") == "":
		return 1
	}
	left, err := strconv.Atoi(d.Attr("left"))
	right, err2 := strconv.Atoi(d.Attr("right"))
	if err != nil || err2 != nil {
		return 0
	}
	return max(left-right, right-left) + 1
}

// resetLevel finds asynchronous resets that are tested for the level that they do not have
// after their edge.
func (n *Netlist) resetLevel(p *alwaysBlock, add addFinding) {
	if len(p.rising) < 2 {
		return
	}
	told := false
	tell := func(cond *Node, s *Scope, high, low branch) {
		cond, inverted := tested(cond)
		if inverted {
			high, low = low, high
		}
		rising, edge := p.rising[s.Find(NameOf(cond))]
		if !edge || told {
			return
		}
		level := "high"
		after, other := high, low
		if !rising {
			level, after, other = "low", low, high
		}
		if after.other == 0 || other.constant == 0 || other.other > 0 {
			return
		}
		told = true
		add(p.module, finding.CodeResetLevel, finding.ChangesBehaviour, n.Place(cond),
			"the block waits for %[1]s to go %[2]s, and resets while %[1]s is not %[2]s: turn the edge or the test around", NameOf(cond), level)
	}
	p.list.walk(p.node, p.scope, func(c *Node, s *Scope) bool {
		switch {
		case c.Kind() == "if" && len(c.Nodes) > 2:
			tell(&c.Nodes[0], s, branchOf(&c.Nodes[1]), branchOf(&c.Nodes[2]))
		case isAssign(c):
			if cond, high, low := chosen(&c.Nodes[0]); cond != nil {
				tell(cond, s, high, low)
			}
		}
		return !isAssign(c)
	})
}

// tested returns the signal that a condition compares with a level, and whether it is true at the low one.
func tested(cond *Node) (signal *Node, inverted bool) {
	for {
		switch kind := cond.Kind(); {
		case (kind == "not" || kind == "lognot") && len(cond.Nodes) == 1:
			cond, inverted = &cond.Nodes[0], !inverted
		case (kind == "eq" || kind == "neq") && len(cond.Nodes) == 2:
			value, other := &cond.Nodes[0], &cond.Nodes[1]
			if other.Kind() == "const" {
				value, other = other, value
			}
			level := levels.Const(value.Attr("name"), 1)
			if value.Kind() != "const" || !level.Known() {
				return cond, inverted
			}
			cond, inverted = other, inverted != ((kind == "eq") == (level.One == 0))
		default:
			return cond, inverted
		}
	}
}

// branch counts the assignments of constants in a branch, and all others.
type branch struct{ constant, other int }

var constantBranch, otherBranch = branch{constant: 1}, branch{other: 1}

// chosen returns the signal by which a value is chosen from two, or nil: Verilator writes the
// choice between a bit and a constant as "and" and "or".
func chosen(v *Node) (cond *Node, high, low branch) {
	if v.Kind() == "cond" && len(v.Nodes) == 3 && v.Nodes[0].Kind() == "varref" {
		return &v.Nodes[0], branchOfValue(&v.Nodes[1]), branchOfValue(&v.Nodes[2])
	}
	if k := v.Kind(); k != "and" && k != "or" || len(v.Nodes) != 2 {
		return nil, high, low
	}
	cond, high, low = &v.Nodes[0], otherBranch, constantBranch
	inverted := cond.Kind() == "not" && len(cond.Nodes) == 1
	if inverted {
		cond = &cond.Nodes[0]
	}
	if inverted != (v.Kind() == "or") {
		high, low = low, high
	}
	if cond.Kind() != "varref" {
		return nil, high, low
	}
	return cond, high, low
}

// branchOf counts the assignments below a node.
func branchOf(n *Node) (all branch) {
	if isAssign(n) {
		return branchOfValue(&n.Nodes[0])
	}
	for i := range n.Nodes {
		b := branchOf(&n.Nodes[i])
		all.constant, all.other = all.constant+b.constant, all.other+b.other
	}
	return all
}

func branchOfValue(n *Node) branch {
	if n.Kind() == "const" {
		return constantBranch
	}
	return otherBranch
}

// races finds what is assigned at once under a clock, and read under a clock by another block,
// which may come before or after it.
func (n *Netlist) races(m *Module, add addFinding) {
	for _, p := range m.processes {
		if !p.clocked() {
			continue
		}
		told := make(map[*Variable]bool)
		for _, a := range p.assignments() {
			v := a.target
			if a.node.Kind() != "assign" || v == nil || v.Shared || told[v] {
				continue
			}
			for _, other := range m.processes {
				if other == p || !other.clocked() || other.reads()[v] == nil {
					continue
				}
				told[v] = true
				add(m, codeRace, finding.ChangesBehaviour, n.Place(a.node),
					"%s is assigned with = under a clock, and read by the block in line %s: which of them comes first is not defined; write <=",
					v.Name, lineOf(n.Place(other.node)))
				break
			}
		}
	}
}

// selfish are operators by which a register that depends on itself never gets a known value.
var selfish = []string{"add", "sub", "not", "xor", "negate"}

// unset finds registers that are counted on from a value that is never set.
func (n *Netlist) unset(m *Module, add addFinding) {
	type uses struct {
		first *Node
		other bool // it is set by itself
	}
	all := make(map[*Variable]*uses)
	var order []*Variable
	for _, p := range m.processes {
		for _, a := range p.assignments() {
			if a.target == nil {
				continue
			}
			u := all[a.target]
			if u == nil {
				u = &uses{first: a.node}
				all[a.target] = u
				order = append(order, a.target)
			}
			value := &a.node.Nodes[0]
			u.other = u.other || !p.clocked() || !a.whole || !slices.Contains(selfish, value.Kind()) ||
				!slices.ContainsFunc(value.Nodes, func(c Node) bool { return c.Kind() == "varref" && a.scope.Find(c.Attr("name")) == a.target })
		}
	}
	for _, v := range order {
		if u := all[v]; !u.other && !v.touched && !v.Shared && !v.Memory && !v.Inout {
			add(m, codeNoInit, finding.ChangesBehaviour, n.Place(u.first),
				"%s goes on from its own value, and nothing ever sets it: it has no reset and no initial value, so it begins with any", v.Name)
		}
	}
}

// memories finds those that are too large for anything but block RAM, and are read without
// a clock, which no block RAM can do.
func (n *Netlist) memories(m *Module, add addFinding) {
	for _, v := range m.Vars {
		words, width := n.array(v.Dtype)
		if words*width < blockRAM || !m.written(v) {
			continue
		}
		at := n.unclockedRead(m.Node, v, m)
		if at == "" {
			continue
		}
		register := "always @(posedge clk) q <= " + v.Name + "[address]"
		if PlaceInVHDL(at) {
			register = "if rising_edge(clk) then q <= " + v.Name + "(to_integer(address)); end if;"
		}
		add(m, codeMemory, finding.Costly, at,
			"%s, %d x %d bits, is read without a clock here: no block RAM can, so it becomes %s; read it into a register: %s",
			v.Name, words, width, humanize.Plural(words*width, "flip-flop", "flip-flops"), register)
	}
}

// PlaceInVHDL reports whether a place, FILE:LINE:COLUMN, is in VHDL.
func PlaceInVHDL(place string) bool {
	file, _, _ := strings.Cut(place, ":")
	return sources.IsVHDL(file)
}

// written reports whether a clocked block writes elements of a variable.
func (m *Module) written(v *Variable) bool {
	return slices.ContainsFunc(m.processes, func(p *alwaysBlock) bool {
		return p.clocked() && slices.ContainsFunc(p.assignments(), func(a assignment) bool { return a.target == v })
	})
}

// array returns the number of elements of an array type and their width in bits; 0 for any
// other type.
func (n *Netlist) array(dtype string) (words, width int) {
	d := n.types[dtype]
	if d == nil || d.Kind() != "unpackarraydtype" || len(d.Nodes) == 0 || len(d.Nodes[0].Nodes) != 2 {
		return 0, 0
	}
	from, ok := Number(&d.Nodes[0].Nodes[0])
	to, ok2 := Number(&d.Nodes[0].Nodes[1])
	if !ok || !ok2 {
		return 0, 0
	}
	return max(from-to, to-from) + 1, n.Width(d.Attr("sub_dtype_id"))
}

// unclockedRead returns the place below a node of a module at which an element of a memory is read
// but into a register, or empty.
func (n *Netlist) unclockedRead(of *Node, v *Variable, m *Module) string {
	var look func(c *Node, clocked, direct bool) string
	each := func(nodes []Node, clocked bool, direct func(i int) bool) string {
		for i := range nodes {
			if at := look(&nodes[i], clocked, direct(i)); at != "" {
				return at
			}
		}
		return ""
	}
	always := func(direct bool) func(int) bool { return func(int) bool { return direct } }
	look = func(c *Node, clocked, direct bool) string {
		switch kind := c.Kind(); {
		case kind == "initial" || kind == "initialstatic" || kind == "func" || kind == "task" || kind == "var" || kind == "sentree":
			return ""
		case kind == "always":
			i := slices.IndexFunc(m.processes, func(p *alwaysBlock) bool { return p.node == c })
			return each(c.Nodes, i >= 0 && m.processes[i].clocked(), always(false))
		case isAssign(c) || kind == "contassign":
			return each(c.Nodes[:max(0, len(c.Nodes)-1)], clocked, always(clocked))
		case kind == "arraysel" && len(c.Nodes) == 2 && c.Nodes[0].Kind() == "varref" && c.Nodes[0].Attr("name") == v.Name:
			if !direct {
				return n.Place(c)
			}
			return look(&c.Nodes[1], clocked, false)
		default:
			return each(c.Nodes, clocked, func(i int) bool {
				return direct && (kind == "extend" || kind == "sel" && i == 0 || kind == "cond" && i > 0)
			})
		}
	}
	return look(of, false, false)
}
