package sources

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// Hierarchy knows which file of a design declares what, whatever the files are
// called.
type Hierarchy struct {
	Files    map[string][]byte // the HDL and what may be included, without comments
	Order    []string          // their names
	Declares map[string][]Declaration
	in       map[string][]Declaration // by file
}

// NewHierarchy indexes the declarations of the files.
func NewHierarchy(files []File) *Hierarchy {
	h := &Hierarchy{
		Files: make(map[string][]byte), Declares: make(map[string][]Declaration), in: make(map[string][]Declaration),
	}
	for _, f := range files {
		if !IsHDL(f.Name) && !IsHeader(f.Name) {
			continue
		}
		text := withoutComments(f.Text)
		h.Files[f.Name] = text
		h.Order = append(h.Order, f.Name)
		if !IsHDL(f.Name) || isProse(text) {
			continue
		}
		h.in[f.Name] = declarationsIn(f.Name, text)
		for _, d := range h.in[f.Name] {
			h.Declares[d.name] = append(h.Declares[d.name], d)
		}
	}
	h.dropBlackBoxes()
	h.dropMocks()
	return h
}

// beginsSource are the words with which a source file that declares something begins.
var beginsSource = strings.Fields(`module macromodule primitive interface program package config library class checker typedef function task import
export parameter localparam extern static automatic bind timeunit timeprecision nettype let virtual const wire logic reg var bit byte int integer
enum struct union shortint longint real string default clocking property sequence covergroup tri
supply0 supply1 time event chandle signed unsigned`)

// isProse reports whether a text without comments is none in the language: it begins with another word, as a sentence does.
func isProse(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n\f\ufeff")
	at := word.FindIndex(text)
	return at != nil && at[0] == 0 && !slices.Contains(beginsSource, string(text[:at[1]])) && !bytes.HasPrefix(text[at[1]:], []byte("::"))
}

// dropBlackBoxes takes out modules that declare ports alone, where another file has a body for the name: vendors'
// wizards write such a file, X_bb.v, beside X.v.
func (h *Hierarchy) dropBlackBoxes() {
	empty := func(d Declaration) bool { return d.isModule() && d.blackBox() }
	for name, all := range h.Declares {
		if len(all) < 2 || !slices.ContainsFunc(all, empty) || !slices.ContainsFunc(all, func(d Declaration) bool { return d.isModule() && !d.blackBox() }) {
			continue
		}
		for _, d := range all {
			if empty(d) {
				h.in[d.File] = slices.DeleteFunc(h.in[d.File], func(o Declaration) bool { return o.name == name })
			}
		}
		h.Declares[name] = slices.DeleteFunc(all, empty)
	}
}

// dropMocks takes out modules in files that test the design where another file has the same module.
func (h *Hierarchy) dropMocks() {
	for name, all := range h.Declares {
		own := slices.DeleteFunc(slices.Clone(all), func(d Declaration) bool { return IsBench(d.File) })
		if len(own) == 0 || len(own) == len(all) {
			continue
		}
		for _, d := range all {
			if IsBench(d.File) {
				h.in[d.File] = slices.DeleteFunc(h.in[d.File], func(o Declaration) bool { return o.name == name })
			}
		}
		h.Declares[name] = own
	}
}

// IsHeader reports whether a file is one that others include.
func IsHeader(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".vh", ".svh", ".h", ".inc":
		return true
	}
	return false
}

// Needed returns the files that are compiled for the given modules: those that
// declare them and all that they use, packages before what uses them, less
// what is included. A name that several files declare takes all of them:
// Verilator tells which are compiled, and complains.
func (h *Hierarchy) Needed(roots ...string) []string {
	w := h.newCollector()
	for _, file := range h.Order {
		// Macros in a file of their own are meant for all.
		if IsHDL(file) && len(h.in[file]) == 0 && bytes.Contains(h.Files[file], []byte("`define")) {
			w.file(file)
		}
	}
	for _, root := range roots {
		w.name(root)
	}
	return slices.DeleteFunc(slices.Concat(w.first, w.rest), func(file string) bool { return w.included[file] && !w.imported[file] })
}

// includes returns the files that a file includes, and those that they include.
func (h *Hierarchy) includes(file string) map[string]bool {
	all := make(map[string]bool)
	var add func(file string)
	add = func(file string) {
		for _, name := range include.FindAllSubmatch(h.Files[file], -1) {
			if other, ok := h.find(file, string(name[1])); ok && !all[other] {
				all[other] = true
				add(other)
			}
		}
	}
	add(file)
	return all
}

// find returns the file that is included by another under a name.
func (h *Hierarchy) find(from, name string) (file string, ok bool) {
	beside := path.Join(path.Dir(from), name)
	if _, ok := h.Files[beside]; ok {
		return beside, true
	}
	for _, file := range h.Order {
		if file == path.Clean(name) || strings.HasSuffix(file, "/"+path.Clean(name)) {
			return file, true
		}
	}
	return "", false
}

type fileCollector struct {
	h           *Hierarchy
	seen        map[string]bool
	included    map[string]bool
	imported    map[string]bool // packages in files that the file that imports them does not include
	first, rest []string        // those with packages or macros, and the others
}

func (h *Hierarchy) newCollector() *fileCollector {
	return &fileCollector{h: h, seen: make(map[string]bool), included: make(map[string]bool), imported: make(map[string]bool)}
}

// name takes in what declares a name.
func (w *fileCollector) name(name string) {
	for _, d := range w.h.Declares[name] {
		w.file(d.File)
	}
}

// file takes in a file and what it needs; packages come behind those that they
// need themselves.
func (w *fileCollector) file(file string) {
	if w.seen[file] {
		return
	}
	w.seen[file] = true
	first := len(w.h.in[file]) == 0 ||
		slices.ContainsFunc(w.h.in[file], func(d Declaration) bool { return d.kind == "package" })
	if !first {
		w.rest = append(w.rest, file)
	}
	text := w.h.Files[file]
	for _, name := range include.FindAllSubmatch(text, -1) {
		if other, ok := w.h.find(file, string(name[1])); ok {
			w.included[other] = true
			w.file(other)
		}
	}
	included := w.h.includes(file)
	for _, name := range w.h.Used(text) {
		for _, d := range w.h.Declares[name] {
			if d.kind == "package" && d.File != file && !included[d.File] {
				w.imported[d.File] = true
			}
		}
		w.name(name)
	}
	if first && IsHDL(file) {
		w.first = append(w.first, file)
	}
}

// Reached returns the files that are compiled for modules, with what these include.
func (h *Hierarchy) Reached(modules ...string) map[string]bool {
	w := h.newCollector()
	for _, file := range h.Needed(modules...) {
		w.file(file)
	}
	return w.seen
}

// Used returns the declared names that a text uses, sorted.
func (h *Hierarchy) Used(text []byte) (names []string) {
	used := uses(text)
	for name := range Words(text) {
		if ds := h.Declares[name]; len(ds) > 0 && (ds[0].kind == "package" || ds[0].kind == "interface") {
			used[name] = true
		}
	}
	for name := range used {
		if len(h.Declares[name]) > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Tops returns the modules that may be the top: with ports, if any has some, and
// used by no other that has.
func (h *Hierarchy) Tops() (modules, free []string) {
	var all []Declaration
	for _, file := range h.Order {
		for _, d := range h.in[file] {
			if d.isModule() {
				all = append(all, d)
			}
		}
	}
	withPorts := slices.DeleteFunc(slices.Clone(all), func(d Declaration) bool { return !d.hasPorts() })
	if len(withPorts) > 0 {
		all = withPorts
	}
	used := make(map[string]bool)
	for _, d := range all {
		if !slices.Contains(modules, d.name) {
			modules = append(modules, d.name)
		}
		for name := range uses(d.Body) {
			used[name] = used[name] || name != d.name
		}
	}
	free = slices.DeleteFunc(slices.Clone(modules), func(m string) bool { return used[m] })
	return modules, free
}
