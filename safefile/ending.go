package safefile

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Ending returns the ending of the name of an output file, in lower case, such as
// ".svg"; it selects the format. It is empty for a name without one, and for a pipe or
// a device.
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
