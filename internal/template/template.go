// Package template fills templates that are written as those of text/template.
// That package calls methods by their names, so a program that imports it keeps
// every exported method of every type: two of Loopline's seventeen megabytes.
// Here a type tells what templates may call, by [Methods]. There are fields,
// variables, if, range, with, define, template, and the functions and, or, not,
// eq, ne, lt, index and printf.
package template

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"text/template/parse"
)

// Methods is a type with methods for templates.
type Methods interface {
	// Method returns the method with a name, as a function that returns one value,
	// or nil where there is none.
	Method(name string) any
}

// HTML is text that is written into a page as it is.
type HTML string

// Set is templates that may use each other. One that was parsed may be used by
// several goroutines.
type Set struct {
	trees map[string]*parse.Tree
	funcs map[string]any
	html  bool
}

// Text reads templates of plain text from the files of a pattern. They are named
// after their files.
func Text(files fs.FS, pattern string, funcs map[string]any) (*Set, error) {
	return read(files, pattern, funcs, false)
}

// Page reads templates of HTML. What they print is escaped, and may stand in text
// and in quoted attributes alone; elsewhere the template is an error.
func Page(files fs.FS, pattern string, funcs map[string]any) (*Set, error) {
	return read(files, pattern, funcs, true)
}

func read(files fs.FS, pattern string, funcs map[string]any, html bool) (*Set, error) {
	s := &Set{trees: map[string]*parse.Tree{}, funcs: funcs, html: html}
	names, err := fs.Glob(files, pattern)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		made, err := parse.Parse(path.Base(name), string(text), "{{", "}}", builtins, funcs)
		if err != nil {
			return nil, err
		}
		for name, tree := range made {
			if old := s.trees[name]; old == nil || !parse.IsEmptyTree(tree.Root) {
				s.trees[name] = tree
			}
		}
	}
	return s, s.check()
}

// check places what the templates of a page print.
func (s *Set) check() error {
	for name, tree := range s.trees {
		if !s.html {
			continue
		}
		end, err := place{}.list(tree.Root)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if end != (place{}) {
			return fmt.Errorf("%s: ends inside a tag", name)
		}
	}
	return nil
}

// Has reports whether there is a template.
func (s *Set) Has(name string) bool { return s.trees[name] != nil }

// ExecuteTemplate writes a template, filled in. At an error a part may have been
// written.
func (s *Set) ExecuteTemplate(w io.Writer, name string, data any) error {
	return s.run(w, name, data)
}
