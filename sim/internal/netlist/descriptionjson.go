package netlist

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// jsonReader reads Verilator's tree in JSON into the nodes that its XML would have.
type jsonReader struct {
	in         *json.Decoder
	portsAlone bool
	named      map[string]string // modules and variables by address
	directions map[string]string // of variables by address
}

// deepestJSON bounds how deep nodes lie in each other.
const deepestJSON = 10_000

func readJSON(tree, details []byte, portsAlone bool) (*Description, error) {
	var about struct {
		Files map[string]struct{ Filename string }
	}
	if err := json.Unmarshal(plainJSON(details), &about); err != nil {
		return nil, err
	}
	d := &Description{files: make(map[string]string)}
	for number, file := range about.Files {
		d.files[number] = file.Filename
	}
	r := &jsonReader{
		in: json.NewDecoder(bytes.NewReader(plainJSON(tree))), portsAlone: portsAlone,
		named: make(map[string]string), directions: make(map[string]string),
	}
	r.in.UseNumber()
	if err := r.expect('{'); err != nil {
		return nil, err
	}
	read, err := r.node("", 0)
	if err != nil {
		return nil, err
	}
	var top *Node
	level := func(n *Node) int {
		l, _ := strconv.Atoi(n.Attr("level")) // digits
		return l
	}
	for i := range read.nodes {
		switch n := &read.nodes[i]; n.Kind() {
		case "module":
			r.resolve(n)
			d.Modules = append(d.Modules, n)
			if level(n) > 0 && (top == nil || level(n) < level(top)) {
				top = n
			}
		case "typetable":
			for k := range n.Nodes {
				d.Types = append(d.Types, &n.Nodes[k])
			}
		}
	}
	if top != nil {
		top.set("topModule", "1")
	}
	return d, nil
}

// plainJSON returns a text without what no JSON may hold.
func plainJSON(text []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text)
}

func (n *Node) set(name, value string) {
	if value != "" {
		n.Attrs = append(n.Attrs, xml.Attr{Name: xml.Name{Local: name}, Value: value})
	}
}

func (r *jsonReader) expect(want json.Delim) error {
	token, err := r.in.Token()
	if err == nil && token != want {
		err = fmt.Errorf("%v where %v belongs, at byte %d", token, want, r.in.InputOffset())
	}
	return err
}

// jsonNode is an object of the tree: its fields but those that hold nodes, and these.
type jsonNode struct {
	kind   string // as the tree has it, such as ASSIGNW
	fields map[string]string
	nodes  []Node // of all its lists in order
	then   []Node // of a choice; nodes has its condition
	others []Node
}

// keptFields are the fields of a node that are used.
var keptFields = map[string]bool{
	"type": true, "name": true, "addr": true, "loc": true, "dtypep": true, "origName": true, "level": true, "direction": true,
	"varType": true, "dtypeName": true, "modp": true, "modVarp": true, "edgeType": true, "keyword": true, "range": true,
	"refDTypep": true, "widthConst": true, "signed": true,
}

// node reads an object behind its brace. Its list within is that of another node's field.
func (r *jsonReader) node(parent string, depth int) (*jsonNode, error) {
	if depth > deepestJSON {
		return nil, fmt.Errorf("nodes lie more than %d deep in each other", deepestJSON)
	}
	n := &jsonNode{fields: make(map[string]string)}
	for r.in.More() {
		token, err := r.in.Token()
		if err != nil {
			return nil, err
		}
		field, _ := token.(string) // which a key is
		if token, err = r.in.Token(); err != nil {
			return nil, err
		}
		switch value := token.(type) {
		case json.Delim:
			if err := r.below(n, field, value, depth); err != nil {
				return nil, err
			}
		case string:
			if keptFields[field] {
				n.fields[field] = value
			}
		case json.Number:
			n.fields[field] = value.String()
		case bool:
			if keptFields[field] && value {
				n.fields[field] = "true"
			}
		}
		if field == "type" {
			n.kind = n.fields[field]
			if r.portsAlone && parent == "MODULE" && n.kind != "VAR" {
				n.kind = ""
			}
		}
	}
	return n, r.expect('}')
}

// below reads the nodes in a field of another node.
func (r *jsonReader) below(n *jsonNode, field string, opened json.Delim, depth int) error {
	if opened == '{' {
		child, err := r.node(n.kind, depth+1)
		if err == nil {
			n.nodes = append(n.nodes, r.made(child)...)
		}
		return err
	}
	if opened != '[' {
		return errors.New("a list ends that has not begun")
	}
	var list []Node
	for r.in.More() {
		token, err := r.in.Token()
		if err != nil {
			return err
		}
		if token != json.Delim('{') {
			continue // a word
		}
		child, err := r.node(n.kind, depth+1)
		if err != nil {
			return err
		}
		made := r.made(child)
		if n.kind == "CASEITEM" && field != "condsp" { // where XML has both in one list
			for i := range made {
				if !IsStatement(made[i].Kind()) {
					made[i] = Node{XMLName: xml.Name{Local: "begin"}, Nodes: []Node{made[i]}}
				}
			}
		}
		list = append(list, made...)
	}
	switch field {
	case "thensp":
		n.then = list
	case "elsesp":
		n.others = list
	case "childDTypep", "inlinesp", "attrsp", "delayp":
	default:
		n.nodes = append(n.nodes, list...)
	}
	return r.expect(']')
}

// xmlNames are the kinds that have another name in XML.
var xmlNames = map[string]string{"CELL": "instance", "PIN": "port", "GENBLOCK": "begin", "ASSIGNW": "contassign", "LOOP": "while"}

// made returns a node as it is in XML: none, or one, or those below it, which XML has in its place.
func (r *jsonReader) made(j *jsonNode) []Node {
	if name := j.fields["name"]; j.fields["addr"] != "" && (j.kind == "MODULE" || j.kind == "VAR") {
		r.named[j.fields["addr"]] = name
		r.directions[j.fields["addr"]] = strings.TrimSuffix(strings.ToLower(j.fields["direction"]), "put")
	}
	switch {
	case j.kind == "":
		return nil
	case j.kind == "ALWAYS" && j.fields["keyword"] == "cont_assign", j.kind == "STMTEXPR":
		return j.nodes
	case j.kind == "ASSIGN" && len(j.nodes) > 0 && j.nodes[0].Kind() == "creset": // the value that a variable begins with, which nobody wrote
		return nil
	}
	n := Node{XMLName: xml.Name{Local: cmp.Or(xmlNames[j.kind], strings.ToLower(j.kind))}, Nodes: j.nodes}
	n.set("loc", strings.ReplaceAll(j.fields["loc"], ":", ","))
	for _, field := range [...]string{"name", "origName", "level", "edgeType", "modp", "modVarp"} {
		n.set(field, j.fields[field])
	}
	switch isType := strings.HasSuffix(j.kind, "DTYPE"); {
	case isType:
		n.set("id", j.fields["addr"])
		n.set("sub_dtype_id", j.fields["refDTypep"])
		if left, right, ok := strings.Cut(j.fields["range"], ":"); ok {
			n.set("left", left)
			n.set("right", right)
		}
	default:
		n.set("dtype_id", j.fields["dtypep"])
	}
	switch j.kind {
	case "VAR":
		n.set("vartype", j.fields["dtypeName"])
		if direction := j.fields["direction"]; direction != "NONE" {
			n.set("dir", strings.ToLower(direction))
		}
		switch j.fields["varType"] {
		case "GPARAM":
			n.set("param", "true")
		case "LPARAM":
			n.set("localparam", "true")
		}
	case "SEL":
		if width := j.fields["widthConst"]; width != "" { // older versions have a node
			bits := Node{XMLName: xml.Name{Local: "const"}}
			w, _ := strconv.Atoi(width) // digits
			bits.set("name", fmt.Sprintf("32'h%x", w))
			n.Nodes = append(n.Nodes, bits)
		}
	}
	if j.then != nil || j.others != nil || j.kind == "IF" {
		n.Nodes = append(n.Nodes, Node{XMLName: xml.Name{Local: "begin"}, Nodes: j.then})
		if j.others != nil {
			n.Nodes = append(n.Nodes, Node{XMLName: xml.Name{Local: "begin"}, Nodes: j.others})
		}
	}
	return []Node{n}
}

// resolve writes names where the tree has addresses.
func (r *jsonReader) resolve(n *Node) {
	switch n.Kind() {
	case "instance":
		n.set("defName", r.named[n.Attr("modp")])
	case "port":
		at := n.Attr("modVarp")
		if name := r.named[at]; name != "" {
			for i := range n.Attrs {
				if n.Attrs[i].Name.Local == "name" {
					n.Attrs[i].Value = name
				}
			}
		}
		n.set("direction", r.directions[at])
	}
	for i := range n.Nodes {
		r.resolve(&n.Nodes[i])
	}
}
