// Package hdl holds the reference RTL, so that a program can simulate it
// wherever it runs. The sources are in folders of rtl, a module a file; rtl/files.f lists them in
// the order in which tools read them.
package hdl

import (
	"embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// RTL has the SystemVerilog sources below the folder rtl, and their list.
//
//go:embed rtl/files.f rtl/*/*.sv
var RTL embed.FS

// License is the text of the licence of RTL, Apache-2.0.
//
//go:embed LICENSE
var License []byte

var (
	comment = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)
	word    = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// List returns the names of all sources in RTL, in the order in which tools read them.
func List() ([]string, error) {
	text, err := RTL.ReadFile("rtl/files.f")
	if err != nil {
		return nil, err
	}
	files := strings.Fields(WithoutComments(string(text)))
	for i, name := range files {
		files[i] = path.Join("rtl", name)
	}
	return files, nil
}

// Needed returns the names of the sources in RTL that a module needs: its own, and those of the
// modules and packages that it uses, also by others. They are in the order in which tools
// read them.
func Needed(module string) ([]string, error) {
	list, err := List()
	if err != nil {
		return nil, err
	}
	code := make(map[string]string, len(list))
	for _, name := range list {
		text, err := RTL.ReadFile(name)
		if err != nil {
			return nil, err
		}
		code[moduleOf(name)] = WithoutComments(string(text))
	}
	if _, ok := code[module]; !ok {
		return nil, fmt.Errorf("the reference RTL has no module %s", module)
	}
	used := Closure(code, module)
	return slices.DeleteFunc(list, func(name string) bool { return !used[moduleOf(name)] }), nil
}

// moduleOf is the module or package of a source, which is named after it.
func moduleOf(name string) string { return strings.TrimSuffix(path.Base(name), ".sv") }

// Closure returns the names of a module and of all modules and packages that it uses, also by others.
// The code of each, without comments, is given by its name.
func Closure(code map[string]string, module string) map[string]bool {
	used := map[string]bool{module: true}
	for todo := []string{module}; len(todo) > 0; todo = todo[1:] {
		for _, name := range word.FindAllString(code[todo[0]], -1) {
			if _, ok := code[name]; ok && !used[name] {
				used[name] = true
				todo = append(todo, name)
			}
		}
	}
	return used
}

// WithoutComments returns Verilog with a space for each comment.
func WithoutComments(text string) string { return comment.ReplaceAllString(text, " ") }
