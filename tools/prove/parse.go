package main

import (
	"regexp"
	"strconv"
	"strings"
)

// Answers of the engines. Their exit statuses carry no result: yosys-abc always exits with 0.

type verdict struct {
	proved  bool
	refuted bool
	frame   int    // of the counter-example
	output  int    // the assert that fails, by its place among the model's outputs; -1 unknown
	label   string // its name, where the engine says it
	limit   bool   // the engine's own limit passed
}

var (
	abcAsserted = regexp.MustCompile(`Output (\d+) of miter "[^"]*" was asserted in frame (\d+)`)
	abcReached  = regexp.MustCompile(`Output +(\d+) was asserted in frame +(\d+)`)
	abcNone     = regexp.MustCompile(`No output asserted in (\d+) frames`)
	abcEach     = regexp.MustCompile(`Properties: +All = (\d+)\. Proved = (\d+)\. Disproved = 0\. Undecided = 0\.`)
	smtFailed   = regexp.MustCompile(`Assert failed in [^:]*: (\S+)`)
	smtStep     = regexp.MustCompile(`Checking assertions in step (\d+)`)
	yosysError  = regexp.MustCompile(`(?m)^(?:.*: )?ERROR: .*$`)
)

// number reads what a pattern of digits has matched.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// parseABC reads the answer of bmc3 to the given depth, or of pdr if depth is 0.
func parseABC(out string, depth int) verdict {
	v := verdict{output: -1}
	if m := abcAsserted.FindStringSubmatch(out); m != nil {
		v.refuted, v.output, v.frame = true, number(m[1]), number(m[2])
		return v
	}
	if depth == 0 {
		v.proved = strings.Contains(out, "Property proved.")
	} else if m := abcNone.FindStringSubmatch(out); m != nil {
		v.proved = number(m[1]) >= depth
	}
	v.limit = !v.proved
	return v
}

// allSolved is what the pdr of newer ABCs says, with "Property UNDECIDED", of a model whose outputs scorr has all
// proved. With -a it counts the proved ones.
const allSolved = "All outputs solved"

// parseEach reads the answer of pdr -a.
func parseEach(out string) verdict {
	m := abcEach.FindStringSubmatch(out)
	proved := m != nil && m[1] == m[2] && number(m[1]) > 0
	return verdict{output: -1, proved: proved, limit: !proved}
}

// parseReached returns the frame in which each output was reached.
func parseReached(out string) map[int]int {
	reached := map[int]int{}
	for _, m := range abcReached.FindAllStringSubmatch(out, -1) {
		reached[number(m[1])] = number(m[2])
	}
	if m := abcAsserted.FindStringSubmatch(out); m != nil {
		reached[number(m[1])] = number(m[2])
	}
	return reached
}

// parseSMT reads the answer of yosys-smtbmc.
func parseSMT(out string) verdict {
	v := verdict{output: -1}
	switch {
	case strings.Contains(out, "Status: PASSED"):
		v.proved = true
	case strings.Contains(out, "Status: FAILED"):
		v.refuted = true
		if m := smtFailed.FindStringSubmatch(out); m != nil {
			v.label = m[1]
		}
		for _, m := range smtStep.FindAllStringSubmatch(out, -1) {
			v.frame = number(m[1])
		}
	default:
		v.limit = true
	}
	return v
}

// syntaxOf is the message with which Yosys gave up, "" if it did not.
func syntaxOf(out string) string {
	return strings.TrimSpace(yosysError.FindString(out))
}

// cells are the names in a list that Yosys made of cells, without their module.
func cells(list string) []string {
	var names []string
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if _, name, ok := strings.Cut(line, "/"); ok {
			names = append(names, name)
		}
	}
	return names
}
