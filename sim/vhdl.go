package sim

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// isVHDL reports whether a file is in the language that GHDL converts.
func isVHDL(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".vhd" || ext == ".vhdl"
}

// entity is VHDL's counterpart of a module. Its name ignores case.
type entity struct {
	name, file string
	line       int
	ports      bool
	body       []byte   // its text, from behind the name to the end of its ports
	noValue    []string // generics without a default
}

type library struct {
	entities []entity
	used     map[string]bool // what is instantiated, but by testbenches, in small letters
	named    map[string]bool // libraries that are named, likewise
	foreign  *SystemCall     // something that would call a program's code
}

var (
	vhdlEntity  = regexp.MustCompile(`(?i)\bentity\s+(\w+)\s+is\b`)
	vhdlBody    = regexp.MustCompile(`(?i)\barchitecture\s+\w+\s+of\s+(\w+)\s+is\b`)
	vhdlEnd     = regexp.MustCompile(`(?i)\bend\b`)
	vhdlGeneric = regexp.MustCompile(`(?i)\A\s*generic\s*\(`)
	vhdlPorts   = regexp.MustCompile(`(?i)\bport\s*\(`)
	vhdlUse     = regexp.MustCompile(`(?i):\s*(?:entity\s+(?:\w+\s*\.\s*)?(\w+)|(?:component\s+)?(\w+)\s+(?:generic|port)\s+map\b)`)
	vhdlLibrary = regexp.MustCompile(`(?i)\blibrary\s+([\w\s,]+);`)
	vhdlForeign = regexp.MustCompile(`(?i)\battribute\s+foreign\b`)
	vhdlPackage = regexp.MustCompile(`(?is)\bpackage\s+(\w+)\s+is\b(.*?)\bend\b\s*(?:package\b\s*)?(?:\w+\s*)?;`)

	// Comments, strings and character literals.
	vhdlSilent = regexp.MustCompile(`(?s)--[^\n]*|/\*.*?(?:\*/|\z)|"[^"\n]*"|'.'`)
)

// newLibrary indexes the declarations of a design's VHDL files.
func newLibrary(files []sourceFile) *library {
	l := &library{used: make(map[string]bool), named: make(map[string]bool)}
	texts := make(map[string][]byte)
	for _, f := range files {
		if !isVHDL(f.name) {
			continue
		}
		texts[f.name] = vhdlCode(f.text)
		for _, m := range vhdlLibrary.FindAllSubmatch(texts[f.name], -1) {
			for name := range strings.SplitSeq(strings.ToLower(string(m[1])), ",") {
				l.named[strings.TrimSpace(name)] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		l.read(name, texts[name])
	}
	for _, text := range texts {
		l.use(text)
	}
	return l
}

// work is the library of all that is in no folder of another's name.
const work = "work"

// of returns the library of a file: that of the folder it is in, if one of the design
// names it.
func (l *library) of(file string) string {
	folders := strings.Split(strings.ToLower(path.Dir(file)), "/")
	for _, folder := range slices.Backward(folders) {
		if l.named[folder] && folder != "ieee" && folder != "std" {
			return folder
		}
	}
	return work
}

// vhdlWithin matches a name in a library, and vhdlWhole the use of a library that names no package in it.
var (
	vhdlWithin = regexp.MustCompile(`(?i)\b(\w+)\s*\.\s*\w+`)
	vhdlWhole  = regexp.MustCompile(`(?i)\buse\s+(\w+)\s*\.\s*all\s*;`)
)

// empty returns the libraries that are named, that files have nothing of and use nothing of, sorted: what wizards of
// vendors write declares its components itself.
func (l *library) empty(files []sourceFile) (names []string) {
	named := maps.Clone(l.named)
	for _, name := range []string{"ieee", "std", work} {
		delete(named, name)
	}
	for _, f := range files {
		delete(named, l.of(f.name))
		text := vhdlWhole.ReplaceAllFunc(vhdlCode(f.text), blankLine)
		for _, m := range vhdlWithin.FindAllSubmatch(text, -1) {
			delete(named, strings.ToLower(string(m[1])))
		}
	}
	delete(named, "")
	return slices.Sorted(maps.Keys(named))
}

// vhdlCode returns VHDL with spaces for its comments, strings and character literals.
func vhdlCode(text []byte) []byte { return vhdlSilent.ReplaceAllFunc(text, blankLine) }

// vhdlUncommented returns VHDL with spaces for its comments.
func vhdlUncommented(text []byte) []byte {
	return vhdlSilent.ReplaceAllFunc(text, func(s []byte) []byte {
		if bytes.HasPrefix(s, []byte("--")) || bytes.HasPrefix(s, []byte("/*")) {
			return blankLine(s)
		}
		return s
	})
}

// blankLine is spaces for a text, whose line ends stay.
func blankLine(text []byte) []byte {
	text = bytes.Clone(text)
	wipe(text)
	return text
}

// withoutValue returns the generics in the body of an entity that have no default.
func withoutValue(body []byte) (names []string) {
	at := vhdlGeneric.FindIndex(body)
	if at == nil {
		return nil
	}
	list := body[at[1]-1:]
	list = bytes.Trim(list[:len(list)-len(behindBrackets(list))], "()")
	for item := range bytes.SplitSeq(list, []byte(";")) {
		declared, kind, ok := strings.Cut(string(item), ":")
		if ok && !strings.Contains(kind, ":=") {
			for name := range strings.SplitSeq(declared, ",") {
				name = strings.TrimSpace(name)
				if words := strings.Fields(name); len(words) == 2 && strings.EqualFold(words[0], "constant") {
					name = words[1]
				}
				names = append(names, name)
			}
		}
	}
	return names
}

func (l *library) read(file string, text []byte) {
	line := func(at int) int { return 1 + bytes.Count(text[:at], []byte("\n")) }
	for _, m := range vhdlEntity.FindAllSubmatchIndex(text, -1) {
		if l.of(file) != work {
			break // it is used, and no top
		}
		body := text[m[1]:]
		if end := vhdlEnd.FindIndex(body); end != nil {
			body = body[:end[0]]
		}
		l.entities = append(l.entities, entity{string(text[m[2]:m[3]]), file, line(m[0]), vhdlPorts.Match(body), body, withoutValue(body)})
	}
	if at := vhdlForeign.FindIndex(text); at != nil && l.foreign == nil {
		l.foreign = &SystemCall{What: "attribute foreign", File: file, Line: line(at[0]), Refused: true}
	}
}

// use notes what the architectures in a file instantiate, but for those of
// entities without ports, which are testbenches.
func (l *library) use(text []byte) {
	bodies := vhdlBody.FindAllSubmatchIndex(text, -1)
	for i, m := range bodies {
		e, ok := l.find(string(text[m[2]:m[3]]))
		if ok && !e.ports {
			continue
		}
		body := text[m[1]:]
		if i+1 < len(bodies) {
			body = text[m[1]:bodies[i+1][0]]
		}
		for _, u := range vhdlUse.FindAllSubmatch(body, -1) {
			l.used[strings.ToLower(string(u[1])+string(u[2]))] = true
		}
	}
}

// testbench reports whether a file holds entities without ports alone, which nothing uses, the root neither: it may want
// libraries that are not there.
func (l *library) testbench(f *sourceFile, root string) bool {
	some := false
	for _, e := range l.entities {
		if e.file != f.name {
			continue
		}
		if e.ports || l.used[strings.ToLower(e.name)] || strings.EqualFold(e.name, root) {
			return false
		}
		some = true
	}
	return some && !vhdlPackage.Match(vhdlCode(f.text))
}

func (l *library) find(name string) (e entity, ok bool) {
	at := slices.IndexFunc(l.entities, func(e entity) bool { return strings.EqualFold(e.name, name) })
	if at < 0 {
		return entity{}, false
	}
	return l.entities[at], true
}

// tops returns the entities with ports, and those of them that neither VHDL nor a
// Verilog module uses.
func (l *library) tops(h *hierarchy) (all, free []string) {
	for _, e := range l.entities {
		if !e.ports || len(h.declares[e.name]) > 0 {
			continue
		}
		all = append(all, e.name)
		if !l.used[strings.ToLower(e.name)] && !h.uses(e.name) {
			free = append(free, e.name)
		}
	}
	return all, free
}

// uses reports whether a module uses what has a name, in any case.
func (h *hierarchy) uses(name string) bool {
	for _, text := range h.files {
		for used := range uses(text) {
			if strings.EqualFold(used, name) {
				return true
			}
		}
	}
	return false
}

// roots returns the entities to convert for a top: itself, or what the Verilog
// below it uses, each as it is written there. Without a top they are all that
// VHDL does not use itself.
func (l *library) roots(h *hierarchy, top string) (names []string) {
	if top == "" {
		for _, e := range l.entities {
			if e.ports && !l.used[strings.ToLower(e.name)] && len(h.declares[e.name]) == 0 {
				names = append(names, e.name)
			}
		}
		return names
	}
	below := []string{top}
	if e, ok := l.find(top); ok && len(h.declares[top]) == 0 {
		names, below = []string{e.name}, l.modules(h)
	}
	for _, file := range h.needed(below...) {
		for _, used := range slices.Sorted(maps.Keys(uses(h.files[file]))) {
			if _, ok := l.find(used); ok && len(h.declares[used]) == 0 && !slices.Contains(names, used) {
				names = append(names, used)
			}
		}
	}
	return names
}

// modules returns the modules of Verilog that VHDL uses.
func (l *library) modules(h *hierarchy) (names []string) {
	for name := range h.declares {
		if l.used[strings.ToLower(name)] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// noHDL is the error of files none of which can be compiled.
const noHDL = "holds no .sv, .v or .vhd file"

// noModule returns the error of a top that no file declares.
func noModule(files []sourceFile, top string) error {
	if !slices.ContainsFunc(files, func(f sourceFile) bool { return isHDL(f.name) || isVHDL(f.name) }) {
		return errors.New(noHDL)
	}
	h := newHierarchy(files)
	modules, _ := h.tops()
	entities, _ := newLibrary(files).tops(h)
	modules = append(modules, entities...)
	if len(modules) == 0 {
		return fmt.Errorf("has no module %s, and no other", top)
	}
	for _, m := range modules {
		if strings.EqualFold(m, top) {
			return fmt.Errorf("has no module %s, but %s; write it so", top, m)
		}
	}
	return fmt.Errorf("has no module %s; it has %s", top, someOf(modules))
}
