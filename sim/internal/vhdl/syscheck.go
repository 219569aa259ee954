package vhdl

import (
	"fmt"
	"slices"

	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/tooling"
)

// CheckSystemCalls refuses a design that asks for what would run programs here, and
// returns what else its files ask for. Files that the top does not need are not
// looked at.
func (d *Reading) CheckSystemCalls(tools *tooling.Toolchain, files []sources.File) ([]sources.SystemCall, error) {
	asked := sources.SystemCalls(d.Needed(files))
	var unread error // what a list of files names
	if list, ok := sources.Find(files, sources.ListFile); ok {
		l, err := sources.Listed(files, list, tools.Trusts)
		asked, unread = append(l.RefusedCalls, asked...), err
	}
	refused := slices.DeleteFunc(slices.Clone(asked), func(r sources.SystemCall) bool { return !r.Refused })
	if len(refused) > 0 && !tools.Trusts {
		return nil, &sources.RefusedError{Source: d.Source.Name, Calls: refused}
	}
	if unread != nil {
		return nil, fmt.Errorf("%s: %w", d.Source.Name, unread)
	}
	if err := d.Source.CheckNames(files); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(asked, func(r sources.SystemCall) bool { return !r.NeedsNotice(files) }), nil
}

// Needed returns the files that the top needs, and all if a list names them.
func (d *Reading) Needed(files []sources.File) []sources.File {
	if sources.HasFile(files, sources.ListFile) {
		return files
	}
	h := sources.NewHierarchy(files)
	reached := h.Reached(append([]string{d.Top}, h.Used([]byte(d.Wrapper))...)...)
	return slices.DeleteFunc(slices.Clone(files), func(f sources.File) bool { return !reached[f.Name] })
}
