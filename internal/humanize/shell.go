package humanize

import (
	"os"
	"runtime"
	"strings"
)

// FromHere returns a command line that can be pasted where its reader stands: a command that make
// runs, which may have changed the directory, begins with a change into its own.
func FromHere(command string) string {
	dir, err := os.Getwd()
	if os.Getenv("MAKELEVEL") == "" || runtime.GOOS == "windows" || err != nil {
		return command
	}
	return "(cd " + ShellWord(dir) + " && " + command + ")"
}

// ShellQuote returns a text in quotes, as a word of a command line to type on this
// system: in a POSIX shell, or on Windows in cmd and in PowerShell.
func ShellQuote(s string) string { return quote(runtime.GOOS, s) }

// ShellWord returns a text as a word of such a command line, in quotes if it needs
// them.
func ShellWord(s string) string { return word(runtime.GOOS, s) }

// quote has the quotes of a system. Those of cmd and of programs on Windows are
// double: a backslash is itself but before a quote, and at the end.
func quote(system, s string) string {
	if system != "windows" {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var quoted strings.Builder
	slashes := 0
	for _, c := range []byte(s) {
		switch c {
		case '\\':
			slashes++
		case '"':
			quoted.WriteString(strings.Repeat(`\`, slashes+1))
			slashes = 0
		default:
			slashes = 0
		}
		quoted.WriteByte(c)
	}
	return `"` + quoted.String() + strings.Repeat(`\`, slashes) + `"`
}

func word(system, s string) string {
	special := " \t'\"\\$&|;<>()*?[]{}~`!#\n"
	if system == "windows" {
		special = " \t'\"$&|;<>()*?[]{}`#\n,@^%"
	}
	if s != "" && !strings.ContainsAny(s, special) {
		return s
	}
	return quote(system, s)
}
