package finding

import (
	"bytes"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/loopline/loopline/internal/quoting"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/tooling"
)

// Waiver lets findings pass that somebody has looked at. Empty fields fit everything.
type Waiver struct {
	rule     string // a code of a finding, or the name of its tool
	file     string // with wildcards
	from, to int    // lines; 0 is unbounded
	match    string // of the text, with wildcards
}

var (
	// A comment of Verilog or VHDL: loopline lint_off CODES, up to loopline lint_on CODES.
	waiverComment = regexp.MustCompile(`(?://|/\*|--)[ \t]*loopline[ \t]+lint_(off|on)\b((?:[ \t]+[A-Z][A-Z0-9_]*\b)*)`)
	// A line of a configuration file of Verilator's: lint_off -rule CODE -file "NAME" -lines 3-7 -match "TEXT".
	waiverLine   = regexp.MustCompile(`(?m)^\s*lint_off\b(.*)$`)
	waiverOption = regexp.MustCompile(`-(rule|file|lines|match)\s+(?:"([^"]*)"|(\S+))`)
)

// WaiversIn returns the waivers in the comments of a design and in its .vlt files.
func WaiversIn(files []sources.File) (all []Waiver) {
	for _, f := range files {
		switch {
		case sources.IsHDL(f.Name) || sources.IsHeader(f.Name) || sources.IsVHDL(f.Name):
			all = append(all, waiversInComments(f)...)
		case strings.EqualFold(path.Ext(f.Name), ".vlt"):
			for _, m := range waiverLine.FindAllSubmatch(f.Text, sources.MaxDeclarations) {
				if w, ok := waiverOf(string(m[1])); ok {
					all = append(all, w)
				}
			}
		}
	}
	return all
}

// waiverOf reads the options of a line. A waiver whose line numbers are invalid is ignored.
func waiverOf(options string) (w Waiver, ok bool) {
	for _, o := range waiverOption.FindAllStringSubmatch(options, -1) {
		value := o[2] + o[3]
		switch o[1] {
		case "rule":
			w.rule = strings.ToUpper(value)
		case "file":
			w.file = value
		case "match":
			w.match = value
		case "lines":
			from, to, both := strings.Cut(value, "-")
			if !both {
				to = from
			}
			var err, err2 error
			w.from, err = strconv.Atoi(from)
			w.to, err2 = strconv.Atoi(to)
			if err != nil || err2 != nil {
				return w, false
			}
		}
	}
	return w, true
}

func waiversInComments(f sources.File) (all []Waiver) {
	line, at := 1, 0
	for _, m := range waiverComment.FindAllSubmatchIndex(f.Text, sources.MaxDeclarations) {
		line += bytes.Count(f.Text[at:m[0]], []byte("\n"))
		at = m[0]
		codes := strings.Fields(string(f.Text[m[4]:m[5]]))
		if string(f.Text[m[2]:m[3]]) == "on" {
			for i := range all {
				if w := &all[i]; w.to == 0 && (len(codes) == 0 || contains(codes, w.rule)) {
					w.to = line
				}
			}
			continue
		}
		if len(codes) == 0 {
			codes = []string{""}
		}
		for _, code := range codes {
			all = append(all, Waiver{rule: code, file: tooling.OwnNames(f.Name), from: line})
		}
	}
	return all
}

func contains(all []string, one string) bool {
	for _, s := range all {
		if s == one {
			return true
		}
	}
	return false
}

// Fits reports whether a finding is waived, where file is a name in the design.
func (w *Waiver) Fits(f *Finding, file string, line int) bool {
	if w.rule != "" && w.rule != f.Code && w.rule != strings.ToUpper(f.Tool) {
		return false
	}
	if w.file != "" && !fitsName(w.file, file) {
		return false
	}
	if w.from > 0 && line < w.from || w.to > 0 && (line == 0 || line > w.to) {
		return false
	}
	return w.match == "" || wildcard(w.match).MatchString(f.Text)
}

func fitsName(pattern, file string) bool {
	return file != "" && (wildcard(pattern).MatchString(file) || wildcard("*/"+pattern).MatchString(file))
}

func wildcard(pattern string) *regexp.Regexp {
	text := quoting.Pattern(pattern)
	text = strings.ReplaceAll(strings.ReplaceAll(text, `\*`, `.*`), `\?`, `.`)
	return regexp.MustCompile(`(?s)^` + text + `$`)
}
