package netlist

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
)

// Node is an element of Verilator's description of a design.
type Node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Nodes   []Node     `xml:",any"`
}

// Kind returns what the node is, such as varref.
func (n *Node) Kind() string { return n.XMLName.Local }

// Attr returns an attribute of the node, or "".
func (n *Node) Attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// Last returns the last child: in an assignment, its target.
func (n *Node) Last() *Node {
	if len(n.Nodes) == 0 {
		return nil
	}
	return &n.Nodes[len(n.Nodes)-1]
}

// floats reports whether the node or one below it is a constant with a z bit.
func (n *Node) floats() bool {
	if n.Kind() == "const" {
		_, digits, _ := strings.Cut(n.Attr("name"), "'")
		return strings.ContainsAny(digits, "zZ")
	}
	for i := range n.Nodes {
		if n.Nodes[i].floats() {
			return true
		}
	}
	return false
}

// Netlist holds the variables of a design with their drivers, as Verilator elaborated
// them.
type Netlist struct {
	Files   map[string]string // names by number
	Modules map[string]*Module
	placed  map[string]string // modules of the instances by file:line:column
	Order   []*Module
	types   map[string]*Node // by number
	Scopes  map[*Node]*Scope // of the blocks that declare something
	Top     *Module
	looks   int // drivers examined so far
}

// Module is a module with the parameters of its instances.
type Module struct {
	Name      string // as the design has it
	Vars      []*Variable
	Ports     map[string]*Variable
	Pins      []string // its ports in order
	processes []*alwaysBlock
	Node      *Node
}

// Variable is a variable or net, and what drives it.
type Variable struct {
	Name     string
	Loc      string // file:line:column
	Dtype    string // the number of its type
	Shared   bool   // a counter of loops, which several blocks may use
	constant string // the value of a parameter, or empty
	local    bool   // to a process
	Input    bool
	Inout    bool
	Memory   bool // elements are assigned to
	touched  bool // by an initial value, a task or an inout of an instance
	drivers  []driver
}

// driver is an assignment or an output that drives a variable, or some of its bits.
type driver struct {
	owner  *Node  // a variable may have only one
	loc    string // file:line:column
	low    int    // the first bit
	width  int    // 0: all bits, or unknown ones
	floats bool   // not always driven
	module string // of the driving instance
	port   string // output of that instance
}

// Read reads a description.
func Read(d *Description) *Netlist {
	n := &Netlist{
		Files: d.files, Modules: make(map[string]*Module), placed: make(map[string]string),
		types: make(map[string]*Node), Scopes: make(map[*Node]*Scope),
	}
	for _, t := range d.Types {
		n.types[t.Attr("id")] = t
	}
	for _, m := range d.Modules {
		n.module(m)
	}
	return n
}

// Place returns file:line:column of a node.
func (n *Netlist) Place(of *Node) string {
	part := strings.Split(of.Attr("loc"), ",")
	if len(part) < 3 {
		return ""
	}
	return n.Files[part[0]] + ":" + part[1] + ":" + part[2]
}

// Scope holds the variables of a block and links to the block around it.
type Scope struct {
	vars  map[string]*Variable
	outer *Scope
}

// Find returns the variable that a name means in the block, or nil.
func (s *Scope) Find(name string) *Variable {
	for ; s != nil; s = s.outer {
		if v := s.vars[name]; v != nil {
			return v
		}
	}
	return nil
}

func (n *Netlist) module(m *Node) {
	r := &moduleReader{list: n, module: &Module{Name: m.Attr("origName"), Ports: make(map[string]*Variable), Node: m}}
	n.Modules[m.Attr("name")] = r.module
	n.Order = append(n.Order, r.module)
	if m.Attr("topModule") == "1" {
		n.Top = r.module
	}
	r.block(m, nil)
}

type moduleReader struct {
	list   *Netlist
	module *Module
}

// declare makes the scope of a block.
func (r *moduleReader) declare(block *Node, outer *Scope) *Scope {
	s := &Scope{make(map[string]*Variable), outer}
	r.list.Scopes[block] = s
	for i := range block.Nodes {
		v := &block.Nodes[i]
		if v.Kind() != "var" {
			continue
		}
		kind, dir := v.Attr("vartype"), v.Attr("dir")
		made := &Variable{
			Name: v.Attr("name"), Loc: r.list.Place(v), Dtype: v.Attr("dtype_id"), Input: dir == "input", Inout: dir == "inout",
			Shared: kind == "integer" || kind == "int" || v.Attr("param") != "",
		}
		if (v.Attr("param") != "" || v.Attr("localparam") != "") && len(v.Nodes) == 1 && v.Nodes[0].Kind() == "const" {
			made.constant = v.Nodes[0].Attr("name")
		}
		s.vars[made.Name] = made
		r.module.Vars = append(r.module.Vars, made)
		if dir != "" && outer == nil {
			r.module.Ports[made.Name] = made
			r.module.Pins = append(r.module.Pins, made.Name)
		}
	}
	return s
}

// block reads the items of a module or of a generate block.
func (r *moduleReader) block(block *Node, outer *Scope) {
	s := r.declare(block, outer)
	for i := range block.Nodes {
		c := &block.Nodes[i]
		switch c.Kind() {
		case "contassign":
			r.drive(c.Last(), s, driver{owner: c, loc: r.list.Place(c), floats: c.floats()})
		case "always":
			r.module.processes = append(r.module.processes, r.newAlways(c, s))
			r.statements(c, s, driver{owner: c, loc: r.list.Place(c)})
		case "begin":
			r.block(c, s)
		case "instance":
			r.instance(c, s)
		case "initial", "initialstatic", "func", "task":
			if a := constantWire(block, c); a != nil {
				r.drive(a.Last(), s, driver{owner: c, loc: r.list.Place(c), floats: a.floats()})
				continue
			}
			r.statements(c, s, driver{})
		}
	}
}

// constantWire returns the assignment in an initial block if that is how Verilator writes
// "assign x = 1'b0;": the variable has the same constant as its value then.
func constantWire(block, initial *Node) *Node {
	if initial.Kind() != "initial" || len(initial.Nodes) != 1 || initial.Nodes[0].Kind() != "assign" {
		return nil
	}
	a := &initial.Nodes[0]
	if a.Nodes[0].Kind() != "const" || a.Last().Kind() != "varref" {
		return nil
	}
	for i := range block.Nodes {
		v := &block.Nodes[i]
		if v.Kind() == "var" && v.Attr("name") == a.Last().Attr("name") {
			same := len(v.Nodes) == 1 && v.Nodes[0].Kind() == "const" && v.Nodes[0].Attr("loc") == a.Nodes[0].Attr("loc")
			if same {
				return a
			}
		}
	}
	return nil
}

// statements finds the assignments of a process. Without an owner in d they only mark
// variables as touched, and add no drivers.
func (r *moduleReader) statements(n *Node, outer *Scope, d driver) {
	s := r.declare(n, outer)
	for _, v := range s.vars {
		v.local = true
	}
	for i := range n.Nodes {
		c := &n.Nodes[i]
		if kind := c.Kind(); kind == "assign" || kind == "assigndly" {
			own := d
			if own.owner != nil {
				own.loc, own.floats = r.list.Place(c), c.floats()
			}
			r.drive(c.Last(), s, own)
			continue
		}
		if c.Kind() == "taskref" {
			r.touch(c, s)
		}
		r.statements(c, s, d)
	}
}

// touch marks every variable that is named below a node as possibly assigned.
func (r *moduleReader) touch(n *Node, s *Scope) {
	if v := s.Find(n.Attr("name")); v != nil && n.Kind() == "varref" {
		v.touched = true
	}
	for i := range n.Nodes {
		r.touch(&n.Nodes[i], s)
	}
}

// instance adds the outputs of an instance as drivers.
func (r *moduleReader) instance(n *Node, s *Scope) {
	r.list.placed[r.list.Place(n)] = n.Attr("defName")
	for i := range n.Nodes {
		p := &n.Nodes[i]
		if p.Kind() != "port" {
			continue
		}
		switch p.Attr("direction") {
		case "out":
			port := p.Attr("name")
			if number, ok := strings.CutPrefix(port, "__pinNumber"); ok {
				port = "#" + number
			}
			r.drive(p.Last(), s, driver{owner: p, loc: r.list.Place(n), module: n.Attr("defName"), port: port})
		case "inout":
			r.drive(p.Last(), s, driver{})
		}
	}
}

// drive adds a driver to the target of an assignment.
func (r *moduleReader) drive(target *Node, s *Scope, d driver) {
	if target == nil {
		return
	}
	switch target.Kind() {
	case "varref":
		if v := s.Find(target.Attr("name")); v != nil {
			v.touched = v.touched || d.owner == nil
			if d.owner != nil {
				v.drivers = append(v.drivers, d)
			}
		}
	case "sel":
		if len(target.Nodes) == 3 && d.width == 0 && target.Nodes[0].Kind() == "varref" {
			low, known := Number(&target.Nodes[1])
			width, wide := Number(&target.Nodes[2])
			if known && wide {
				d.low, d.width = low, width
			}
		}
		r.drive(&target.Nodes[0], s, d)
	case "arraysel":
		if base := Base(target); base != nil {
			if v := s.Find(base.Attr("name")); v != nil {
				v.Memory, v.touched = true, true
			}
		}
	case "concat", "replicate", "extend", "structsel", "membersel":
		for i := range target.Nodes {
			r.drive(&target.Nodes[i], s, d)
		}
	}
}

// Base returns the variable of an element selection, or nil.
func Base(n *Node) *Node {
	for n.Kind() != "varref" {
		if len(n.Nodes) == 0 {
			return nil
		}
		n = &n.Nodes[0]
	}
	return n
}

// Number returns the value of a constant.
func Number(n *Node) (int, bool) {
	if n.Kind() != "const" {
		return 0, false
	}
	v, err := strconv.Atoi(ConstValue(n.Attr("name")))
	return v, err == nil
}

// ConstValue returns the number of a constant such as 32'h1f.
func ConstValue(text string) string {
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

// Parameters are the values of the parameters in a file, less those that have several.
func (n *Netlist) Parameters(file string) map[string]int {
	values, several := make(map[string]int), make(map[string]bool)
	for _, m := range n.Order {
		for _, v := range m.Vars {
			if v.constant == "" || !strings.HasPrefix(v.Loc, file+":") {
				continue
			}
			value, err := strconv.Atoi(ConstValue(v.constant))
			if before, ok := values[v.Name]; err != nil || ok && before != value {
				several[v.Name] = true
			}
			values[v.Name] = value
		}
	}
	for name := range several {
		delete(values, name)
	}
	return values
}

// IsStatement reports whether nodes of a kind are statements.
func IsStatement(kind string) bool {
	return slices.Contains([]string{"assign", "assigndly", "if", "case", "begin", "while", "display", "taskref", "jumpblock", "comment", "stop", "finish"}, kind)
}
