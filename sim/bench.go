package sim

import (
	"path"
	"slices"
	"strings"
)

// benchWords are the words in names of files and folders that hold what tests a design.
var benchWords = []string{"tb", "tbs", "test", "tests", "testbench", "testbenches", "bench", "mock", "mocks", "sim", "simulation", "verif", "verification"}

// isBench reports whether the name of a file, or of a folder it is in, says that it tests the design.
func isBench(file string) bool {
	parts := strings.Split(strings.ToLower(file), "/")
	last := len(parts) - 1
	parts[last] = strings.TrimSuffix(parts[last], path.Ext(parts[last]))
	for i, part := range parts {
		if slices.Contains(benchWords, part) && i < last || hasPart(part, benchWords[:9]...) {
			return true
		}
	}
	return false
}

// hasPart reports whether a name has one of the parts between its underlines.
func hasPart(s string, parts ...string) bool {
	return slices.ContainsFunc(strings.Split(s, "_"), func(part string) bool { return slices.Contains(parts, part) })
}
