package sim

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"sync"
)

// description is a design as Verilator has elaborated it, whether it wrote XML, as versions up to 5.038 do,
// or JSON, as those from 5.022 on do. Its nodes have the names and attributes of the XML.
type description struct {
	files   map[string]string // names by number
	modules []*node
	types   []*node
}

// Files of a description.
const (
	describedFile = "described"      // the tree
	detailsFile   = "described.meta" // what a tree in JSON leaves out; of XML empty
)

// maxDescription bounds the description in XML that is looked through for drivers.
const maxDescription = 64 << 20

// jsonSize is how much more room a design takes in JSON than in XML, at most.
const jsonSize = 3

// tooLarge reports whether a description is looked through for ports alone.
func tooLarge(tree []byte) bool {
	if isXML(tree) {
		return len(tree) > maxDescription
	}
	return len(tree) > jsonSize*maxDescription
}

func isXML(tree []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(tree[:min(len(tree), 16)]), []byte("<"))
}

// describe has Verilator describe a design that lies in a folder of dir, and put the files of the description
// into out, another one, which this makes. It returns what Verilator says.
func (t *toolchain) describe(ctx context.Context, dir, folder, out, verilator string, args ...string) (string, error) {
	asJSON, err := t.describesInJSON(ctx, dir, verilator)
	if err != nil {
		return "", err
	}
	to, err := filepath.Rel(filepath.Join(dir, folder), filepath.Join(dir, out))
	if err != nil {
		return "", err
	}
	tree, details := filepath.Join(to, describedFile), filepath.Join(to, detailsFile)
	how := []string{"--xml-only", "--xml-output", tree}
	if asJSON {
		how = []string{"--json-only", "--json-only-output", tree, "--json-only-meta-output", details}
	}
	how = append(how, "-Mdir", to, "-Wno-lint", "-Wno-style", "-Wno-fatal")
	said, err := t.run(ctx, dir, folder, []string{out}, verilator, append(how, args...)...)
	if err != nil || asJSON {
		return said, err
	}
	return said, os.WriteFile(filepath.Join(dir, out, detailsFile), nil, 0o644)
}

// describing remembers which Verilators describe a design in JSON, by their identities.
var describing sync.Map

// describesInJSON asks a Verilator, once, whether it knows the option.
func (t *toolchain) describesInJSON(ctx context.Context, dir, verilator string) (bool, error) {
	p, err := t.program(ctx, verilator)
	if err != nil {
		return false, err
	}
	program := p.Args[0]
	key := identity(program)
	if known, ok := describing.Load(key); ok {
		return known.(bool), nil
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return false, err
	}
	p.Dir, p.Visible = dir, append(p.Visible, dir)
	for _, option := range [...]string{"--json-only", "--xml-only"} {
		p := p
		p.Args = []string{program, option, "--version"}
		if _, err = t.isolation.Output(ctx, p); err == nil {
			describing.Store(key, option == "--json-only")
			return option == "--json-only", nil
		}
		if !isExit(err) { // it was killed, or does not run here
			break
		}
	}
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if fault := t.fault(ctx, program, dir); fault != nil {
		return false, fault
	}
	return false, &ToolError{fmt.Sprintf("%s describes no design, neither with --json-only nor with --xml-only: %v; "+
		"install a Verilator from 5.006 on", program, err)}
}

// readDescription reads the files of a description. Of one for the ports alone, the modules have no nodes but
// their variables.
func readDescription(tree, details []byte, portsAlone bool) (*description, error) {
	read := readJSON
	if isXML(tree) {
		read = readXML
	}
	d, err := read(tree, details, portsAlone)
	if err != nil {
		return nil, fmt.Errorf("read Verilator's description: %w", err)
	}
	if len(d.modules) == 0 || len(d.types) == 0 || len(d.files) == 0 {
		return nil, errors.New("read Verilator's description: no module, no type or no file is in it; " +
			"this version may be too new for Loopline: see loopline doctor --tools")
	}
	return d, nil
}

func readXML(tree, _ []byte, portsAlone bool) (*description, error) {
	d := &description{files: make(map[string]string)}
	in := xml.NewDecoder(bytes.NewReader(plainXML(tree)))
	var module *node
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return d, nil
		}
		if err != nil {
			return nil, err
		}
		if end, ok := token.(xml.EndElement); ok && end.Name.Local == "module" {
			module = nil
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		n := node{XMLName: start.Name, Attrs: start.Copy().Attr}
		switch kind := start.Name.Local; {
		case module != nil && portsAlone && kind != "var":
			err = in.Skip()
		case module != nil:
			n.Attrs = nil
			err = in.DecodeElement(&n, &start)
			module.Nodes = append(module.Nodes, n)
		case kind == "verilator_xml" || kind == "netlist" || kind == "files":
		case kind == "file":
			d.files[n.attr("id")] = n.attr("filename")
			err = in.Skip()
		case kind == "module":
			module = &n
			d.modules = append(d.modules, module)
		case kind == "typetable":
			n.Attrs = nil
			err = in.DecodeElement(&n, &start)
			for i := range n.Nodes {
				d.types = append(d.types, &n.Nodes[i])
			}
		default:
			err = in.Skip()
		}
		if err != nil {
			return nil, err
		}
	}
}

// plainXML returns a description without what no XML may hold: Verilator writes the
// texts of a design as they are.
func plainXML(text []byte) []byte {
	text = numbered.ReplaceAll(text, []byte("?"))
	return bytes.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return '?'
		}
		return r // bytes that are no UTF-8 become U+FFFD
	}, text)
}

var numbered = regexp.MustCompile(`&#x?[0-9a-fA-F]+;`)
