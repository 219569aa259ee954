package page

import "strings"

// Code returns the code that pages have of a start cell or an answer by its line.
func Code(line string) string { return strings.Join(strings.Fields(line), "-") }
