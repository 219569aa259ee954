// Package version tells what this program was built from.
package version

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// Version says what a program was built from.
type Version struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	System   string `json:"system"`
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
	v.System = strings.Trim(setting["GOOS"]+"/"+setting["GOARCH"], "/")
	return v
}

// String is one line for people.
func (v Version) String() string {
	line := "loopline " + v.Version
	if v.Revision != "" {
		line += fmt.Sprintf(" (%.12s)", v.Revision)
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s %s", line, v.Go, v.System))
}
