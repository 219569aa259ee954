// Package version tells what this program was built from.
package version

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// Version says what a program was built from.
type Version struct {
	Version  string   `json:"version"`
	Revision string   `json:"revision,omitempty"`
	Modified bool     `json:"modified,omitempty"`
	Go       string   `json:"go"`
	System   string   `json:"system"`
	Modules  []Module `json:"modules,omitempty"`
}

// Module is one whose code the program holds.
type Module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
}

// Read asks the running program, which the Go command has stamped.
func Read() Version {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Version{Version: "unknown"}
	}
	v := Version{Version: info.Main.Version, Go: info.GoVersion}
	setting := map[string]string{}
	for _, s := range info.Settings {
		setting[s.Key] = s.Value
	}
	if v.Version == "" {
		v.Version = "(devel)"
	}
	v.Revision = setting["vcs.revision"]
	v.Modified = setting["vcs.modified"] == "true"
	for _, d := range info.Deps {
		v.Modules = append(v.Modules, Module{d.Path, d.Version})
	}
	v.System = strings.Trim(setting["GOOS"]+"/"+setting["GOARCH"], "/")
	return v
}

// Text is String and a line a module.
func (v Version) Text() string {
	var text strings.Builder
	fmt.Fprintln(&text, v)
	for _, m := range v.Modules {
		fmt.Fprintf(&text, "  %s %s\n", m.Path, m.Version)
	}
	return text.String()
}

// String is one line for users.
func (v Version) String() string {
	line := "loopline " + v.Version
	if v.Revision != "" {
		line += fmt.Sprintf(" (%.12s)", v.Revision)
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s %s", line, v.Go, v.System))
}
