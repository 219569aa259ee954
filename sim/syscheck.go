package sim

import (
	"fmt"
	"slices"
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

// needed returns the files that the top needs, and all if a list names them.
func (d *reading) needed(files []sourceFile) []sourceFile {
	if hasFile(files, listFile) {
		return files
	}
	h := newHierarchy(files)
	reached := h.reached(append([]string{d.top}, h.used([]byte(d.wrapper))...)...)
	return slices.DeleteFunc(slices.Clone(files), func(f sourceFile) bool { return !reached[f.name] })
}
