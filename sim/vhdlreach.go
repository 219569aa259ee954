package sim

import (
	"regexp"
	"slices"
	"strings"
)

// vhdlPart matches what belongs to the entity or package of a name, or is one for those who use it.
var vhdlPart = regexp.MustCompile(`(?i)\b(?:architecture\s+\w+\s+of|package(?:\s+body)?|context|configuration)\s+(\w+)(?:\s+of\s+\w+)?\s+is\b`)

// unreachedVHDL lists the files of VHDL that a top entity does not need, nor any file that it needs. A file is taken to
// need each entity and package whose name it has.
func unreachedVHDL(files []sourceFile, top string) (names []string) {
	declares := make(map[string][]string) // files, by name
	for _, e := range newLibrary(files).entities {
		declares[strings.ToLower(e.name)] = append(declares[strings.ToLower(e.name)], e.file)
	}
	words := make(map[string][]string)
	for _, f := range files {
		if !isVHDL(f.name) {
			continue
		}
		text := vhdlCode(f.text)
		for _, m := range slices.Concat(vhdlPackage.FindAllSubmatch(text, -1), vhdlPart.FindAllSubmatch(text, -1)) {
			name := strings.ToLower(string(m[1]))
			declares[name] = append(declares[name], f.name)
		}
		for _, w := range word.FindAll(text, -1) {
			words[f.name] = append(words[f.name], strings.ToLower(string(w)))
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
