package sim

import (
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
	ext := path.Ext(name)
	return ext == ".v" || ext == ".sv"
}

// baseName is the name of a file without folders and extension.
func baseName(file string) string { return strings.TrimSuffix(path.Base(file), path.Ext(file)) }

// arguments are Verilator's for the files of a design with the given top: a
// file list if there is one, the file named after the top and whatever it
// needs, or else all.
func arguments(files []sourceFile, top string) ([]string, error) {
	var all, folders []string
	topFile := ""
	for _, f := range files {
		if f.name == "files.f" {
			return []string{"-f", f.name}, nil
		}
		if !isHDL(f.name) {
			continue
		}
		all = append(all, f.name)
		if dir := path.Dir(f.name); !slices.Contains(folders, dir) {
			folders = append(folders, dir)
		}
		if baseName(f.name) == top {
			topFile = f.name
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("holds no .sv or .v file")
	}
	args := []string{"+libext+.sv+.v"}
	for _, dir := range folders {
		args = append(args, "-y", dir, "+incdir+"+dir)
	}
	if topFile != "" {
		return append(args, topFile), nil
	}
	return append(args, all...), nil
}
