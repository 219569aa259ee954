package finding

import (
	"regexp"
)

var stubRemedy = regexp.MustCompile(`(?s)Save what follows as (\S+) in .*?\n\n(.+)$`)

// Stub returns the file to add to the design for vendor modules that are missing, and
// its name; both are empty if no stub would help.
func (e *BuildError) Stub() (name, text string) {
	if m := stubRemedy.FindStringSubmatch(e.Remedy); m != nil {
		return m[1], m[2]
	}
	return "", ""
}
