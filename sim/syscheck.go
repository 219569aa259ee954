package sim

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// checkSystemCalls refuses a design that asks for what would run programs here, and
// returns what else its files ask for. Files that the top does not need are not
// looked at.
func (d *reading) checkSystemCalls(tools *toolchain, files []sourceFile) ([]SystemCall, error) {
	asked := systemCalls(d.needed(files))
	var unread error // what a list of files names
	if list, ok := find(files, listFile); ok {
		l, err := listed(files, list, tools.trusts)
		asked, unread = append(l.refusedCalls, asked...), err
	}
	refused := slices.DeleteFunc(slices.Clone(asked), func(r SystemCall) bool { return !r.Refused })
	if len(refused) > 0 && !tools.trusts {
		return nil, &RefusedError{d.source.Name, refused}
	}
	if unread != nil {
		return nil, fmt.Errorf("%s: %w", d.source.Name, unread)
	}
	if err := d.source.plainNames(files); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(asked, func(r SystemCall) bool { return !r.needsNotice(files) }), nil
}

// plainNames refuses names of files that a tool may take for a command.
func (s Source) plainNames(files []sourceFile) error {
	for _, f := range files {
		if (isHDL(f.name) || isVHDL(f.name) || isHeader(f.name)) && !plainName.MatchString(f.name) {
			return fmt.Errorf("%s: the file name %.80q has characters that tools may take for more than a name; rename it", s.Name, f.name)
		}
	}
	return nil
}

// plainName is a name that no tool takes for a command.
var plainName = regexp.MustCompile(`^(?:[\pL\pN_.(\[]|%[89A-F])[\pL\pN_./+@%=,()\[\] -]*$`)

// needed returns the files that the top needs, and all if a list names them.
func (d *reading) needed(files []sourceFile) []sourceFile {
	if hasFile(files, listFile) {
		return files
	}
	h := newHierarchy(files)
	w := h.newCollector()
	for _, name := range h.needed(append([]string{d.top}, h.used([]byte(d.wrapper))...)...) {
		w.file(name)
	}
	return slices.DeleteFunc(slices.Clone(files), func(f sourceFile) bool { return !w.seen[f.name] })
}

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
