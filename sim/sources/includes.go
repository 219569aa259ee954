package sources

import (
	"bytes"
	"path"
	"strings"
)

// includeBeside names an included file with its folder where it lies beside the file that includes it and another
// folder has one of that name: Verilator and Icarus take the first of all folders, and vendors' tools take that one.
func includeBeside(files []File) {
	byBase := make(map[string][]string)
	for _, f := range files {
		byBase[path.Base(f.Name)] = append(byBase[path.Base(f.Name)], f.Name)
	}
	for i := range files {
		f := &files[i]
		if !IsHDL(f.Name) && !IsHeader(f.Name) {
			continue
		}
		var plain bytes.Buffer
		done := 0
		for _, m := range include.FindAllSubmatchIndex(f.Text, -1) {
			name := path.Clean(string(f.Text[m[2]:m[3]]))
			beside := path.Join(path.Dir(f.Name), name)
			if beside == name || strings.ContainsAny(beside, "\"\\") || !rivals(byBase[path.Base(name)], beside, name) {
				continue
			}
			plain.Write(f.Text[done:m[2]])
			plain.WriteString(beside)
			done = m[3]
		}
		if done > 0 {
			plain.Write(f.Text[done:])
			f.Text = plain.Bytes()
		}
	}
}

// rivals reports whether a file is among the named ones and others can be found by the same name.
func rivals(all []string, file, name string) bool {
	found, others := false, false
	for _, other := range all {
		switch {
		case other == file:
			found = true
		case other == name || strings.HasSuffix(other, "/"+name):
			others = true
		}
	}
	return found && others
}
