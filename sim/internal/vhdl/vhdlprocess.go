package vhdl

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/sources"
)

var (
	vhdlProcess  = regexp.MustCompile(`(?i)\bprocess\s*\(((?:[^()]|\([^()]*\))*)\)`)
	vhdlFinish   = regexp.MustCompile(`(?i)\bend\s+(?:postponed\s+)?process\b`)
	vhdlBegin    = regexp.MustCompile(`(?i)\bbegin\b`)
	vhdlEdge     = regexp.MustCompile(`(?i)\b(?:rising_edge|falling_edge|wait)\b|'\s*event\b`)
	vhdlDeclared = regexp.MustCompile(`(?i)\b(signal|variable|constant)\s+(\w+(?:\s*,\s*\w+)*)\s*:`)
	vhdlPort     = regexp.MustCompile(`(?i)(\w+(?:\s*,\s*\w+)*)\s*:[^=]`)
	vhdlRound    = regexp.MustCompile(`(?i)\bfor\s+(\w+)\s+in\b`)
	vhdlToken    = regexp.MustCompile(`[A-Za-z]\w*|<=|=>|:=|[^\s\w]`)
	vhdlName     = regexp.MustCompile(`[A-Za-z]\w*`)
)

// Sensitivity finds what the sensitivity lists of processes without a clock leave out. What is made of
// them for a simulation here follows it all the same.
func Sensitivity(files []sources.File) (found []finding.Finding) {
	texts := make(map[string][]byte)
	for _, f := range files {
		if sources.IsVHDL(f.Name) {
			texts[f.Name] = bytes.ToLower(sources.VHDLCode(f.Text))
		}
	}
	for _, f := range files {
		text := texts[f.Name]
		bodies := sources.VHDLBody.FindAllSubmatchIndex(text, -1)
		for i, m := range bodies {
			end := len(text)
			if i+1 < len(bodies) {
				end = bodies[i+1][0]
			}
			body := text[m[1]:end]
			signals := portsOf(string(text[m[2]:m[3]]), texts)
			for _, d := range vhdlDeclared.FindAllSubmatch(body, -1) {
				if string(d[1]) == "signal" {
					addNames(signals, d[2])
				}
			}
			for _, p := range vhdlProcess.FindAllSubmatchIndex(body, -1) {
				to, missing := leftOut(body[p[2]:p[3]], body[p[1]:], signals)
				if len(missing) == 0 {
					continue
				}
				what := fmt.Sprintf("%s follows %s too, which the sensitivity list leaves out: hardware does, a VHDL simulator does not; write process (all)",
					strings.Join(to, ", "), strings.Join(missing, ", "))
				if list := bytes.TrimSpace(body[p[2]:p[3]]); bytes.Equal(vhdlClockName.Find(list), list) && !readsName(body[p[1]:], list) {
					what = "this process " + edgeMissing(list)
				}
				found = append(found, finding.Finding{Tool: "loopline", Code: finding.CodeSensitivity, Kind: finding.ChangesBehaviour,
					Text: fmt.Sprintf("%s:%d: %s", f.Name, 1+bytes.Count(text[:m[1]+p[0]], []byte("\n")), what)})
			}
		}
	}
	return found
}

// processText returns the process that a text begins with, or all of it if the process has no end.
func processText(text []byte) []byte {
	if end := vhdlFinish.FindIndex(text); end != nil {
		return text[:end[0]]
	}
	return text
}

// readsName reports whether the process that the text begins with has a name in its statements.
func readsName(text, name []byte) bool {
	return slices.ContainsFunc(vhdlName.FindAll(processText(text), -1), func(n []byte) bool { return bytes.EqualFold(n, name) })
}

func addNames(to map[string]bool, list []byte) {
	for _, name := range vhdlName.FindAll(list, -1) {
		to[string(name)] = true
	}
}

// portsOf are the ports of an entity, of every mode: outputs are assigned, and may be read since VHDL-2008.
func portsOf(name string, texts map[string][]byte) map[string]bool {
	all := make(map[string]bool)
	for _, text := range texts {
		for _, m := range sources.VHDLEntity.FindAllSubmatchIndex(text, -1) {
			if string(text[m[2]:m[3]]) != name {
				continue
			}
			body := text[m[1]:]
			if end := sources.VHDLEnd.FindIndex(body); end != nil {
				body = body[:end[0]]
			}
			begin := sources.VHDLPorts.FindIndex(body)
			if begin == nil {
				continue
			}
			for _, p := range vhdlPort.FindAllSubmatch(body[begin[1]:], -1) {
				addNames(all, p[1])
			}
		}
	}
	return all
}

// leftOut returns what a process assigns, and what it reads that its list leaves out, both sorted; neither for
// a process that waits for an edge. The text begins behind the list.
func leftOut(list, text []byte, signals map[string]bool) (to, missing []string) {
	end := vhdlFinish.FindIndex(text)
	begin := vhdlBegin.FindIndex(text)
	if end == nil || begin == nil || begin[0] > end[0] || vhdlEdge.Match(text[:end[0]]) {
		return nil, nil
	}
	hidden, listed := make(map[string]bool), make(map[string]bool)
	for _, d := range vhdlDeclared.FindAllSubmatch(text[:begin[0]], -1) {
		addNames(hidden, d[2])
	}
	for _, d := range vhdlRound.FindAllSubmatch(text[:end[0]], -1) {
		hidden[string(d[1])] = true
	}
	addNames(listed, list)
	if listed["all"] {
		return nil, nil
	}
	var tokens []string
	for _, t := range vhdlToken.FindAll(text[begin[1]:end[0]], -1) {
		tokens = append(tokens, string(t))
	}
	at := func(i int) string {
		if i < 0 || i >= len(tokens) {
			return ";"
		}
		return tokens[i]
	}
	assigned, read := make(map[string]bool), make(map[string]bool)
	for i, t := range tokens {
		switch {
		case !signals[t] || hidden[t] || at(i-1) == "." || at(i-1) == "'" || at(i+1) == "=>":
		case at(i+1) == "'" && slices.Contains([]string{"range", "length", "left", "right", "high", "low", "reverse_range"}, at(i+2)):
		case slices.Contains([]string{";", "then", "else", "begin", "loop", "=>"}, at(i-1)) && assigns(tokens[i+1:]):
			assigned[t] = true
		default:
			read[t] = true
		}
	}
	for name := range read {
		if !listed[name] && !assigned[name] {
			missing = append(missing, name)
		}
	}
	for name := range assigned {
		to = append(to, name)
	}
	slices.Sort(missing)
	slices.Sort(to)
	if len(to) == 0 {
		return nil, nil
	}
	return to, missing
}

// assigns reports whether the tokens behind a name, such as an index, lead to <=.
func assigns(tokens []string) bool {
	depth := 0
	for i, t := range tokens {
		switch {
		case t == "(":
			depth++
		case t == ")":
			depth--
		case depth > 0:
		case t == "<=":
			return true
		case t != "." && (i == 0 || tokens[i-1] != "."):
			return false
		}
	}
	return false
}
