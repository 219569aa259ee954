package phrase

import "strings"

// ShellQuote returns a text in quotes, as a word of a shell's command line.
func ShellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// ShellWord returns a text as a word of a shell's command line, in quotes if it
// needs them.
func ShellWord(s string) string {
	if s != "" && !strings.ContainsAny(s, " \t'\"\\$&|;<>()*?[]{}~`!#\n") {
		return s
	}
	return ShellQuote(s)
}
