package main

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// buildVersion says what this program was built from.
type buildVersion struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	System   string `json:"system"`
}

func newVersionCmd() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print what this program was built from",
		Example: "  loopline version --json",
		Args:    wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			v := readVersion()
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(v)
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), v)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

// readVersion asks the running program, which the Go command has stamped.
func readVersion() buildVersion {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return buildVersion{Version: "unknown"}
	}
	v := buildVersion{Version: info.Main.Version, Go: info.GoVersion}
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
func (v buildVersion) String() string {
	line := "loopline " + v.Version
	if v.Revision != "" {
		line += fmt.Sprintf(" (%.12s)", v.Revision)
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s %s", line, v.Go, v.System))
}
