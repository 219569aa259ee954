package vhdl

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/loopline/loopline/sim/sources"
)

// GHDL 2 and 5 ignore choices with "-" in case? and select? statements, with a warning, and so make something else of
// them. What they are given instead are case and select statements with each value written out. GHDL 6 takes them as
// they are.

// choiceIgnored is the warning. It is right where the statement has no question mark.
const choiceIgnored = "choice with meta-value is ignored"

// mostFree bounds the places with - in a choice.
const mostFree = 12

var (
	matchingCase   = regexp.MustCompile(`(?i)\b(end\s+)?case\s*\?`)
	matchingSelect = regexp.MustCompile(`(?is)\bselect\s*\?[^;]*;`)
	matchingWhen   = regexp.MustCompile(`(?is)\bwhen\b[^;]*?(?:=>|[,;])`)
	matchingText   = regexp.MustCompile(`"([01-]*-[01-]*)"`)
)

// writeOutChoices writes the files with such statements, below dir, in the form that GHDL 2 and 5 take. It returns the
// lines of these statements by file.
func writeOutChoices(dir string, files []sources.File) (lines map[string]map[int]bool, err error) {
	lines = make(map[string]map[int]bool)
	for _, f := range files {
		if !sources.IsVHDL(f.Name) {
			continue
		}
		text, own, err := WrittenOut(f.Text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		if len(own) == 0 {
			continue
		}
		lines[f.Name] = own
		if err := os.WriteFile(filepath.Join(dir, f.Name), text, 0o644); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// WrittenOut returns a text with the choices of its case? and select? statements written out, and the lines that
// these are in.
func WrittenOut(text []byte) (made []byte, lines map[int]bool, err error) {
	code := sources.VHDLUncommented(text)
	lines = make(map[int]bool)
	done := 0
	add := func(from, to int) {
		if from < done {
			return // within another
		}
		made = append(made, text[done:from]...)
		done = to
		first := 1 + bytes.Count(text[:from], []byte("\n"))
		for i := range 1 + bytes.Count(text[from:to], []byte("\n")) {
			lines[first+i] = true
		}
		whole := matchingWhen.ReplaceAllFunc(code[from:to], func(when []byte) []byte {
			return matchingText.ReplaceAllFunc(when, func(choice []byte) []byte {
				all, failed := valuesOf(string(choice[1 : len(choice)-1]))
				if failed != nil && err == nil {
					err = fmt.Errorf("line %d: %w", first, failed)
				}
				return []byte(all)
			})
		})
		made = append(made, unmarked.ReplaceAll(whole, []byte("$1 "))...)
	}
	for _, at := range matchingRegions(code) {
		add(at[0], at[1])
	}
	return append(made, text[done:]...), lines, err
}

// unmarked matches the words whose question mark goes.
var unmarked = regexp.MustCompile(`(?i)\b(case|select)\s*\?`)

// matchingRegions returns where case? and select? statements begin and end, the outermost alone, in order.
func matchingRegions(code []byte) (regions [][]int) {
	depth, from := 0, 0
	selects := matchingSelect.FindAllIndex(code, -1)
	for _, m := range matchingCase.FindAllSubmatchIndex(code, -1) {
		if m[2] < 0 {
			if depth == 0 {
				from = m[0]
			}
			depth++
			continue
		}
		if depth--; depth != 0 {
			depth = max(depth, 0) // an end alone is an error of GHDL
			continue
		}
		for len(selects) > 0 && selects[0][0] < from {
			regions, selects = append(regions, selects[0]), selects[1:]
		}
		regions = append(regions, []int{from, m[1]})
	}
	return append(regions, selects...)
}

// valuesOf returns the values that a choice stands for, as VHDL writes them.
func valuesOf(choice string) (string, error) {
	if strings.Count(choice, "-") > mostFree {
		return "", fmt.Errorf("GHDL before version 6 ignores choices with -, and %q has more than the %d that can be written out; compare by ?=", choice, mostFree)
	}
	all := []string{choice}
	for i := range choice {
		if choice[i] != '-' {
			continue
		}
		var both []string
		for _, c := range all {
			both = append(both, c[:i]+"0"+c[i+1:], c[:i]+"1"+c[i+1:])
		}
		all = both
	}
	return `"` + strings.Join(all, `" | "`) + `"`, nil
}

// ignoredIn returns the first place in some lines at which GHDL still ignores a choice, or "".
func ignoredIn(said string, lines map[string]map[int]bool) string {
	for line := range strings.Lines(said) {
		m := ghdlLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil || !strings.Contains(m[5], choiceIgnored) {
			continue
		}
		if number, err := strconv.Atoi(m[2]); err == nil && lines[m[1]][number] {
			return m[1] + ":" + m[2]
		}
	}
	return ""
}
