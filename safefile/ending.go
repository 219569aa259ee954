package safefile

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Ending is how the name of a file to be written ends, by which its format is known:
// ".svg", in lower case. It is empty for a name without one, and for what is there and is
// no regular file, such as a pipe.
func Ending(name string) string {
	ending := strings.ToLower(filepath.Ext(name))
	if ending == "" || ending == "." {
		return ""
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return ""
	}
	return ending
}

// CheckEnding wants the ending of a name to be known: otherwise a file would hold another
// format than its name says. The error names those that are known.
func CheckEnding(name string, known ...string) error {
	ending := Ending(name)
	if ending == "" || slices.Contains(known, ending) {
		return nil
	}
	return fmt.Errorf("nothing is written here as %.20q; known endings: %s", ending, strings.Join(known, ", "))
}
