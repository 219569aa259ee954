package sandbox

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// The scratch folder is /tmp. The host's files there stay visible: those that the
// command line and the working directory name, under their own path; the rest by links
// into a read-only view.
const (
	scratchDir = "/tmp"
	hostView   = scratchDir + "/.host"
	maxLinks   = 2000 // entries of /tmp; bwrap takes 9000 arguments
)

var underScratch = regexp.MustCompile(scratchDir + `/[^/\s'":;,=]+`)

// named lists the entries of /tmp that texts speak of.
func named(texts []string) []string {
	var found []string
	for _, text := range texts {
		found = append(found, underScratch.FindAllString(text, -1)...)
	}
	slices.Sort(found)
	found = slices.Compact(found)
	return slices.DeleteFunc(found, func(path string) bool {
		info, err := os.Stat(path)
		base := filepath.Base(path)
		return err != nil || base == "." || base == ".." || !info.IsDir() && !info.Mode().IsRegular()
	})
}

// scratchArgs are bwrap's for a scratch folder of a size.
func scratchArgs(size string, texts []string) []string {
	args := []string{
		"--size", size, "--tmpfs", scratchDir,
		"--dir", hostView, "--ro-bind", scratchDir, hostView,
	}
	bound := named(texts)
	for _, path := range bound {
		args = append(args, "--ro-bind-try", path, path)
	}
	entries, _ := os.ReadDir(scratchDir)
	for _, e := range entries[:min(len(entries), maxLinks)] {
		path := filepath.Join(scratchDir, e.Name())
		if !slices.Contains(bound, path) && path != hostView && !strings.HasPrefix(e.Name(), ".host") {
			args = append(args, "--symlink", filepath.Join(hostView, e.Name()), path)
		}
	}
	return args
}
