package sources

import (
	"regexp"
	"slices"
	"strings"
)

// vhdlPart matches what belongs to the entity or package of a name, or is one for those who use it.
var vhdlPart = regexp.MustCompile(`(?i)\b(?:architecture\s+\w+\s+of|package(?:\s+body)?|context|configuration)\s+(\w+)(?:\s+of\s+\w+)?\s+is\b`)

// UnreachedVHDL lists the files of VHDL that a top entity does not need, nor any file that it needs. A file is taken to
// need each entity and package whose name it has.
func UnreachedVHDL(files []File, top string) (names []string) {
	declares := make(map[string][]string) // files, by name
	for _, e := range NewLibrary(files).Entities {
		declares[strings.ToLower(e.Name)] = append(declares[strings.ToLower(e.Name)], e.File)
	}
	words := make(map[string][]string)
	for _, f := range files {
		if !IsVHDL(f.Name) {
			continue
		}
		text := VHDLCode(f.Text)
		for _, m := range slices.Concat(VHDLPackage.FindAllSubmatch(text, -1), vhdlPart.FindAllSubmatch(text, -1)) {
			name := strings.ToLower(string(m[1]))
			declares[name] = append(declares[name], f.Name)
		}
		for _, w := range word.FindAll(text, -1) {
			words[f.Name] = append(words[f.Name], strings.ToLower(string(w)))
		}
	}
	reached := make(map[string]bool)
	var reach func(name string)
	reach = func(name string) {
		for _, file := range declares[name] {
			if reached[file] {
				continue
			}
			reached[file] = true
			for _, w := range words[file] {
				reach(w)
			}
		}
	}
	reach(strings.ToLower(top))
	if len(reached) == 0 {
		return nil // the top is a module of Verilog, which may have entities below it
	}
	for file := range words {
		if !reached[file] {
			names = append(names, file)
		}
	}
	slices.Sort(names)
	return names
}
