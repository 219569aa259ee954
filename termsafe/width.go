package termsafe

import (
	"strings"
	"unicode"
)

// firstWide is the first character that takes two columns of a terminal; Japanese ones do.
const firstWide = 0x1100

// Width returns the number of columns of a terminal that text takes.
func Width(text string) (columns int) {
	for _, c := range text {
		if unicode.In(c, unicode.Mn, unicode.Me) {
			continue // it stands over the character before it
		}
		columns++
		if c >= firstWide {
			columns++
		}
	}
	return columns
}

// Pad returns text, followed by spaces up to the given number of columns.
func Pad(text string, columns int) string {
	return text + strings.Repeat(" ", max(0, columns-Width(text)))
}

// Cut returns the beginning of text that fits into the given number of columns.
func Cut(text string, columns int) string {
	for i, c := range text {
		if columns -= Width(string(c)); columns < 0 {
			return text[:i]
		}
	}
	return text
}
