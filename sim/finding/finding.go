package finding

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/tooling"
)

// Kind orders findings by severity, the worst first.
type Kind uint8

// The kinds.
const (
	Fails            Kind = iota // it is not read
	ChangesBehaviour             // hardware and simulation may differ, or neither does what was meant
	Costly                       // it is right, and takes far more of an FPGA than it could
	Unread                       // another tool than the one that simulates does not read it
	Widths                       // bits are added or cut
	Style                        // the rest
)

// Finding is one message of a tool about a module.
type Finding struct {
	Tool   string
	Code   string // of the tool's, such as LATCH, or empty
	Module string
	Text   string // with file and line where the tool names them
	Kind   Kind
}

// Codes of findings that Loopline makes itself, as other parts of it know them.
const (
	CodeMultiDriven = "MULTIDRIVEN"
	CodeLatch       = "LATCH"
	CodeSensitivity = "SENSITIVITY"
	CodeMixed       = "BLKANDNBLK"
	CodeResetLevel  = "RESETLEVEL"
)

// changingWarnings lists the Verilator warnings at which simulation differs from the intent, or
// from hardware.
var changingWarnings = []string{
	"ALWCOMBORDER", "COMBDLY", "IMPLICIT", "INFINITELOOP", "INITIALDLY", "LATCH", CodeMultiDriven,
	"PINMISSING", "REDEFMACRO", "SELRANGE", "STMTDLY", "UNDRIVEN",
}

func kindOf(code string) Kind {
	switch {
	case slices.Contains(changingWarnings, code):
		return ChangesBehaviour
	case strings.HasPrefix(code, "WIDTH"):
		return Widths
	}
	return Style
}

var verilatorLine = regexp.MustCompile(`^%(Error|Warning)(?:-(\w+))?: (.*)`)

// OfVerilator reads what Verilator says. The lines of the design that it
// shows are left out.
func OfVerilator(text string) (found []Finding) {
	for line := range strings.Lines(text) {
		m := verilatorLine.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil || strings.HasPrefix(m[3], "Exiting due to") || m[3] == "Cannot continue" || strings.Contains(m[3], "See the manual") {
			continue
		}
		// Versions up to 5.0 say cell.
		f := Finding{Tool: "verilator", Code: m[2], Text: strings.Replace(m[3], ": Cell has missing pin: ", MissingPin, 1), Kind: Fails}
		if m[1] == "Warning" {
			f.Kind = kindOf(f.Code)
		}
		if f.Kind == Widths && !widthMatters(f.Text) {
			f.Kind = Style
		}
		found = append(found, f)
	}
	return found
}

// MissingPin stands in a text of Verilator between the place of an instance and its pin.
const MissingPin = ": Instance has missing pin: "

// verilatorReport matches the lines in which newer versions count what they did.
var verilatorReport = regexp.MustCompile(`(?m)^- (?:V e r i l a t i o n|Verilator:).*\n?`)

// Of reads what a tool says: each complaint is one finding.
func Of(tool, text string) []Finding {
	if tool == "verilator" {
		text = strings.TrimSpace(verilatorReport.ReplaceAllString(text, ""))
		if found := OfVerilator(text); len(found) > 0 || text == "" {
			return found
		}
	}
	return otherFindings(tool, text)
}

// icarusImplicit matches what Icarus says of a wire that is not declared. Icarus 12 says it of ports of an interface too.
var icarusImplicit = regexp.MustCompile(`: warning: implicit definition of wire`)

// yosysLatch begins what Yosys warns of from 0.67 on.
const yosysLatch = "Warning: Latch inferred for signal"

// otherFindings reads what Yosys or Icarus says: lines, of which those that are
// indented belong to the one before.
func otherFindings(tool, text string) (found []Finding) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \r\n")
		switch {
		case line == "" || len(found) > 0 && summaryLine.MatchString(line): // it has said what before
		case tool == "iverilog" && icarusImplicit.MatchString(line): // Verilator's IMPLICIT, without Icarus 12's mistakes
		case tool == "yosys" && strings.HasPrefix(line, yosysLatch): // Loopline's LATCH; Yosys infers some from cases that are whole
		case (line[0] == ' ' || line[0] == '\t') && len(found) > 0:
			found[len(found)-1].Text += "; " + strings.TrimSpace(line)
		default:
			found = append(found, Finding{Tool: tool, Text: line, Kind: otherKind(line)})
		}
	}
	for i := range found {
		if m := wireAssigned.FindStringSubmatch(found[i].Text); m != nil && tool == "yosys" {
			found[i] = Finding{Tool: "loopline", Code: codeWireAssigned, Kind: ChangesBehaviour,
				Text: fmt.Sprintf("%s: %s is a wire, which no always block may assign: declare it reg, or logic in SystemVerilog", m[2], m[1])}
		}
		if m := yosysPlace.FindString(found[i].Text); m != "" && strings.Contains(found[i].Text, "logic loop") {
			found[i].Code = "COMBLOOP"
			found[i].Text = m + ": outputs of this lead back to its inputs without a register (" + found[i].Text + ")"
		}
	}
	return slices.CompactFunc(found, sameSignal)
}

const codeWireAssigned = "WIREASSIGNED"

// wireAssigned matches what Yosys says of a net that is assigned in a process.
var wireAssigned = regexp.MustCompile(`^Warning: wire '\\?([^']+)' is assigned in a block at ([^\s:]+:\d+)`)

// summaryLine matches the closing summaries of Yosys and Icarus, which are not findings.
var summaryLine = regexp.MustCompile(`^(I give up\.|ERROR: Found \d+ problems|\d+ error\(s\)|\*\*\*)`)

var bitOfSignal = regexp.MustCompile(`\s*\[\d+\]:.*`)

// sameSignal reports whether two findings are of bits of one signal, each of
// which Yosys complains of.
func sameSignal(a, b Finding) bool {
	return bitOfSignal.MatchString(a.Text) &&
		bitOfSignal.ReplaceAllString(a.Text, "") == bitOfSignal.ReplaceAllString(b.Text, "")
}

// changingWords are words of Yosys and Icarus about what is simulated otherwise
// than it was meant.
var changingWords = []string{
	"conflicting drivers", "has no driver", "implicit", "floating", "logic loop", "latch", "out of range", "out of bounds",
}

func otherKind(line string) Kind {
	lower := strings.ToLower(line)
	if strings.Contains(lower, "error") || strings.Contains(lower, "sorry") || strings.HasPrefix(lower, "found and reported") {
		return Unread
	}
	if slices.ContainsFunc(changingWords, func(w string) bool { return strings.Contains(lower, w) }) {
		return ChangesBehaviour
	}
	return Style
}

// rank puts what names a place before what does not.
func (f *Finding) rank() int {
	return slices.Index([]string{"loopline", "verilator", "iverilog", "yosys"}, f.Tool)
}

// Sort puts the worst first, and those of one file together, in the order of its lines.
func Sort(found []Finding) {
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.rank(), b.rank()), ComparePlaces(a.Text, b.Text), cmp.Compare(a.Text, b.Text))
	})
}

// AfterPlace returns a text of a tool with words put behind the place that it begins with.
func AfterPlace(text, words string) string {
	at := findingPlace.FindString(text)
	return at + words + text[len(at):]
}

// inVerilog is a place in what GHDL made, whose line alone is VHDL's.
var inVerilog = regexp.MustCompile(`^(\d+):\d+: `)

// Located returns a text of a tool in which the files of a source have the names
// that people know.
func Located(s *sources.Source, text string) string {
	text = tooling.OwnNames(text)
	name, rest, ok := strings.Cut(text, ":")
	if ok && sources.IsVHDL(name) {
		rest = inVerilog.ReplaceAllString(rest, "$1: ")
	}
	if ok && (sources.IsHDL(name) || sources.IsVHDL(name)) && name != sources.WrapperFile {
		return filepath.Join(s.Name, name) + ":" + rest
	}
	return text
}

// ComparePlaces orders places, file:line:column, as they stand in the text.
func ComparePlaces(a, b string) int {
	number := func(part []string, i int) int {
		if i >= len(part) {
			return 0
		}
		n, _ := strconv.Atoi(part[i]) // 0 sorts what has no number first
		return n
	}
	p, q := strings.Split(a, ":"), strings.Split(b, ":")
	return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(number(p, 1), number(q, 1)), cmp.Compare(number(p, 2), number(q, 2)))
}

// TooLarge is the finding about a module whose description is too large.
func TooLarge(module string) Finding {
	return Finding{Tool: "loopline", Module: module, Kind: Unread,
		Text: fmt.Sprintf("module %s is too large to look through: only what the tools say of it is here, and nothing of Loopline's own rules", module)}
}

// By returns the tool, followed by the finding's code if it has one.
func (f *Finding) By() string { return strings.TrimSpace(f.Tool + " " + f.Code) }
