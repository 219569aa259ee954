package sim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// Limits of what is taken for a design's sources.
const (
	maxSourceFiles = 5000
	maxSourceBytes = 64 << 20
)

// Source is a set of HDL files.
type Source struct {
	Name string // of their folder, as people know it
	FS   fs.FS
}

// DirSource returns the files in a directory and below it.
func DirSource(dir string) (Source, error) {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return Source{}, err
	case !info.IsDir():
		return Source{}, fmt.Errorf("%s is no directory; name the one that holds the HDL files", dir)
	}
	return Source{dir, os.DirFS(dir)}, nil
}

// sourceFile is a file of a design as it was when the design was read.
type sourceFile struct {
	name string // in the source, with slashes
	text []byte
}

// read takes a copy of all files, sorted by name. Hidden ones, and folders
// that hold them, are left out.
func (s Source) read() ([]sourceFile, error) {
	var files []sourceFile
	bytes := 0
	err := fs.WalkDir(s.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name != "." && strings.HasPrefix(d.Name(), ".") {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := fs.Stat(s.FS, name) // behind a link is what counts
		if err != nil || !info.Mode().IsRegular() {
			return nil
		}
		bytes += int(min(info.Size(), maxSourceBytes+1))
		if len(files) == maxSourceFiles || bytes > maxSourceBytes {
			return fmt.Errorf("%s holds more than %d files or %d MiB; name the directory of the HDL files alone",
				s.Name, maxSourceFiles, maxSourceBytes>>20)
		}
		text, err := fs.ReadFile(s.FS, name)
		files = append(files, sourceFile{name, text})
		return err
	})
	slices.SortFunc(files, func(a, b sourceFile) int { return strings.Compare(a.name, b.name) })
	return files, err
}

// isHDL tells whether a file is compiled, rather than included or read.
func isHDL(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".v" || ext == ".sv"
}

// listFile is the list of files that goes before all that is looked for.
const listFile = "files.f"

// arguments are Verilator's for the files of a design with the given top: a
// file list if there is one, or else those that declare the top and all that
// it and the text of a wrapper use. What is not found so, Verilator looks for
// in files that are named after it.
func arguments(files []sourceFile, top string, wrapper string) ([]string, error) {
	if slices.ContainsFunc(files, func(f sourceFile) bool { return f.name == listFile }) {
		args := []string{"-f", listFile}
		if slices.ContainsFunc(files, func(f sourceFile) bool { return f.name == convertedFile }) {
			args = append(args, convertedFile)
		}
		return args, nil
	}
	h := newHierarchy(files)
	args := []string{"+libext+.sv+.v"}
	seen := make(map[string]bool)
	for _, f := range files {
		if dir := path.Dir(f.name); h.files[f.name] != nil && !seen[dir] {
			seen[dir] = true
			args = append(args, "-y", dir, "+incdir+"+dir)
		}
	}
	if len(seen) == 0 {
		return nil, errors.New(noHDL)
	}
	if len(h.declares[top]) == 0 {
		return nil, h.noModule(top)
	}
	return append(args, h.needed(append([]string{top}, h.used([]byte(wrapper))...)...)...), nil
}
