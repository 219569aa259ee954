package sources

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// SystemCall is something that a design asks of the machine that simulates it.
type SystemCall struct {
	What     string // such as $system
	Argument string // what it names, such as a file; may be empty
	File     string // in the design
	Line     int
	Refused  bool // unless the design is trusted
}

// String is such as `top.v:12: $fopen of "log.txt"`.
func (r SystemCall) String() string {
	text := fmt.Sprintf("%s:%d: %s", r.File, r.Line, r.What)
	if r.Argument != "" {
		text += fmt.Sprintf(" of %.80q", r.Argument)
	}
	return text
}

// RefusedError names what a design asks for and does not get.
type RefusedError struct {
	Source string
	Calls  []SystemCall
}

// Error names the first of them and what to do.
func (e *RefusedError) Error() string {
	const shown = 6
	var text strings.Builder
	fmt.Fprintf(&text, "%s: the design asks for what would run programs here:", e.Source)
	for _, r := range e.Calls[:min(shown, len(e.Calls))] {
		fmt.Fprintf(&text, "\n  %s", r)
	}
	if more := len(e.Calls) - shown; more > 0 {
		fmt.Fprintf(&text, "\n  and %d more", more)
	}
	text.WriteString("\nTake that out, or, if you trust who wrote it, add --trust-rtl.")
	return text.String()
}

// The requests that are looked for, in text whose comments and strings are
// blank.
var (
	task = regexp.MustCompile(`\$(system|c\d*|fopen|s?readmem[bh]|writemem[bh]|dumpfile|value\$plusargs|test\$plusargs)\b`)

	// DPI runs C; "systemc_..." puts C++ into the model; a $ that stands alone
	// is completed by a macro.
	foreign = regexp.MustCompile("\\b(?:import|export)\\s*\"|`systemc_\\w+|\\$[ \\t]*(?:,|\\)|`|\\n|\\z)")

	included = regexp.MustCompile("`include\\s*\"")
)

// NeedsNotice reports whether a request that is not refused is worth a word: those for
// the design's own files are as usual.
func (r SystemCall) NeedsNotice(files []File) bool {
	if r.What != "`include" && !strings.Contains(r.What, "readmem") {
		return true
	}
	return r.Argument != "" && outside(r.Argument) || r.Argument == "" && r.What != "`include"
}

// outside reports whether a path leaves the folder of a design.
func outside(name string) bool {
	clean := path.Clean(name)
	return path.IsAbs(clean) || clean == ".." || strings.HasPrefix(clean, "../")
}

// MaxSystemCalls bounds the reported calls of a file: the refused ones, and the others.
const MaxSystemCalls = 1000

// SystemCalls lists what the files of a design ask for, in the order of the files.
func SystemCalls(files []File) (found []SystemCall) {
	for _, f := range files {
		if IsHDL(f.Name) || IsHeader(f.Name) {
			found = append(found, textSystemCalls(f)...)
		}
	}
	return found
}

func textSystemCalls(f File) (found []SystemCall) {
	text := Blank(f.Text)
	reported := map[bool]int{} // refused and not
	line, counted := 1, 0      // the line of a place
	add := func(at int, what string, refused bool) {
		if at < counted {
			line, counted = 1, 0 // the next kind is looked for from the beginning
		}
		line, counted = line+bytes.Count(text[counted:at], []byte("\n")), at
		if reported[refused]++; reported[refused] <= MaxSystemCalls {
			found = append(found, SystemCall{
				What: what, Argument: literalAt(f.Text, text, at), File: f.Name, Line: line, Refused: refused,
			})
		}
	}
	for _, m := range task.FindAllIndex(text, -1) {
		what := string(text[m[0]:m[1]])
		runs := what == "$system" || what == "$c" || strings.Trim(what[2:], "0123456789") == ""
		add(m[0], what, runs)
	}
	for _, m := range foreign.FindAllIndex(text, -1) {
		what := strings.TrimSpace(string(text[m[0]:m[1]]))
		switch {
		case strings.HasSuffix(what, `"`):
			what = "DPI: " + strings.TrimSpace(strings.TrimSuffix(what, `"`))
		case what[0] == '$':
			what = "$ that a macro completes"
		}
		add(m[0], what, true)
	}
	for _, m := range included.FindAllIndex(text, -1) {
		add(m[0], "`include", false)
	}
	slices.SortStableFunc(found, func(a, b SystemCall) int { return cmp.Compare(a.Line, b.Line) })
	return found
}

// Blank replaces what is in comments and strings by spaces; line ends and
// quotes stay.
func Blank(text []byte) []byte {
	out := slices.Clone(text)
	for i := 0; i < len(out); {
		end := i + 1
		switch {
		case bytes.HasPrefix(out[i:], []byte("//")):
			end = indexFrom(out, i, "\n")
			wipe(out[i:end])
		case bytes.HasPrefix(out[i:], []byte("/*")):
			end = min(indexFrom(out, i+2, "*/")+2, len(out))
			wipe(out[i:end])
		case out[i] == '"':
			end = endOfString(out, i)
			wipe(out[i+1 : max(i+1, end-1)])
		case out[i] == '\\':
			// An escaped name, such as \$system, ends at white space and calls no task.
			for end < len(out) && out[end] > ' ' {
				end++
			}
			wipe(out[i:end])
		}
		i = end
	}
	return out
}

// endOfString returns the index after the quote that ends the string at i, or after the
// line.
func endOfString(text []byte, i int) int {
	for n := i + 1; n < len(text); n++ {
		switch text[n] {
		case '\\':
			n++
		case '"':
			return n + 1
		case '\n':
			return n
		}
	}
	return len(text)
}

func indexFrom(text []byte, from int, what string) int {
	from = min(from, len(text))
	if n := bytes.Index(text[from:], []byte(what)); n >= 0 {
		return from + n
	}
	return len(text)
}

func wipe(text []byte) {
	for i := range text {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
}

// literalAt returns the first string behind a place, before the statement ends.
func literalAt(text, blank []byte, at int) string {
	const near = 4096
	for i := at; i < min(at+near, len(blank)); i++ {
		switch blank[i] {
		case ';', '\n':
			return ""
		case '"':
			end := endOfString(text, i)
			return strings.TrimSuffix(string(text[i+1:end]), `"`)
		}
	}
	return ""
}
