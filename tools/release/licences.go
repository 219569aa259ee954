package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// module is one whose code a program holds, with the texts of its licence.
type module struct {
	path, version, sum string
	texts              []file // LICENSE, NOTICE and the like
}

// modules lists the modules in a program besides its own, Go's library first.
type modules []module

// licences reads the texts from the module cache.
func licences(info *debug.BuildInfo) (all modules, err error) {
	std := module{path: "std", version: info.GoVersion}
	root, err := command("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if std.texts, err = licenceTexts(root); err != nil {
		return nil, err
	}
	all = append(all, std)
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		dir, err := command("go", "list", "-m", "-f", "{{.Dir}}", d.Path)
		if err != nil {
			return nil, err
		}
		m := module{path: d.Path, version: d.Version, sum: d.Sum}
		if m.texts, err = licenceTexts(dir); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// licenceTexts reads the licence files at the top of a module. A module without one may
// not be distributed: that is an error.
func licenceTexts(dir string) (texts []file, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if e.IsDir() || !strings.HasPrefix(name, "LICEN") && !strings.HasPrefix(name, "NOTICE") &&
			!strings.HasPrefix(name, "COPYING") && !strings.HasPrefix(name, "PATENTS") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, file{name: e.Name(), data: text})
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("%s: no text of a licence", dir)
	}
	return texts, nil
}

// files are the texts, a folder a module.
func (all modules) files() (files []file) {
	for _, m := range all {
		for _, t := range m.texts {
			files = append(files, file{name: "licenses/" + m.path + "/" + t.name, data: t.data})
		}
	}
	return files
}

// licence returns the SPDX name of a module's licence, or NOASSERTION for an unknown
// text.
func (m module) licence() string {
	var names []string
	for _, t := range m.texts {
		text := strings.Join(strings.Fields(string(t.data)), " ")
		switch {
		case strings.HasPrefix(strings.ToUpper(t.name), "PATENTS"), strings.HasPrefix(strings.ToUpper(t.name), "NOTICE"):
		case strings.Contains(text, "Apache License Version 2.0"):
			names = append(names, "Apache-2.0")
		case strings.Contains(text, "Permission is hereby granted, free of charge"):
			names = append(names, "MIT")
		case strings.Contains(text, "Neither the name of"):
			names = append(names, "BSD-3-Clause")
		default:
			return "NOASSERTION"
		}
	}
	return strings.Join(names, " AND ")
}
