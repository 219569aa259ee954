package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const modulePath = "github.com/loopline/loopline/"

// mayImport lists which of our packages each of our packages may import. A
// package that is not listed here may import none.
var mayImport = map[string][]string{
	"trax":              {},
	"trax/engine":       {"trax"},
	"trax/svg":          {"trax"},
	"trax/contest":      {"host", "trax"},
	"host":              {},
	"host/hosttest":     {},
	"host/latency":      {"host"},
	"bridge":            {"bridge/usb"},
	"bridge/bridgetest": {"bridge"},
	"bridge/usb":        {},
	"bridge/qemubench":  {},
	"vectors":           {"trax"},
	"hdl":               {},
	"hdl/mutate":        {"vectors"},
	"hdl/synth":         {"vectors"},
	"sim":               {"bridge", "trax", "vectors"},
	"cmd/loopline":      {"bridge", "bridge/usb", "hdl", "host", "host/latency", "trax", "trax/contest", "trax/engine", "trax/svg", "vectors", "sim"},

	"bridge/qemubench/guest":  {"bridge/qemubench"},
	"bridge/qemubench/pinger": {"bridge"},
}

// mayTest lists what tests may import on top of that.
var mayTest = map[string][]string{
	"host":         {"host", "host/hosttest"},
	"bridge":       {"bridge", "bridge/bridgetest"},
	"trax":         {"trax"},
	"trax/engine":  {"trax/engine"},
	"trax/svg":     {"trax/svg"},
	"trax/contest": {"trax/contest", "host/hosttest", "bridge", "bridge/bridgetest"},
	"vectors":      {"vectors"},
	"hdl":          {"trax"},
	"sim":          {"hdl", "sim"},
	"cmd/loopline": {"bridge/bridgetest"},

	"bridge/qemubench": {"bridge/qemubench", "bridge/bridgetest", "trax"},
}

// listed is what "go list" says about a package.
type listed struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

// TestImports holds the arrows between packages.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports",
		modulePath+"...").Output()
	require.NoError(t, err)
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
		name := strings.TrimPrefix(p.ImportPath, modulePath)
		requireImports(t, name, p.Imports, mayImport[name])
		tests := slices.Concat(mayImport[name], mayTest[name])
		requireImports(t, name+" (tests)", slices.Concat(p.TestImports, p.XTestImports), tests)
		if name == "trax" {
			for _, path := range p.Imports {
				require.NotContains(t, path, ".", "package trax takes the standard library only")
			}
		}
	}
}

func requireImports(t *testing.T, name string, imports, allowed []string) {
	for _, path := range imports {
		if ours, ok := strings.CutPrefix(path, modulePath); ok {
			require.Contains(t, allowed, ours, "%s imports %s", name, ours)
		}
	}
}
