package netlist

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
)

// Description is a design as Verilator has elaborated it, whether it wrote XML, as versions up to 5.038 do,
// or JSON, as those from 5.022 on do. Its nodes have the names and attributes of the XML.
type Description struct {
	files   map[string]string // names by number
	Modules []*Node
	Types   []*Node
}

// maxDescription bounds the description in XML that is looked through for drivers.
const maxDescription = 64 << 20

// jsonSize is how much more room a design takes in JSON than in XML, at most.
const jsonSize = 3

// TooLarge reports whether a description is looked through for ports alone.
func TooLarge(tree []byte) bool {
	if isXML(tree) {
		return len(tree) > maxDescription
	}
	return len(tree) > jsonSize*maxDescription
}

// isXML reports whether a description is in XML, and not in JSON.
func isXML(tree []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(tree[:min(len(tree), 16)]), []byte("<"))
}

// ReadDescription reads the files of a description. Of one for the ports alone, the modules have no nodes but
// their variables.
func ReadDescription(tree, details []byte, portsAlone bool) (*Description, error) {
	read := readJSON
	if isXML(tree) {
		read = readXML
	}
	d, err := read(tree, details, portsAlone)
	if err != nil {
		return nil, fmt.Errorf("read Verilator's description: %w", err)
	}
	if len(d.Modules) == 0 || len(d.Types) == 0 || len(d.files) == 0 {
		return nil, errors.New("read Verilator's description: no module, no type or no file is in it; " +
			"this version may be too new for Loopline: see loopline doctor --tools")
	}
	return d, nil
}

func readXML(tree, _ []byte, portsAlone bool) (*Description, error) {
	d := &Description{files: make(map[string]string)}
	in := xml.NewDecoder(bytes.NewReader(plainXML(tree)))
	var module *Node
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
		n := Node{XMLName: start.Name, Attrs: start.Copy().Attr}
		switch kind := start.Name.Local; {
		case module != nil && portsAlone && kind != "var":
			err = in.Skip()
		case module != nil:
			n.Attrs = nil
			err = in.DecodeElement(&n, &start)
			module.Nodes = append(module.Nodes, n)
		case kind == "verilator_xml" || kind == "netlist" || kind == "files":
		case kind == "file":
			d.files[n.Attr("id")] = n.Attr("filename")
			err = in.Skip()
		case kind == "module":
			module = &n
			d.Modules = append(d.Modules, module)
		case kind == "typetable":
			n.Attrs = nil
			err = in.DecodeElement(&n, &start)
			for i := range n.Nodes {
				d.Types = append(d.Types, &n.Nodes[i])
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
