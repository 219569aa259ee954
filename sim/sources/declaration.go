package sources

import (
	"bytes"
	"regexp"
	"strings"
)

// Declaration is of a module in a file, or of something that is used as one is.
type Declaration struct {
	kind string // module, macromodule, primitive, interface, program or package
	name string
	File string
	Body []byte // from after the name to the end
}

const name = `([A-Za-z_][\w$]*|\\\S+)`

var (
	// Strings match first: a comment mark inside one begins no comment.
	textOrComment = regexp.MustCompile(`(?s)"(?:\\.|[^"\\\n])*"|/\*.*?(?:\*/|\z)|//[^\n]*`)
	declaration   = regexp.MustCompile(
		`\b(module|macromodule|primitive|interface|program|package)\s+(?:automatic\s+|static\s+)?` + name)
	ending  = regexp.MustCompile(`\bend(?:module|primitive|interface|program|package)\b`)
	include = regexp.MustCompile("`include\\s+\"([^\"\n]+)\"")

	// MODULE #(…) NAME (, MODULE NAME (, MODULE NAME [3:0] (, or PACKAGE::
	instance = regexp.MustCompile(name + `\s*(?:#|::|\s` + name + `\s*(?:\[[^\]]*\]\s*)*\()`)
	word     = regexp.MustCompile(`[A-Za-z_][\w$]*`)
)

// withoutComments returns the text of a file less its comments.
func withoutComments(text []byte) []byte {
	return textOrComment.ReplaceAllFunc(text, func(b []byte) []byte {
		if b[0] == '"' {
			return b
		}
		return []byte(" ")
	})
}

// declarationsIn lists the declarations in the text of a file without comments, in
// order.
func declarationsIn(file string, text []byte) (found []Declaration) {
	for {
		at := declaration.FindSubmatchIndex(text)
		if at == nil {
			return found
		}
		d := Declaration{kind: string(text[at[2]:at[3]]), name: string(text[at[4]:at[5]]), File: file}
		d.name = strings.TrimPrefix(d.name, `\`)
		text = text[at[1]:]
		d.Body = text
		if end := ending.FindIndex(text); end != nil {
			d.Body, text = text[:end[0]], text[end[1]:]
		}
		found = append(found, d)
	}
}

// ModulesIn returns the modules that a file without comments declares, in its order.
func ModulesIn(text []byte) (names []string) {
	for _, d := range declarationsIn("", text) {
		if d.isModule() {
			names = append(names, d.name)
		}
	}
	return names
}

func (d *Declaration) isModule() bool { return strings.HasSuffix(d.kind, "module") }

// portDeclared matches what a module without a body holds: ports, parameters, directives and attributes.
var portDeclared = regexp.MustCompile("(?m)\\b(?:input|output|inout|parameter|localparam|wire|tri[01]?|reg)\\b[^;]*;|^\\s*`[^\\n]*|\\(\\*.*?\\*\\)")

// blackBox reports whether a module has ports and no body.
func (d *Declaration) blackBox() bool {
	_, body, ok := bytes.Cut(d.Body, []byte(";"))
	return ok && d.hasPorts() && len(bytes.TrimSpace(portDeclared.ReplaceAll(body, nil))) == 0
}

// hasPorts reports whether a module has a list of ports with something in it. A
// testbench has none.
func (d *Declaration) hasPorts() bool {
	rest := bytes.TrimSpace(d.Body)
	for len(rest) > 0 && rest[0] != '(' && rest[0] != ';' && rest[0] != '#' {
		end := bytes.IndexByte(rest, ';') // of an import
		rest = bytes.TrimSpace(rest[end+1:])
		if end < 0 {
			return false
		}
	}
	if bytes.HasPrefix(rest, []byte("#")) {
		rest = bytes.TrimSpace(BehindBrackets(bytes.TrimSpace(rest[1:])))
	}
	if !bytes.HasPrefix(rest, []byte("(")) {
		return false
	}
	return !bytes.HasPrefix(bytes.TrimSpace(rest[1:]), []byte(")"))
}

// BehindBrackets returns the text after the brackets with which it begins.
func BehindBrackets(text []byte) []byte {
	depth := 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return text[i+1:]
		}
	}
	return nil
}

// uses returns every name that a text without comments may use: modules where they are
// instantiated, packages and interfaces as any word.
func uses(text []byte) map[string]bool {
	used := make(map[string]bool)
	for len(text) > 0 {
		at := instance.FindSubmatchIndex(text)
		if at == nil {
			break
		}
		used[strings.TrimPrefix(string(text[at[2]:at[3]]), `\`)] = true
		text = text[at[3]:] // the next may begin with what this one ended with
	}
	return used
}

// Words returns the names in a text, whatever they name.
func Words(text []byte) map[string]bool {
	found := make(map[string]bool)
	for _, w := range word.FindAll(text, -1) {
		found[string(w)] = true
	}
	return found
}
