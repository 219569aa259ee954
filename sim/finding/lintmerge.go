package finding

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/sim/sources"
)

// Merging makes one finding of what several tools say of one fault, and tells what matters
// from remarks.

var (
	findingPlace = regexp.MustCompile(`^([^:\s][^:]*):(\d+)(?::(\d+))?: `)
	yosysPlace   = regexp.MustCompile(`([\w./-]+\.(?:sv|v|vhdl?)):(\d+)`)

	widthText = regexp.MustCompile(
		`^(.*?) expects (?:(\d+) or )?(\d+) bits? on the .*?, but .*?'s (\w+)(?: '([^']*)')?.* generates (?:(\d+) or )?(\d+) bits`)
	quotedName = regexp.MustCompile(`'([^']+)'`)
	otherName  = regexp.MustCompile(`\\([\w$.]+)|\b(?:drivers of|for) ([\w$.\\]+)`)

	comparison = regexp.MustCompile(`^(?:[!=]==?|[<>]=?)\s*(?:\d|'[sS]?[bdhBDH])`)
)

// Place returns the file, in the design, and the line of a finding, or 0.
func Place(s *sources.Source, f *Finding) (file string, line int) {
	text := strings.TrimPrefix(f.Text, strings.TrimSuffix(s.Name, "/")+"/")
	m := findingPlace.FindStringSubmatch(text)
	if m == nil {
		if m = yosysPlace.FindStringSubmatch(text); m == nil {
			return "", 0
		}
	}
	line, _ = strconv.Atoi(m[2]) // digits
	return m[1], line
}

// Signal returns the last name of a finding's signal, without its bits, or "".
func (f *Finding) Signal() string {
	text := findingPlace.ReplaceAllString(f.Text, "")
	name := ""
	if m := quotedName.FindStringSubmatch(text); m != nil {
		name = m[1]
	} else if m := otherName.FindStringSubmatch(text); m != nil {
		name = strings.TrimPrefix(m[1]+m[2], `\`)
	} else if f.Tool == "loopline" {
		name, _, _ = strings.Cut(text, " ")
	}
	name = name[strings.LastIndexAny(name, `.\`)+1:]
	name, _, _ = strings.Cut(name, "[")
	return strings.TrimSpace(strings.TrimSuffix(name, ":"))
}

// sameFault reports whether a finding says no more than another, which names the place.
func sameFault(s *sources.Source, f, better *Finding) bool {
	if better.Kind > f.Kind && f.Kind != Unread || f.Tool == better.Tool {
		return false
	}
	file, line := Place(s, f)
	otherFile, otherLine := Place(s, better)
	if line > 0 && line == otherLine && file == otherFile {
		return true
	}
	return better.Kind == f.Kind && line == 0 && f.Signal() != "" && f.Signal() == better.Signal()
}

// Merged are findings without those that say of a fault what a better one says. What Verilator
// cannot read, the others cannot either.
func Merged(s *sources.Source, found []Finding) []Finding {
	fails := func(f Finding) bool { return f.Tool == "verilator" && f.Kind == Fails }
	if slices.ContainsFunc(found, fails) {
		return slices.DeleteFunc(found, func(f Finding) bool { return f.Tool == "iverilog" || f.Tool == "yosys" || f.Code == codeWireAssigned })
	}
	var kept []Finding
	for i := range found {
		f := &found[i]
		same := func(o Finding) bool { return o.rank() < f.rank() && sameFault(s, f, &o) }
		latch := func(o Finding) bool {
			return f.Code == CodeLatch && f.Tool == "verilator" && o.Tool == "loopline" && o.Code == CodeLatch && o.Signal() == f.Signal()
		}
		reset := func(o Finding) bool { return o.Code == CodeResetLevel && strings.Contains(f.Text, "Async reset") }
		if !slices.ContainsFunc(found, same) && !slices.ContainsFunc(found, latch) && !slices.ContainsFunc(found, reset) {
			kept = append(kept, *f)
		}
	}
	return kept
}

// arithmetic are operators whose results are wider than what they are assigned to in most sound
// designs: a literal without a width has 32 bits.
var arithmetic = []string{"ADD", "SUB", "MUL", "MULS", "DIV", "DIVS", "MODDIV", "MODDIVS", "SHIFTL", "SHIFTR", "SHIFTRS", "COND", "NOT", "NEGATE", "OR", "AND", "XOR"}

// widthMatters reports whether a warning about widths is one of bits that are lost, or of a
// comparison that can never be true.
func widthMatters(text string) bool {
	m := widthText.FindStringSubmatch(findingPlace.ReplaceAllString(text, ""))
	if m == nil {
		return false
	}
	want, _ := strconv.Atoi(m[3]) // digits, of which there are few
	got, _ := strconv.Atoi(m[7])
	unsized := m[6] == "" && got >= 32 // an int, whose value is unknown here
	if m[4] == "CONST" {
		got, unsized = bitsOf(m[5], got), false
	}
	switch {
	case strings.Contains(m[1], "port connection"):
		return !unsized && (got > want || got < want && m[4] != "CONST")
	case strings.HasPrefix(m[1], "Operator ASSIGN"):
		return !unsized && got > want && !slices.Contains(arithmetic, m[4])
	case strings.HasPrefix(m[1], "Operator VAR"):
		return m[4] == "CONST" && got > want // the value of a parameter, such as a string of more letters
	case slices.Contains([]string{"Operator EQ", "Operator NEQ", "Operator GT", "Operator GTE", "Operator EQCASE"}, m[1]):
		return m[2] != "" && want > got // a literal that the other side cannot reach
	}
	return false
}

// ComparesUnknown reports whether a warning about widths is one of a comparison with no literal.
func ComparesUnknown(f *Finding, files []sources.File, file string, line int) bool {
	return findingColumn.MatchString(f.Text) && !comparesLiteral(f, files, file, line)
}

// comparesLiteral reports whether a warning about the widths of a comparison is of one with a
// literal, as the text of the design has it: the value of a parameter is unknown here.
func comparesLiteral(f *Finding, files []sources.File, file string, line int) bool {
	m := findingColumn.FindStringSubmatch(f.Text)
	source, ok := sources.Find(files, sources.ToolName(file))
	if m == nil || !ok {
		return false
	}
	column, _ := strconv.Atoi(m[1]) // digits
	lines := strings.Split(string(source.Text), "\n")
	return line >= 1 && line <= len(lines) && column >= 1 && column <= len(lines[line-1]) && comparison.MatchString(lines[line-1][column-1:])
}

var findingColumn = regexp.MustCompile(`:\d+:(\d+): Operator (?:EQ|NEQ|GTE?|EQCASE) `)

// bitsOf returns the number of bits that the value of a literal such as 32'h10 needs.
func bitsOf(literal string, otherwise int) int {
	_, digits, ok := strings.Cut(strings.ReplaceAll(literal, "?", "'"), "'")
	digits = strings.TrimPrefix(digits, "s")
	if !ok || digits == "" || digits[0] != 'h' {
		return otherwise
	}
	v, err := strconv.ParseUint(digits[1:], 16, 64)
	if err != nil {
		return otherwise
	}
	n := 1
	for ; v > 1; v >>= 1 {
		n++
	}
	return n
}
