package model

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/tooling"
)

// callTraces maps a system call to its traces in the C++ that Verilator makes: a macro may
// have hidden the call from the text search.
var callTraces = map[string][]string{
	"$system": {"VL_SYSTEM_I"}, "DPI": {"// DPI IMPORTS", "// DPI EXPORTS"}, "$c": {"// $c statement at ", "// $c function at "},
}

// dpiHeader is the end of the name of what declares the functions of DPI. Public signals
// and tasks have one too, which declares none.
const dpiHeader = "__Dpi.h"

var declaresDPI = regexp.MustCompile(`(?m)^\s*extern\s+[^"\s]`)

// recheck refuses a design whose C++ does what its text hid.
func (d *Design) recheck(tools *tooling.Toolchain, dir string) error {
	if tools.Trusts {
		return nil
	}
	made, err := tooling.OpenMade(filepath.Join(dir, objDir))
	if err != nil {
		return err
	}
	defer made.Close()
	for _, name := range made.Names {
		text, err := made.Read(name)
		if err != nil {
			return err
		}
		for what, traces := range callTraces {
			if slices.ContainsFunc(traces, func(trace string) bool { return bytes.Contains(text, []byte(trace)) }) ||
				what == "DPI" && strings.HasSuffix(name, dpiHeader) && declaresDPI.Match(text) {
				return &sources.RefusedError{Source: d.Source.Name, Calls: []sources.SystemCall{{
					What: what + ", made by a macro", File: d.Top, Line: 1, Refused: true,
				}}}
			}
		}
	}
	return nil
}
