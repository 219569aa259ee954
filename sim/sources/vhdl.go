package sources

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

// IsVHDL reports whether a file is in the language that GHDL converts.
func IsVHDL(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".vhd" || ext == ".vhdl"
}

// Entity is VHDL's counterpart of a module. Its name ignores case.
type Entity struct {
	Name, File string
	Line       int
	ports      bool
	Body       []byte   // its text, from behind the name to the end of its ports
	NoValue    []string // generics without a default
}

// Library knows what the VHDL of a design declares, uses and names.
type Library struct {
	Entities []Entity
	Used     map[string]bool // what is instantiated, but by testbenches, in small letters
	named    map[string]bool // libraries that are named, likewise
	Foreign  *SystemCall     // something that would call a program's code
}

// What VHDL declares and uses.
var (
	VHDLEntity  = regexp.MustCompile(`(?i)\bentity\s+(\w+)\s+is\b`)
	VHDLBody    = regexp.MustCompile(`(?i)\barchitecture\s+\w+\s+of\s+(\w+)\s+is\b`)
	VHDLEnd     = regexp.MustCompile(`(?i)\bend\b`)
	vhdlGeneric = regexp.MustCompile(`(?i)\A\s*generic\s*\(`)
	VHDLPorts   = regexp.MustCompile(`(?i)\bport\s*\(`)
	vhdlUse     = regexp.MustCompile(`(?i):\s*(?:entity\s+(?:\w+\s*\.\s*)?(\w+)|(?:component\s+)?(\w+)\s+(?:generic|port)\s+map\b)`)
	vhdlLibrary = regexp.MustCompile(`(?i)\blibrary\s+([\w\s,]+);`)
	vhdlForeign = regexp.MustCompile(`(?i)\battribute\s+foreign\b`)
	VHDLPackage = regexp.MustCompile(`(?is)\bpackage\s+(\w+)\s+is\b(.*?)\bend\b\s*(?:package\b\s*)?(?:\w+\s*)?;`)

	// Comments, strings and character literals.
	vhdlSilent = regexp.MustCompile(`(?s)--[^\n]*|/\*.*?(?:\*/|\z)|"[^"\n]*"|'.'`)
)

// NewLibrary indexes the declarations of a design's VHDL files.
func NewLibrary(files []File) *Library {
	l := &Library{Used: make(map[string]bool), named: make(map[string]bool)}
	texts := make(map[string][]byte)
	for _, f := range files {
		if !IsVHDL(f.Name) {
			continue
		}
		texts[f.Name] = VHDLCode(f.Text)
		for _, m := range vhdlLibrary.FindAllSubmatch(texts[f.Name], -1) {
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

// Work is the library of all that is in no folder of another's name.
const Work = "work"

// Of returns the library of a file: that of the folder it is in, if one of the design
// names it.
func (l *Library) Of(file string) string {
	folders := strings.Split(strings.ToLower(path.Dir(file)), "/")
	for _, folder := range slices.Backward(folders) {
		if l.named[folder] && folder != "ieee" && folder != "std" {
			return folder
		}
	}
	return Work
}

// vhdlWithin matches a name in a library, and vhdlWhole the use of a library that names no package in it.
var (
	vhdlWithin = regexp.MustCompile(`(?i)\b(\w+)\s*\.\s*\w+`)
	vhdlWhole  = regexp.MustCompile(`(?i)\buse\s+(\w+)\s*\.\s*all\s*;`)
)

// Empty returns the libraries that are named, that files have nothing of and use nothing of, sorted: what wizards of
// vendors write declares its components itself.
func (l *Library) Empty(files []File) (names []string) {
	named := maps.Clone(l.named)
	for _, name := range []string{"ieee", "std", Work} {
		delete(named, name)
	}
	for _, f := range files {
		delete(named, l.Of(f.Name))
		text := vhdlWhole.ReplaceAllFunc(VHDLCode(f.Text), blankLine)
		for _, m := range vhdlWithin.FindAllSubmatch(text, -1) {
			delete(named, strings.ToLower(string(m[1])))
		}
	}
	delete(named, "")
	return slices.Sorted(maps.Keys(named))
}

// VHDLCode returns VHDL with spaces for its comments, strings and character literals.
func VHDLCode(text []byte) []byte { return vhdlSilent.ReplaceAllFunc(text, blankLine) }

// VHDLUncommented returns VHDL with spaces for its comments.
func VHDLUncommented(text []byte) []byte {
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
	list = bytes.Trim(list[:len(list)-len(BehindBrackets(list))], "()")
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

func (l *Library) read(file string, text []byte) {
	line := func(at int) int { return 1 + bytes.Count(text[:at], []byte("\n")) }
	for _, m := range VHDLEntity.FindAllSubmatchIndex(text, -1) {
		if l.Of(file) != Work {
			break // it is used, and no top
		}
		body := text[m[1]:]
		if end := VHDLEnd.FindIndex(body); end != nil {
			body = body[:end[0]]
		}
		l.Entities = append(l.Entities, Entity{string(text[m[2]:m[3]]), file, line(m[0]), VHDLPorts.Match(body), body, withoutValue(body)})
	}
	if at := vhdlForeign.FindIndex(text); at != nil && l.Foreign == nil {
		l.Foreign = &SystemCall{What: "attribute foreign", File: file, Line: line(at[0]), Refused: true}
	}
}

// use notes what the architectures in a file instantiate, but for those of
// entities without ports, which are testbenches.
func (l *Library) use(text []byte) {
	bodies := VHDLBody.FindAllSubmatchIndex(text, -1)
	for i, m := range bodies {
		e, ok := l.Find(string(text[m[2]:m[3]]))
		if ok && !e.ports {
			continue
		}
		body := text[m[1]:]
		if i+1 < len(bodies) {
			body = text[m[1]:bodies[i+1][0]]
		}
		for _, u := range vhdlUse.FindAllSubmatch(body, -1) {
			l.Used[strings.ToLower(string(u[1])+string(u[2]))] = true
		}
	}
}

// Testbench reports whether a file holds entities without ports alone, which nothing uses, the root neither: it may want
// libraries that are not there.
func (l *Library) Testbench(f *File, root string) bool {
	some := false
	for _, e := range l.Entities {
		if e.File != f.Name {
			continue
		}
		if e.ports || l.Used[strings.ToLower(e.Name)] || strings.EqualFold(e.Name, root) {
			return false
		}
		some = true
	}
	return some && !VHDLPackage.Match(VHDLCode(f.Text))
}

// Find returns the entity of a name, in any case.
func (l *Library) Find(name string) (e Entity, ok bool) {
	at := slices.IndexFunc(l.Entities, func(e Entity) bool { return strings.EqualFold(e.Name, name) })
	if at < 0 {
		return Entity{}, false
	}
	return l.Entities[at], true
}

// Tops returns the entities with ports, and those of them that neither VHDL nor a
// Verilog module uses.
func (l *Library) Tops(h *Hierarchy) (all, free []string) {
	for _, e := range l.Entities {
		if !e.ports || len(h.Declares[e.Name]) > 0 {
			continue
		}
		all = append(all, e.Name)
		if !l.Used[strings.ToLower(e.Name)] && !h.uses(e.Name) {
			free = append(free, e.Name)
		}
	}
	return all, free
}

// uses reports whether a module uses what has a name, in any case.
func (h *Hierarchy) uses(name string) bool {
	for _, text := range h.Files {
		for used := range uses(text) {
			if strings.EqualFold(used, name) {
				return true
			}
		}
	}
	return false
}

// Roots returns the entities to convert for a top: itself, or what the Verilog
// below it uses, each as it is written there. Without a top they are all that
// VHDL does not use itself.
func (l *Library) Roots(h *Hierarchy, top string) (names []string) {
	if top == "" {
		for _, e := range l.Entities {
			if e.ports && !l.Used[strings.ToLower(e.Name)] && len(h.Declares[e.Name]) == 0 {
				names = append(names, e.Name)
			}
		}
		return names
	}
	below := []string{top}
	if e, ok := l.Find(top); ok && len(h.Declares[top]) == 0 {
		names, below = []string{e.Name}, l.modules(h)
	}
	for _, file := range h.Needed(below...) {
		for _, used := range slices.Sorted(maps.Keys(uses(h.Files[file]))) {
			if _, ok := l.Find(used); ok && len(h.Declares[used]) == 0 && !slices.Contains(names, used) {
				names = append(names, used)
			}
		}
	}
	return names
}

// modules returns the modules of Verilog that VHDL uses.
func (l *Library) modules(h *Hierarchy) (names []string) {
	for name := range h.Declares {
		if l.Used[strings.ToLower(name)] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// NoHDL is the error of files none of which can be compiled.
const NoHDL = "holds no .sv, .v or .vhd file"

// NoModule returns the error of a top that no file declares.
func NoModule(files []File, top string) error {
	if !slices.ContainsFunc(files, func(f File) bool { return IsHDL(f.Name) || IsVHDL(f.Name) }) {
		return errors.New(NoHDL)
	}
	h := NewHierarchy(files)
	modules, _ := h.Tops()
	entities, _ := NewLibrary(files).Tops(h)
	modules = append(modules, entities...)
	if len(modules) == 0 {
		return fmt.Errorf("has no module %s, and no other", top)
	}
	for _, m := range modules {
		if strings.EqualFold(m, top) {
			return fmt.Errorf("has no module %s, but %s; write it so", top, m)
		}
	}
	return fmt.Errorf("has no module %s; it has %s", top, SomeOf(modules))
}
