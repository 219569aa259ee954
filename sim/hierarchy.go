package sim

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// hierarchy knows which file of a design declares what, whatever the files are
// called.
type hierarchy struct {
	files    map[string][]byte // the HDL and what may be included, without comments
	order    []string          // their names
	declares map[string][]hdlDecl
	in       map[string][]hdlDecl // by file
}

// newHierarchy indexes the declarations of the files.
func newHierarchy(files []sourceFile) *hierarchy {
	h := &hierarchy{
		files: make(map[string][]byte), declares: make(map[string][]hdlDecl), in: make(map[string][]hdlDecl),
	}
	for _, f := range files {
		if !isHDL(f.name) && !isHeader(f.name) {
			continue
		}
		text := withoutComments(f.text)
		h.files[f.name] = text
		h.order = append(h.order, f.name)
		if !isHDL(f.name) || isProse(text) {
			continue
		}
		h.in[f.name] = declarationsIn(f.name, text)
		for _, d := range h.in[f.name] {
			h.declares[d.name] = append(h.declares[d.name], d)
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
func (h *hierarchy) dropBlackBoxes() {
	empty := func(d hdlDecl) bool { return d.isModule() && d.blackBox() }
	for name, all := range h.declares {
		if len(all) < 2 || !slices.ContainsFunc(all, empty) || !slices.ContainsFunc(all, func(d hdlDecl) bool { return d.isModule() && !d.blackBox() }) {
			continue
		}
		for _, d := range all {
			if empty(d) {
				h.in[d.file] = slices.DeleteFunc(h.in[d.file], func(o hdlDecl) bool { return o.name == name })
			}
		}
		h.declares[name] = slices.DeleteFunc(all, empty)
	}
}

// dropMocks takes out modules in files that test the design where another file has the same module.
func (h *hierarchy) dropMocks() {
	for name, all := range h.declares {
		own := slices.DeleteFunc(slices.Clone(all), func(d hdlDecl) bool { return isBench(d.file) })
		if len(own) == 0 || len(own) == len(all) {
			continue
		}
		for _, d := range all {
			if isBench(d.file) {
				h.in[d.file] = slices.DeleteFunc(h.in[d.file], func(o hdlDecl) bool { return o.name == name })
			}
		}
		h.declares[name] = own
	}
}

// isHeader reports whether a file is one that others include.
func isHeader(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".vh", ".svh", ".h", ".inc":
		return true
	}
	return false
}

// needed returns the files that are compiled for the given modules: those that
// declare them and all that they use, packages before what uses them, less
// what is included. A name that several files declare takes all of them:
// Verilator tells which are compiled, and complains.
func (h *hierarchy) needed(roots ...string) []string {
	w := h.newCollector()
	for _, file := range h.order {
		// Macros in a file of their own are meant for all.
		if isHDL(file) && len(h.in[file]) == 0 && bytes.Contains(h.files[file], []byte("`define")) {
			w.file(file)
		}
	}
	for _, root := range roots {
		w.name(root)
	}
	return slices.DeleteFunc(slices.Concat(w.first, w.rest), func(file string) bool { return w.included[file] && !w.imported[file] })
}

// includes returns the files that a file includes, and those that they include.
func (h *hierarchy) includes(file string) map[string]bool {
	all := make(map[string]bool)
	var add func(file string)
	add = func(file string) {
		for _, name := range include.FindAllSubmatch(h.files[file], -1) {
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
func (h *hierarchy) find(from, name string) (file string, ok bool) {
	beside := path.Join(path.Dir(from), name)
	if _, ok := h.files[beside]; ok {
		return beside, true
	}
	for _, file := range h.order {
		if file == path.Clean(name) || strings.HasSuffix(file, "/"+path.Clean(name)) {
			return file, true
		}
	}
	return "", false
}

type fileCollector struct {
	h           *hierarchy
	seen        map[string]bool
	included    map[string]bool
	imported    map[string]bool // packages in files that the file that imports them does not include
	first, rest []string        // those with packages or macros, and the others
}

func (h *hierarchy) newCollector() *fileCollector {
	return &fileCollector{h: h, seen: make(map[string]bool), included: make(map[string]bool), imported: make(map[string]bool)}
}

// name takes in what declares a name.
func (w *fileCollector) name(name string) {
	for _, d := range w.h.declares[name] {
		w.file(d.file)
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
		slices.ContainsFunc(w.h.in[file], func(d hdlDecl) bool { return d.kind == "package" })
	if !first {
		w.rest = append(w.rest, file)
	}
	text := w.h.files[file]
	for _, name := range include.FindAllSubmatch(text, -1) {
		if other, ok := w.h.find(file, string(name[1])); ok {
			w.included[other] = true
			w.file(other)
		}
	}
	included := w.h.includes(file)
	for _, name := range w.h.used(text) {
		for _, d := range w.h.declares[name] {
			if d.kind == "package" && d.file != file && !included[d.file] {
				w.imported[d.file] = true
			}
		}
		w.name(name)
	}
	if first && isHDL(file) {
		w.first = append(w.first, file)
	}
}

// reached returns the files that are compiled for modules, with what these include.
func (h *hierarchy) reached(modules ...string) map[string]bool {
	w := h.newCollector()
	for _, file := range h.needed(modules...) {
		w.file(file)
	}
	return w.seen
}

// used returns the declared names that a text uses, sorted.
func (h *hierarchy) used(text []byte) (names []string) {
	used := uses(text)
	for name := range words(text) {
		if ds := h.declares[name]; len(ds) > 0 && (ds[0].kind == "package" || ds[0].kind == "interface") {
			used[name] = true
		}
	}
	for name := range used {
		if len(h.declares[name]) > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// tops returns the modules that may be the top: with ports, if any has some, and
// used by no other that has.
func (h *hierarchy) tops() (modules, free []string) {
	var all []hdlDecl
	for _, file := range h.order {
		for _, d := range h.in[file] {
			if d.isModule() {
				all = append(all, d)
			}
		}
	}
	withPorts := slices.DeleteFunc(slices.Clone(all), func(d hdlDecl) bool { return !d.hasPorts() })
	if len(withPorts) > 0 {
		all = withPorts
	}
	used := make(map[string]bool)
	for _, d := range all {
		if !slices.Contains(modules, d.name) {
			modules = append(modules, d.name)
		}
		for name := range uses(d.body) {
			used[name] = used[name] || name != d.name
		}
	}
	free = slices.DeleteFunc(slices.Clone(modules), func(m string) bool { return used[m] })
	return modules, free
}
