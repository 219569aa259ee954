package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/loopline/loopline/hdl"
)

// A library is the repository's modules by their names. A file holds the one
// that it is named after.
type library map[string]source

// source is a file of a library.
type source struct {
	path string // from the root
	code string // without comments, one space between words
}

// readLibrary reads the modules of a project.
func readLibrary(p *project) (library, error) {
	lib := make(library)
	for _, pattern := range p.Sources {
		paths, err := filepath.Glob(p.at(pattern))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			name := strings.TrimSuffix(filepath.Base(path), ".sv")
			rel, err := filepath.Rel(p.root, path)
			if err != nil {
				return nil, err
			}
			lib[name] = source{filepath.ToSlash(rel), codeOf(string(text))}
		}
	}
	return lib, nil
}

var packagePattern = regexp.MustCompile(`\bpackage \w+`)

// codeOf strips comments and white space, which don't change the circuit.
func codeOf(text string) string {
	return strings.Join(strings.Fields(hdl.WithoutComments(text)), " ")
}

// closure returns a module and all that it uses: packages first, since tools read them first, and
// else sorted by the names of their files, so that a move to another folder changes no netlist.
func (l library) closure(top string) ([]source, error) {
	if _, ok := l[top]; !ok {
		return nil, fmt.Errorf("there is no module %s among the sources", top)
	}
	code := make(map[string]string, len(l))
	for name, s := range l {
		code[name] = s.code
	}
	var found []source
	for name := range hdl.Closure(code, top) {
		found = append(found, l[name])
	}
	slices.SortFunc(found, func(a, b source) int {
		return cmp.Or(cmp.Compare(b.packages(), a.packages()), strings.Compare(path.Base(a.path), path.Base(b.path)))
	})
	return found, nil
}

// packages returns how many packages the file declares.
func (s source) packages() int { return len(packagePattern.FindAllString(s.code, -1)) }

// digest of the sources' code.
func digest(sources []source) string {
	h := sha256.New()
	for _, s := range sources {
		fmt.Fprintf(h, "%s\n%s\n", filepath.Base(s.path), s.code)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// paths of sources, for a command line.
func paths(sources []source) []string {
	list := make([]string, len(sources))
	for i, s := range sources {
		list[i] = s.path
	}
	return list
}
