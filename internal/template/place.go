package template

import (
	"fmt"
	"strings"
	"text/template/parse"
)

// place is where in a page something is printed.
type place struct {
	tag   string // inside this tag; "" is in text
	attr  string // in the quoted value of this attribute
	begun bool   // something of the value was written
	raw   string // inside the element of this name, whose text is no HTML
}

// list goes through nodes, and tells what they print where it stands. It returns
// the place behind them.
func (p place) list(l *parse.ListNode) (place, error) {
	if l == nil {
		return p, nil
	}
	for _, n := range l.Nodes {
		var err error
		switch n := n.(type) {
		case *parse.TextNode:
			p, err = p.after(string(n.Text))
		case *parse.ActionNode:
			p, err = p.print(n)
		case *parse.IfNode:
			p, err = p.branches(&n.BranchNode)
		case *parse.WithNode:
			p, err = p.branches(&n.BranchNode)
		case *parse.RangeNode:
			p, err = p.branches(&n.BranchNode)
		case *parse.TemplateNode:
			if p != (place{}) {
				err = fmt.Errorf("%s stands inside a tag", n)
			}
		}
		if err != nil {
			return p, err
		}
	}
	return p, nil
}

// branches are two lists, which must end in one place.
func (p place) branches(n *parse.BranchNode) (place, error) {
	one, err := p.list(n.List)
	if err != nil {
		return p, err
	}
	other, err := p.list(n.ElseList)
	if err != nil {
		return p, err
	}
	one.begun, other.begun = one.begun || other.begun, one.begun || other.begun
	if one != other {
		return p, fmt.Errorf("%s: its branches end in different places", n.Pipe)
	}
	return one, nil
}

// print places what an action prints.
func (p place) print(n *parse.ActionNode) (place, error) {
	if len(n.Pipe.Decl) > 0 {
		return p, nil
	}
	escape := escapeText
	switch {
	case p.raw != "":
		return p, fmt.Errorf("%s is printed inside %s", n, p.raw)
	case p.tag != "" && p.attr == "":
		return p, fmt.Errorf("%s is printed inside a tag, outside quotes", n)
	case strings.HasPrefix(p.attr, "on") || p.attr == "style" || p.attr == "srcset" || p.attr == "srcdoc":
		return p, fmt.Errorf("%s is printed in the attribute %s", n, p.attr)
	case !p.begun && (p.attr == "href" || p.attr == "src" || p.attr == "action" || p.attr == "formaction"):
		escape = escapeAddress
	case p.attr != "":
		escape = escapeValue
	}
	p.begun = p.attr != ""
	call := &parse.CommandNode{NodeType: parse.NodeCommand, Pos: n.Pos, Args: []parse.Node{parse.NewIdentifier(escape).SetPos(n.Pos)}}
	n.Pipe.Cmds = append(n.Pipe.Cmds, call)
	return p, nil
}

// after is the place behind text.
func (p place) after(text string) (place, error) {
	for text != "" {
		switch {
		case p.attr != "":
			value, rest, ended := strings.Cut(text, `"`)
			p.begun = p.begun || value != ""
			if text = rest; ended {
				p.attr, p.begun = "", false
			}
		case p.tag != "":
			before, rest, mark := cutAny(text, `>"'`)
			if text = rest; mark == '\'' {
				return p, fmt.Errorf("an attribute of %s stands in single quotes", p.tag)
			}
			if mark == '"' {
				if p.attr = attribute(before); p.attr == "" {
					return p, fmt.Errorf("a value of %s has no attribute", p.tag)
				}
			}
			if mark == '>' {
				if p.tag == "script" || p.tag == "style" {
					p.raw = p.tag
				}
				p.tag = ""
			}
		case p.raw != "":
			_, rest, ended := strings.Cut(text, "</"+p.raw)
			if text = rest; ended {
				p.raw, p.tag = "", "/"
			}
		default:
			_, rest, begun := strings.Cut(text, "<")
			if text = rest; begun {
				p.tag = tagName(rest)
			}
		}
	}
	return p, nil
}

// cutAny cuts text at the first of some characters.
func cutAny(text, marks string) (before, after string, mark byte) {
	i := strings.IndexAny(text, marks)
	if i < 0 {
		return text, "", 0
	}
	return text[:i], text[i+1:], text[i]
}

// attribute is the name that stands before a value: NAME=.
func attribute(before string) string {
	before, found := strings.CutSuffix(before, "=")
	if !found {
		return ""
	}
	return strings.ToLower(before[strings.LastIndexAny(before, " \n\t")+1:])
}

// tagName is the name of a tag behind its <.
func tagName(rest string) string {
	if i := strings.IndexAny(rest, " \n\t>"); i >= 0 {
		rest = rest[:i]
	}
	if rest == "" {
		return "?"
	}
	return strings.ToLower(rest)
}

// escaper is what stands for characters that mean something in HTML.
var escaper = strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")

// The functions that print where it stands; templates cannot name them.
const (
	escapeText    = "_text"
	escapeValue   = "_value"
	escapeAddress = "_address"
)

// escapers are functions by their names.
var escapers = map[string]any{
	escapeText: func(v any) string {
		if ready, ok := v.(HTML); ok {
			return string(ready)
		}
		return escaper.Replace(printed(v))
	},
	escapeValue: func(v any) string { return escaper.Replace(printed(v)) },
	escapeAddress: func(v any) string {
		return escaper.Replace(safeAddress(printed(v)))
	},
}

// safeAddress is an address of a page, or # in the place of one that would run.
func safeAddress(address string) string {
	scheme, _, has := strings.Cut(address, ":")
	if !has || strings.ContainsAny(scheme, "/?#") {
		return address
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "mailto":
		return address
	}
	return "#"
}
