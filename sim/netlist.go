package sim

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// node is an element of Verilator's description of a design.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Nodes   []node     `xml:",any"`
}

func (n *node) kind() string { return n.XMLName.Local }

func (n *node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// last returns the last child: in an assignment, its target.
func (n *node) last() *node {
	if len(n.Nodes) == 0 {
		return nil
	}
	return &n.Nodes[len(n.Nodes)-1]
}

// floats reports whether the node or one below it is a constant with a z bit.
func (n *node) floats() bool {
	if n.kind() == "const" {
		_, digits, _ := strings.Cut(n.attr("name"), "'")
		return strings.ContainsAny(digits, "zZ")
	}
	for i := range n.Nodes {
		if n.Nodes[i].floats() {
			return true
		}
	}
	return false
}

// netlist holds the variables of a design with their drivers, as Verilator elaborated
// them.
type netlist struct {
	files   map[string]string // names by number
	modules map[string]*netModule
	placed  map[string]string // modules of the instances by file:line:column
	order   []*netModule
	types   map[string]*node // by number
	scopes  map[*node]*scope // of the blocks that declare something
	top     *netModule
	looks   int // drivers examined so far
}

type netModule struct {
	name      string // as the design has it
	vars      []*variable
	ports     map[string]*variable
	pins      []string // its ports in order
	processes []*alwaysBlock
	node      *node
}

// variable is a variable or net, and what drives it.
type variable struct {
	name     string
	loc      string // file:line:column
	dtype    string // the number of its type
	shared   bool   // a counter of loops, which several blocks may use
	constant string // the value of a parameter, or empty
	local    bool   // to a process
	input    bool
	inout    bool
	memory   bool // elements are assigned to
	touched  bool // by an initial value, a task or an inout of an instance
	drivers  []driver
}

// driver is an assignment or an output that drives a variable, or some of its bits.
type driver struct {
	owner  *node  // a variable may have only one
	loc    string // file:line:column
	low    int    // the first bit
	width  int    // 0: all bits, or unknown ones
	floats bool   // not always driven
	module string // of the driving instance
	port   string // output of that instance
}

// readNetlist reads a description.
func readNetlist(d *description) *netlist {
	n := &netlist{
		files: d.files, modules: make(map[string]*netModule), placed: make(map[string]string),
		types: make(map[string]*node), scopes: make(map[*node]*scope),
	}
	for _, t := range d.types {
		n.types[t.attr("id")] = t
	}
	for _, m := range d.modules {
		n.module(m)
	}
	return n
}

// place returns file:line:column of a node.
func (n *netlist) place(of *node) string {
	part := strings.Split(of.attr("loc"), ",")
	if len(part) < 3 {
		return ""
	}
	return n.files[part[0]] + ":" + part[1] + ":" + part[2]
}

// scope holds the variables of a block and links to the block around it.
type scope struct {
	vars  map[string]*variable
	outer *scope
}

func (s *scope) find(name string) *variable {
	for ; s != nil; s = s.outer {
		if v := s.vars[name]; v != nil {
			return v
		}
	}
	return nil
}

func (n *netlist) module(m *node) {
	r := &moduleReader{list: n, module: &netModule{name: m.attr("origName"), ports: make(map[string]*variable), node: m}}
	n.modules[m.attr("name")] = r.module
	n.order = append(n.order, r.module)
	if m.attr("topModule") == "1" {
		n.top = r.module
	}
	r.block(m, nil)
}

type moduleReader struct {
	list   *netlist
	module *netModule
}

// declare makes the scope of a block.
func (r *moduleReader) declare(block *node, outer *scope) *scope {
	s := &scope{make(map[string]*variable), outer}
	r.list.scopes[block] = s
	for i := range block.Nodes {
		v := &block.Nodes[i]
		if v.kind() != "var" {
			continue
		}
		kind, dir := v.attr("vartype"), v.attr("dir")
		made := &variable{
			name: v.attr("name"), loc: r.list.place(v), dtype: v.attr("dtype_id"), input: dir == "input", inout: dir == "inout",
			shared: kind == "integer" || kind == "int" || v.attr("param") != "",
		}
		if (v.attr("param") != "" || v.attr("localparam") != "") && len(v.Nodes) == 1 && v.Nodes[0].kind() == "const" {
			made.constant = v.Nodes[0].attr("name")
		}
		s.vars[made.name] = made
		r.module.vars = append(r.module.vars, made)
		if dir != "" && outer == nil {
			r.module.ports[made.name] = made
			r.module.pins = append(r.module.pins, made.name)
		}
	}
	return s
}

// block reads the items of a module or of a generate block.
func (r *moduleReader) block(block *node, outer *scope) {
	s := r.declare(block, outer)
	for i := range block.Nodes {
		c := &block.Nodes[i]
		switch c.kind() {
		case "contassign":
			r.drive(c.last(), s, driver{owner: c, loc: r.list.place(c), floats: c.floats()})
		case "always":
			r.module.processes = append(r.module.processes, r.newAlways(c, s))
			r.statements(c, s, driver{owner: c, loc: r.list.place(c)})
		case "begin":
			r.block(c, s)
		case "instance":
			r.instance(c, s)
		case "initial", "initialstatic", "func", "task":
			if a := constantWire(block, c); a != nil {
				r.drive(a.last(), s, driver{owner: c, loc: r.list.place(c), floats: a.floats()})
				continue
			}
			r.statements(c, s, driver{})
		}
	}
}

// constantWire returns the assignment in an initial block if that is how Verilator writes
// "assign x = 1'b0;": the variable has the same constant as its value then.
func constantWire(block, initial *node) *node {
	if initial.kind() != "initial" || len(initial.Nodes) != 1 || initial.Nodes[0].kind() != "assign" {
		return nil
	}
	a := &initial.Nodes[0]
	if a.Nodes[0].kind() != "const" || a.last().kind() != "varref" {
		return nil
	}
	for i := range block.Nodes {
		v := &block.Nodes[i]
		if v.kind() == "var" && v.attr("name") == a.last().attr("name") {
			same := len(v.Nodes) == 1 && v.Nodes[0].kind() == "const" && v.Nodes[0].attr("loc") == a.Nodes[0].attr("loc")
			if same {
				return a
			}
		}
	}
	return nil
}

// statements finds the assignments of a process. Without an owner in d they only mark
// variables as touched, and add no drivers.
func (r *moduleReader) statements(n *node, outer *scope, d driver) {
	s := r.declare(n, outer)
	for _, v := range s.vars {
		v.local = true
	}
	for i := range n.Nodes {
		c := &n.Nodes[i]
		if kind := c.kind(); kind == "assign" || kind == "assigndly" {
			own := d
			if own.owner != nil {
				own.loc, own.floats = r.list.place(c), c.floats()
			}
			r.drive(c.last(), s, own)
			continue
		}
		if c.kind() == "taskref" {
			r.touch(c, s)
		}
		r.statements(c, s, d)
	}
}

// touch marks every variable that is named below a node as possibly assigned.
func (r *moduleReader) touch(n *node, s *scope) {
	if v := s.find(n.attr("name")); v != nil && n.kind() == "varref" {
		v.touched = true
	}
	for i := range n.Nodes {
		r.touch(&n.Nodes[i], s)
	}
}

// instance adds the outputs of an instance as drivers.
func (r *moduleReader) instance(n *node, s *scope) {
	r.list.placed[r.list.place(n)] = n.attr("defName")
	for i := range n.Nodes {
		p := &n.Nodes[i]
		if p.kind() != "port" {
			continue
		}
		switch p.attr("direction") {
		case "out":
			port := p.attr("name")
			if number, ok := strings.CutPrefix(port, "__pinNumber"); ok {
				port = "#" + number
			}
			r.drive(p.last(), s, driver{owner: p, loc: r.list.place(n), module: n.attr("defName"), port: port})
		case "inout":
			r.drive(p.last(), s, driver{})
		}
	}
}

// drive adds a driver to the target of an assignment.
func (r *moduleReader) drive(target *node, s *scope, d driver) {
	if target == nil {
		return
	}
	switch target.kind() {
	case "varref":
		if v := s.find(target.attr("name")); v != nil {
			v.touched = v.touched || d.owner == nil
			if d.owner != nil {
				v.drivers = append(v.drivers, d)
			}
		}
	case "sel":
		if len(target.Nodes) == 3 && d.width == 0 && target.Nodes[0].kind() == "varref" {
			low, known := number(&target.Nodes[1])
			width, wide := number(&target.Nodes[2])
			if known && wide {
				d.low, d.width = low, width
			}
		}
		r.drive(&target.Nodes[0], s, d)
	case "arraysel":
		if base := base(target); base != nil {
			if v := s.find(base.attr("name")); v != nil {
				v.memory, v.touched = true, true
			}
		}
	case "concat", "replicate", "extend", "structsel", "membersel":
		for i := range target.Nodes {
			r.drive(&target.Nodes[i], s, d)
		}
	}
}

// base returns the variable of an element selection, or nil.
func base(n *node) *node {
	for n.kind() != "varref" {
		if len(n.Nodes) == 0 {
			return nil
		}
		n = &n.Nodes[0]
	}
	return n
}

func number(n *node) (int, bool) {
	if n.kind() != "const" {
		return 0, false
	}
	v, err := strconv.Atoi(constValue(n.attr("name")))
	return v, err == nil
}

// constValue returns the number of a constant such as 32'h1f.
func constValue(text string) string {
	_, digits, ok := strings.Cut(text, "'")
	if !ok {
		return text
	}
	n, err := strconv.ParseInt(strings.TrimLeft(digits, "sh"), 16, 32)
	if err != nil {
		return "0"
	}
	return strconv.FormatInt(n, 10)
}

// parameters are the values of the parameters in a file, less those that have several.
func (n *netlist) parameters(file string) map[string]int {
	values, several := make(map[string]int), make(map[string]bool)
	for _, m := range n.order {
		for _, v := range m.vars {
			if v.constant == "" || !strings.HasPrefix(v.loc, file+":") {
				continue
			}
			value, err := strconv.Atoi(constValue(v.constant))
			if before, ok := values[v.name]; err != nil || ok && before != value {
				several[v.name] = true
			}
			values[v.name] = value
		}
	}
	for name := range several {
		delete(values, name)
	}
	return values
}
