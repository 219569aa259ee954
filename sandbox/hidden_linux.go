package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// hiddenArgs returns bwrap's arguments that hide files from the program. The program's
// own file stays visible.
func (p *Program) hiddenArgs(path, dir string) []string {
	places, needs := []string{realPath(path), realPath(dir)}, p.needs(dir)
	var folders, files []string
	for _, hidden := range p.hidden {
		for _, file := range hidden.chosen(places, needs) {
			if info, err := os.Stat(file); err == nil && info.IsDir() {
				folders = append(folders, p.views(file, path, dir)...)
			} else if err == nil {
				files = append(files, p.views(file, path, dir)...)
			}
		}
	}
	var args []string
	for _, folder := range folders {
		args = append(args, "--size", "4096", "--tmpfs", folder)
	}
	hides := func(file string) bool {
		return slices.ContainsFunc(folders, func(folder string) bool { return within(file, folder) })
	}
	if at := realPath(dir); hides(at) {
		args = append(args, "--dir", at)
	}
	if program := realPath(path); hides(program) {
		args = append(args, "--ro-bind", program, program)
	}
	for _, folder := range folders {
		args = append(args, "--remount-ro", folder)
	}
	for _, file := range files {
		if !hides(file) {
			args = append(args, "--ro-bind", os.DevNull, file)
		}
	}
	return args
}

// chosen returns the files and folders that are hidden, by their paths without links, from a
// program at places (its own file, its working directory) that needs files.
func (h Hidden) chosen(places, needs []string) []string {
	files := h.Files
	folder := realPath(h.Folder)
	isIn := func(place string) bool { return within(place, folder) }
	needed := func(file string) bool { return file != folder && isIn(file) }
	if h.Folder != "" && !within(scratchDir, folder) && !slices.ContainsFunc(places, isIn) &&
		!slices.ContainsFunc(needs, needed) {
		files = []string{folder}
	}
	var chosen []string
	for _, file := range files {
		chosen = append(chosen, realPath(file))
	}
	return chosen
}

// needs returns the files of a program's command line, without links.
func (p *Program) needs(dir string) []string {
	var needs []string
	for _, arg := range p.Args[1:] {
		if !filepath.IsAbs(arg) {
			arg = filepath.Join(dir, arg)
		}
		if _, err := os.Stat(arg); err == nil {
			needs = append(needs, realPath(arg))
		}
	}
	return needs
}

// views returns the paths at which the program sees a file: one of the scratch folder is in
// the view of the host's, and at its own path if something speaks of it.
func (p *Program) views(file, path, dir string) []string {
	rest, scratch := strings.CutPrefix(file, scratchDir+"/")
	if !scratch {
		return []string{file}
	}
	views := []string{filepath.Join(hostView, rest)}
	for _, bound := range named(p.mentions(path, dir)) {
		if within(file, bound) {
			views = append(views, file)
		}
	}
	return views
}

// within reports whether a path is a folder's or the folder's own.
func within(path, folder string) bool {
	return path == folder || folder == "/" || strings.HasPrefix(path, folder+"/")
}

// realPath returns a path from the root and without links, as far as it is there.
func realPath(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}
