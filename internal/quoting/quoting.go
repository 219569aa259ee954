// Package quoting writes texts of others as parts of generated files, such that each stays one value of
// the file's language: a name in a design is no command of a makefile, and no section of a script.
package quoting

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// MakeInQuotes returns a text as (a part of) the value of a variable of GNU Make, whose recipes write
// the variable between single quotes of the shell: '$(NAME)'. There it is one word, with the text's
// bytes. A text with control characters can't be one, and is an error.
func MakeInQuotes(text string) (string, error) {
	if i := strings.IndexFunc(text, unicode.IsControl); i >= 0 {
		return "", fmt.Errorf("%.40q has a control character, which no makefile can hold; rename it", text)
	}
	text = strings.ReplaceAll(text, "'", `'\''`)
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '$':
			b.WriteString("$$")
		case r == '#':
			// Make takes one backslash from two before a #, and one from one.
			before := text[:i]
			b.WriteString(before[len(strings.TrimRight(before, `\`)):])
			b.WriteString(`\#`)
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), nil
}

// Word returns a text as a word of a line-based file that has no quotes, such as a script of Yosys, a
// task of SymbiYosys or a save file of GTKWave. A text with white space, control characters, or what
// separates commands there (quotes, ; # and brackets) is none, and is an error.
func Word(text string) (string, error) {
	wrong := func(r rune) bool {
		return r <= ' ' || r == 0x7f || strings.ContainsRune("\"'`;#[]{}", r) || unicode.IsControl(r) || unicode.IsSpace(r)
	}
	if text == "" || strings.ContainsFunc(text, wrong) || strings.HasPrefix(text, "-") {
		return "", fmt.Errorf("%.40q is no word for a script of the tools: it is empty, begins with -, or has a space, a quote or one of ;#[]{}; rename it", text)
	}
	return text, nil
}

// Pattern returns a text as a part of a regular expression that matches it. The bytes of a text that are no
// UTF-8, of which no expression can be made, match U+FFFD.
func Pattern(text string) string { return regexp.QuoteMeta(string([]rune(text))) }

// Cell returns a text as a cell of a CSV file: a spreadsheet takes it for no formula, and it stays within
// its line. The csv writer quotes it.
func Cell(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
	if text != "" && strings.ContainsRune("=+-@", rune(text[0])) {
		return "'" + text
	}
	return text
}
