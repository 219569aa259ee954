package tooling

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// MaxName bounds the bytes of the name of one file or folder of a design.
const MaxName = 200

var escapedName = regexp.MustCompile(`%(?:20|[89A-F][0-9A-F])`)

// OwnNames returns a text of a tool in which files have the names that people know.
func OwnNames(text string) string {
	return escapedName.ReplaceAllStringFunc(text, func(code string) string {
		c, _ := strconv.ParseUint(code[1:], 16, 8) // of two digits
		return string([]byte{byte(c)})
	})
}

// ShownName returns the name of a file for users; what is odd in it is quoted.
func ShownName(name string) string {
	name = OwnNames(name)
	if len(name) <= MaxName && !strings.ContainsFunc(name, func(c rune) bool { return !unicode.IsPrint(c) }) {
		return name
	}
	return fmt.Sprintf("%.200q", name)
}
