package sources

import (
	"path"
	"slices"
	"strings"
)

// benchWords are the words in names of files and folders that hold what tests a design.
var benchWords = []string{"tb", "tbs", "test", "tests", "testbench", "testbenches", "bench", "mock", "mocks", "sim", "simulation", "verif", "verification"}

// IsBench reports whether the name of a file, or of a folder it is in, says that it tests the design.
func IsBench(file string) bool {
	parts := strings.Split(strings.ToLower(file), "/")
	last := len(parts) - 1
	parts[last] = strings.TrimSuffix(parts[last], path.Ext(parts[last]))
	for i, part := range parts {
		if slices.Contains(benchWords, part) && i < last || HasPart(part, benchWords[:9]...) {
			return true
		}
	}
	return false
}

// HasPart reports whether a name has one of the parts between its underlines.
func HasPart(s string, parts ...string) bool {
	return slices.ContainsFunc(strings.Split(s, "_"), func(part string) bool { return slices.Contains(parts, part) })
}
