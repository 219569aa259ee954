// Package hdl holds the reference RTL, so that a program can simulate it
// wherever it runs. The sources are in folders of rtl, a module a file; rtl/files.f lists them in
// the order in which tools read them.
package hdl

import (
	"embed"
	"fmt"
	"path"
	"regexp"
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
	files := strings.Fields(string(comment.ReplaceAll(text, nil)))
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
	file := make(map[string]string, len(list)) // of a module or a package
	for _, name := range list {
		file[strings.TrimSuffix(path.Base(name), ".sv")] = name
	}
	if file[module] == "" {
		return nil, fmt.Errorf("the reference RTL has no module %s", module)
	}
	used := map[string]bool{file[module]: true}
	for todo := []string{file[module]}; len(todo) > 0; todo = todo[1:] {
		text, err := RTL.ReadFile(todo[0])
		if err != nil {
			return nil, err
		}
		for _, name := range word.FindAllString(string(comment.ReplaceAll(text, nil)), -1) {
			if other := file[name]; other != "" && !used[other] {
				used[other] = true
				todo = append(todo, other)
			}
		}
	}
	var needed []string
	for _, name := range list {
		if used[name] {
			needed = append(needed, name)
		}
	}
	return needed, nil
}
