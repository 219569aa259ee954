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

// ghdlLine matches a message of GHDL: file, line, column, kind, text.
var ghdlLine = regexp.MustCompile(`^(.+?):(\d+):(\d+):\s*(?:(warning|note):)?\s*(.*)`)

var (
	ghdlFailed = regexp.MustCompile(`^(.*) \((\S+:\d+:\d+)\)$`)          // it can't synthesise this
	ghdlOwn    = regexp.MustCompile(`^\S*ghdl[\w-]*(?:\.exe)?:\s*(.*)$`) // of its arguments
)

var (
	ghdlError = regexp.MustCompile(`(?m)^(.+?:\d+:\d+|\S*ghdl[\w-]*(?:\.exe)?):error: `)
	ghdlCaret = regexp.MustCompile(`(?m)^.*\n[ \t]*\^[ \t]*\n`)
)

// ghdlLibraries begins the names of files of GHDL's own libraries.
const ghdlLibraries = "../../src/"

// plainMessages returns the messages of GHDL 5 as GHDL 2 writes them: errors have no mark, and the line of the VHDL
// does not follow.
func plainMessages(said string) string {
	return ghdlError.ReplaceAllString(ghdlCaret.ReplaceAllString(said, ""), "$1: ")
}

// ghdlRemedies maps a part of a GHDL message to its remedy.
var ghdlRemedies = [...]struct{ said, remedy string }{
	{"latch infered", "Give the signal a value in every branch, or before the first: what keeps its value without a clock is a latch."},
	{"cannot find entity", "Add the file that declares the entity."},
	{"cannot find resource library", "A folder of the library's name holds its files: for unisim, unisim/vcomponents.vhd with " +
		"the components that the design uses. Simulate them as modules in Verilog. All else is in work."},
	{"unhandled IIR_PREDEFINED_ARRAY_", "GHDL makes no hardware of <, <=, > and >= between vectors that are no numbers: write use ieee.numeric_std.all; and " +
		"unsigned(a) <= unsigned(b)."},
	{"no generic", "param.NAME= names a generic of the top."},
	{"expect wait condition", onlySimulated}, {"wait statement not allowed", onlySimulated},
	{"is not a variable to be assigned", "A signal is assigned with <=, a variable with :=."},
	{"mismatching vector length", "Both sides of an assignment have as many bits: take a part, or add bits with &."},
	{"out of bound expression", "The value does not fit the range of its target."},
	{"direction of the range mismatch", "A vector of 7 downto 0 is cut with downto, one of 0 to 7 with to."},
	{"only one type of logical operators", "and, or and xor have one precedence in VHDL: write parentheses."},
	{"must be connected", "The port map gives each input of the entity a signal or a constant."},
	{"don't match formal ones", "The signal has another number of bits than the port: compare both declarations."},
	{"missing choice", "A case names every value: write when others => for the rest."},
	{"value out of range", "The value does not fit the range of its target: make that range larger."},
	{"can't match integer literal", "A vector takes (others => '0'), bits such as \"0000\", or to_unsigned(5, 8) of ieee.numeric_std."},
	{"unit name expected", noSemicolon}, {"';' expected", noSemicolon}, {`missing ";"`, noSemicolon},
	{"'==' is not", "VHDL compares with =, and assigns with <= and :=."},
	{"string length does not match", "A string of bits has as many characters as the vector has bits."},
	{"'<=' is expected instead of '='", "A signal is assigned with <=, a variable with :=."},
	{"unexpected token '/'", "A comment of VHDL begins with --."},
	{"can't match string literal with type", "A bit is in single quotes, such as '1'; double quotes are for vectors."},
	{"with type integer", "An index and a number are integers: write to_integer(x) of an unsigned x and to_integer(unsigned(x)) of a " +
		"std_logic_vector, which ieee.numeric_std has."},
	{"with type std_ulogic", "A std_logic takes '0', '1' or another std_logic. Of a comparison or a boolean: x <= '1' when a = b else '0';"},
	{"with type boolean", "A boolean takes a comparison: x = '1' where x is a std_logic."},
	{"cannot convert expression to boolean", "An if takes a comparison: write if x = \"00\" then of a vector, if x = '1' then of a std_logic."},
}

const noSemicolon = "The statement before this place has no semicolon behind it, or an end if is missing."

const onlySimulated = "Hardware cannot wait for a time: count clock cycles in a process with rising_edge(clk). wait is for testbenches, " +
	"whose entities have no ports."

func ghdlRemedy(text string) string {
	for _, r := range ghdlRemedies {
		if strings.Contains(text, r.said) {
			return r.remedy
		}
	}
	return ""
}

// ghdlFindings returns GHDL's warnings. It skips unbound components: they are Verilog
// modules, or Verilator reports them as missing.
func ghdlFindings(said string) (found []finding.Finding) {
	for line := range strings.Lines(said) {
		m := ghdlLine.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil || m[4] != "warning" || strings.Contains(m[5], "not bound") || strings.HasPrefix(m[5], "(in ") {
			continue
		}
		f := finding.Finding{Tool: "ghdl", Text: m[1] + ":" + m[2] + ":" + m[3] + ": " + m[5], Kind: finding.Style}
		if strings.Contains(m[5], "comparing non-numeric vector") {
			f.Kind, f.Code = finding.Widths, "VECTORORDER"
			f.Text += ": a std_logic_vector is compared from its left end, whatever its length; " +
				"for numbers write use ieee.numeric_std.all; and unsigned(x)"
		}
		if strings.Contains(m[5], "no assignment") {
			f.Kind, f.Code = finding.ChangesBehaviour, "UNDRIVEN"
		}
		if !slices.Contains(found, f) {
			found = append(found, f)
		}
	}
	return found
}

// conversion adds up the Verilog that GHDL makes of several entities.
type conversion struct {
	library   *sources.Library
	hierarchy *sources.Hierarchy
	files     []sources.File
	seen      map[string]bool // modules
	text      bytes.Buffer
	findings  []finding.Finding
}

var (
	ghdlModule   = regexp.MustCompile(`(?ms)^module (\S+)(.*?)\n  \((.*?)\);\n(.*?)^endmodule\n`)
	ghdlPlace    = regexp.MustCompile(`^\s*/\*#? (.+):(\d+):(\d+)\s*\*/\s*$`)
	ghdlSignal   = regexp.MustCompile(`^\s*(?:assign )?(\S+) = (.*); // \(i?signal\)`)
	ghdlDeclared = regexp.MustCompile(`^\s*(?:wire|reg)\b.*?(\w+);$`)
	ghdlUnknown  = regexp.MustCompile(`^\d+'bX+$`)
)

// add adds the modules that are new. It skips the empty module that GHDL writes for an
// unbound component. The root gets the parameters that its instances set.
func (c *conversion) add(verilog, root string, set map[string]string) {
	for _, m := range ghdlModule.FindAllStringSubmatch(verilog, -1) {
		name, body := m[1], m[4]
		_, ours := c.library.Find(name)
		if c.seen[name] || strings.TrimSpace(body) == "" && !ours {
			continue
		}
		c.seen[name] = true
		text := m[0]
		if strings.EqualFold(name, root) {
			text = "module " + root + strings.TrimPrefix(text, "module "+name) // as Verilog writes it
			text = withParameters(text, root, set)
		}
		c.module(name, text)
	}
}

// module takes in a module, each line with the place in the VHDL that it was
// made of, which is what tools then name.
func (c *conversion) module(name, text string) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	places := signalPlaces(lines)
	place := c.place(name)
	for i, line := range lines {
		if m := ghdlPlace.FindStringSubmatch(line); m != nil {
			place = `"` + m[1] + `"` + " " + m[2]
			continue
		}
		at := place
		if m := ghdlDeclared.FindStringSubmatch(line); m != nil && places[m[1]] != "" {
			at = places[m[1]]
		}
		if m := ghdlSignal.FindStringSubmatch(line); m != nil && ghdlUnknown.MatchString(m[2]) {
			c.undriven(at, m[1], name)
		}
		if i > 0 && strings.TrimSpace(lines[i-1]) == "initial" {
			line = strings.Replace(line, " <= ", " = ", 1)
		}
		c.line(at, escapeNames(mendSigned(line)))
	}
}

// line writes a line with its place, which is `"file" line`.
func (c *conversion) line(place, line string) {
	if at := strings.LastIndexByte(place, ' '); at > 0 {
		fmt.Fprintf(&c.text, "`line %s %s 0\n", place[at+1:], place[:at])
	}
	c.text.WriteString(line)
	c.text.WriteByte('\n')
}

// undriven notes a signal that nothing assigns.
func (c *conversion) undriven(place, signal, module string) {
	at := strings.LastIndexByte(place, ' ')
	if at < 0 {
		return
	}
	file := strings.Trim(place[:at], `"`)
	f := finding.Finding{
		Tool: "ghdl", Code: "UNDRIVEN", Module: module, Kind: finding.ChangesBehaviour,
		Text: file + ":" + place[at+1:] + ": nothing assigns the signal " + signal,
	}
	if lines := assignedIn(file, signal, c.files); len(lines) > 0 {
		f.Code = finding.CodeLatch
		f.Text = file + ":" + lines[0] + ": " + signal + " is a latch, which GHDL drops: without a clock it is assigned in some branches alone, in lines " +
			strings.Join(lines, ", ") + "; assign it before the first one, or in all"
	}
	if !slices.Contains(c.findings, f) {
		c.findings = append(c.findings, f)
	}
}

// place returns file and line of the entity that became a module: GHDL appends the
// generics to its name.
func (c *conversion) place(module string) string {
	best := sources.Entity{}
	for _, e := range c.library.Entities {
		if len(module) >= len(e.Name) && strings.EqualFold(module[:len(e.Name)], e.Name) && len(e.Name) > len(best.Name) {
			best = e
		}
	}
	if best.Name == "" {
		return ""
	}
	return fmt.Sprintf("%q %d", best.File, best.Line)
}

func signalPlaces(lines []string) map[string]string {
	places := make(map[string]string)
	place := ""
	for _, line := range lines {
		if m := ghdlPlace.FindStringSubmatch(line); m != nil {
			place = `"` + m[1] + `"` + " " + m[2]
		} else if m := ghdlSignal.FindStringSubmatch(line); m != nil {
			places[m[1]] = place
		}
	}
	return places
}
