package vectors

import (
	"fmt"
	"slices"
	"strings"
)

// Form is how a file is written down.
type Form string

// The forms.
const (
	JSONL Form = "jsonl" // an object a line, for programs
	Hex   Form = "hex"   // 64 bit words, for $readmemh
	CSV   Form = "csv"   // for tables
)

// Forms returns all forms.
func Forms() []Form { return []Form{JSONL, Hex, CSV} }

// ParseForm returns the form with the given name.
func ParseForm(s string) (Form, error) {
	if f := Form(s); slices.Contains(Forms(), f) {
		return f, nil
	}
	var names []string
	for _, f := range Forms() {
		names = append(names, string(f))
	}
	return "", fmt.Errorf("there is no form %.40q of vector files, only %s", s, strings.Join(names, ", "))
}

// comment is what begins the header's line.
func (f Form) comment() string {
	switch f {
	case Hex:
		return "// "
	case CSV:
		return "# "
	}
	return ""
}
