package animation

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// document is a picture taken apart: elements that hold no others but text,
// each with the groups around it.
type document struct {
	box      [4]float64
	rest     string // attributes of the root, but for its viewBox
	elements []string
}

// parse takes an SVG document apart. Groups, which are g elements, are put
// around each element that they hold.
func parse(text []byte) (*document, error) {
	p := parser{in: xml.NewDecoder(bytes.NewReader(text))}
	for {
		token, err := p.in.Token()
		switch {
		case errors.Is(err, io.EOF) && p.d.box[2] > 0:
			return &p.d, nil
		case errors.Is(err, io.EOF):
			return nil, errors.New("no svg element with a viewBox")
		case err != nil:
			return nil, err
		}
		if err := p.take(token); err != nil {
			return nil, err
		}
	}
}

type parser struct {
	in     *xml.Decoder
	d      document
	groups []string // the starts of those that are open
	leaf   strings.Builder
	depth  int // of elements inside a leaf
}

func (p *parser) take(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		return p.start(t)
	case xml.EndElement:
		p.end(t.Name.Local)
	case xml.CharData:
		if p.depth > 0 {
			_ = xml.EscapeText(&p.leaf, t)
		}
	}
	return nil
}

func (p *parser) start(t xml.StartElement) error {
	if p.d.box[2] == 0 {
		return p.root(t)
	}
	if t.Name.Local == "g" && p.depth == 0 {
		p.groups = append(p.groups, startTag(t))
		return nil
	}
	if p.depth == 0 {
		p.leaf.Reset()
	}
	p.leaf.WriteString(startTag(t))
	p.depth++
	return nil
}

// root reads the svg element.
func (p *parser) root(t xml.StartElement) error {
	for _, a := range t.Attr {
		switch a.Name.Local {
		case "xmlns", "data-by":
		case "viewBox":
			words := strings.Fields(a.Value)
			if len(words) != len(p.d.box) {
				return fmt.Errorf("viewBox %q has not four numbers", a.Value)
			}
			for i, w := range words {
				var err error
				if p.d.box[i], err = strconv.ParseFloat(w, 64); err != nil {
					return fmt.Errorf("viewBox %q: %w", a.Value, err)
				}
			}
		default:
			p.d.rest += attribute(a)
		}
	}
	if t.Name.Local != "svg" || p.d.box[2] <= 0 || p.d.box[3] <= 0 {
		return errors.New("no svg element with a viewBox")
	}
	return nil
}

func (p *parser) end(name string) {
	switch {
	case p.depth > 0:
		fmt.Fprintf(&p.leaf, "</%s>", name)
		if p.depth--; p.depth == 0 {
			text := strings.Join(p.groups, "") + closed(p.leaf.String()) + strings.Repeat("</g>", len(p.groups))
			p.d.elements = append(p.d.elements, text)
		}
	case name == "g" && len(p.groups) > 0:
		p.groups = p.groups[:len(p.groups)-1]
	}
}

// closed writes an element that holds nothing in its short form.
func closed(leaf string) string {
	if i := strings.Index(leaf, "></"); i >= 0 && strings.Count(leaf, "<") == 2 {
		return leaf[:i] + "/>"
	}
	return leaf
}

func startTag(t xml.StartElement) string {
	var b strings.Builder
	b.WriteString("<" + t.Name.Local)
	for _, a := range t.Attr {
		b.WriteString(attribute(a))
	}
	b.WriteByte('>')
	return b.String()
}

func attribute(a xml.Attr) string {
	name := a.Name.Local
	if a.Name.Space != "" {
		name = a.Name.Space + ":" + name
	}
	return fmt.Sprintf(` %s="%s"`, name, escaped(a.Value))
}
