package tutorial

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// vhdl holds the solutions in VHDL, in a folder for each step. A line that ends in --@N
// belongs to step N and all after it, in --@N-M to N to M, in --@<N to those before N.
//
//go:embed vhdl
var vhdl embed.FS

// Change is the name of a file of a solution that changes files of the project that were
// there before: a diff for patch -p0.
const Change = "change.diff"

// File is a file of a solution.
type File struct {
	Name string // below the project, with slashes; or Change
	Text string
}

// Solution returns what a project in VHDL writes or changes in a step, from 1 to the
// number of [Steps]: its files as they are after that step. Some steps have none.
func Solution(step int) (files []File, err error) {
	err = fs.WalkDir(vhdl, "vhdl", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := vhdl.ReadFile(name)
		if err != nil {
			return err
		}
		folder, file, _ := strings.Cut(strings.TrimPrefix(name, "vhdl/"), "/")
		since, err := strconv.Atoi(folder)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		now := textOfStep(string(text), step)
		if since == step || since < step && path.Base(file) != Change && now != textOfStep(string(text), step-1) {
			files = slices.DeleteFunc(files, func(f File) bool { return f.Name == file })
			files = append(files, File{file, now})
		}
		return nil
	})
	return files, err
}

// InVHDL reports whether the sources of the project in a directory are in VHDL. It is an
// error if there is no project.
func InVHDL(dir string) (bool, error) {
	p, err := open(dir)
	if err != nil {
		return false, err
	}
	file, _, err := p.source("top")
	return path.Ext(file) == ".vhd", err
}

// ofSteps matches the end of a line that not all steps have.
var ofSteps = regexp.MustCompile(` ?--@(<?)([0-9]+)(?:-([0-9]+))?$`)

func textOfStep(text string, step int) string {
	var kept strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if m := ofSteps.FindStringSubmatch(line); m != nil {
			first, _ := strconv.Atoi(m[2])
			last, err := strconv.Atoi(m[3])
			if err != nil {
				last = step
			}
			if before := m[1] != ""; before != (step < first) || step > last {
				continue
			}
			line = strings.TrimSuffix(line, m[0])
		}
		kept.WriteString(line + "\n")
	}
	return kept.String()
}
