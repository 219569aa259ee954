package finding

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/loopline/loopline/sim/sources"
)

// maxRounds bounds the iterations of a loop: synthesis unrolls loops, and hardware
// can't have more.
const maxRounds = 1 << 16

// CodeLoop is of loops that no hardware does in a clock cycle.
const CodeLoop = "LOOP"

const loopBound = `(\d[\d_]*|(?:\d*\s*'\s*[sS]?[dDhH]\s*[0-9a-fA-F_]+))`

var (
	// for (i = …; i < BOUND; …), for (…; BOUND > i; …) and for (i = BOUND; i > …
	countingUp   = regexp.MustCompile(`\bfor\s*\([^;()]*;\s*\w+\s*(?:<=?|!=)\s*` + loopBound + `\s*;`)
	countingDown = regexp.MustCompile(`\bfor\s*\([^;()]*=\s*` + loopBound + `\s*;\s*\w+\s*(?:>=?|!=)`)
	repeated     = regexp.MustCompile(`\brepeat\s*\(\s*` + loopBound + `\s*\)`)

	// Delays are passed over, so that a loop that waits for nothing else has no end.
	endless = regexp.MustCompile(`\b(?:forever\b|while\s*\(\s*(?:1|1'b1|1'd1)\s*\)|for\s*\([^;()]*;\s*(?:1|1'b1)?\s*;)`)
)

// loops returns the loops of a design that no hardware does in a clock cycle, as far as
// their text tells: those of constant bounds with very many rounds, and those without
// end. A model may be ended in them; see OverrunError.
func loops(files []sources.File) (found []Finding) {
	for _, f := range files {
		if !sources.IsHDL(f.Name) && !sources.IsHeader(f.Name) {
			continue
		}
		text := sources.Blank(f.Text)
		add := func(at int, what string) {
			found = append(found, Finding{
				Tool: "loopline", Code: CodeLoop, Kind: ChangesBehaviour,
				Text: fmt.Sprintf("%s:%d:%d: %s: a model may be ended here for its processor time, and no hardware does this in a clock cycle",
					f.Name, 1+bytes.Count(text[:at], []byte("\n")), at-bytes.LastIndexByte(text[:at], '\n'), what),
			})
		}
		for _, loop := range [...]*regexp.Regexp{countingUp, countingDown, repeated} {
			for _, m := range loop.FindAllSubmatchIndex(text, sources.MaxSystemCalls) {
				if n, ok := roundsOf(string(text[m[2]:m[3]])); ok && n > maxRounds {
					add(m[0], fmt.Sprintf("a loop of %d rounds", n))
				}
			}
		}
		for _, m := range endless.FindAllIndex(text, sources.MaxSystemCalls) {
			add(m[0], "a loop without end")
		}
	}
	return found
}

// LongLoops returns the findings about loops, with file names as the user knows them.
func LongLoops(s *sources.Source, files []sources.File) []Finding {
	found := loops(files)
	for i := range found {
		found[i].Text = Located(s, found[i].Text)
	}
	return found
}

func roundsOf(text string) (uint64, bool) {
	digits, base := strings.ReplaceAll(strings.Join(strings.Fields(text), ""), "_", ""), 10
	if _, behind, ok := strings.Cut(digits, "'"); ok {
		digits = strings.TrimLeft(behind, "sS")
		if digits[0] == 'h' || digits[0] == 'H' {
			base = 16
		}
		digits = digits[1:]
	}
	n, err := strconv.ParseUint(digits, base, 64)
	return n, err == nil
}
