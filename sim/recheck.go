package sim

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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
func (d *design) recheck(tools *toolchain, dir string) error {
	if tools.trusts {
		return nil
	}
	made, err := openMade(filepath.Join(dir, objDir))
	if err != nil {
		return err
	}
	defer made.Close()
	for _, name := range made.names {
		text, err := made.read(name)
		if err != nil {
			return err
		}
		for what, traces := range callTraces {
			if slices.ContainsFunc(traces, func(trace string) bool { return bytes.Contains(text, []byte(trace)) }) ||
				what == "DPI" && strings.HasSuffix(name, dpiHeader) && declaresDPI.Match(text) {
				return &RefusedError{d.source.Name, []SystemCall{{
					What: what + ", made by a macro", File: d.top, Line: 1, Refused: true,
				}}}
			}
		}
	}
	return nil
}
