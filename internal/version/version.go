// Package version reads the version, revision and modules stamped into the running program.
package version

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// Version holds what the Go command stamped into a program.
type Version struct {
	Version  string   `json:"version"`
	Revision string   `json:"revision,omitempty"`
	Modified bool     `json:"modified,omitempty"`
	Go       string   `json:"go"`
	System   string   `json:"system"`
	Modules  []Module `json:"modules,omitempty"`
}

// Module is a module linked into the program.
type Module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
}

// Read returns the version of the running program; without build information its
// Version is "unknown".
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

// Text returns the line of String, for a program of that name, and a line a module.
func (v Version) Text(program string) string {
	var text strings.Builder
	fmt.Fprintln(&text, v.Line(program))
	for _, m := range v.Modules {
		fmt.Fprintf(&text, "  %s %s\n", m.Path, m.Version)
	}
	return text.String()
}

// String returns one line for users: version, revision, Go and system.
func (v Version) String() string { return v.Line("loopline") }

// Line returns the same for a program of that name.
func (v Version) Line(program string) string {
	line := program + " " + v.Version
	if v.Revision != "" {
		line += fmt.Sprintf(" (%.12s)", v.Revision)
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s %s", line, v.Go, v.System))
}
