package vhdl

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/internal/quoting"
	"github.com/loopline/loopline/sim/sources"
)

// What GHDL says, of which a remedy needs the design's text.
var (
	vhdlNoLibrary  = regexp.MustCompile(`cannot find resource library "(\w+)"`)
	vhdlNoSynopsys = regexp.MustCompile(`unit "(std_logic_(?:arith|signed|unsigned|misc))" not found in library "ieee"`)
	vhdlNoUnit     = regexp.MustCompile(`unit "(\w+)" not found in library "work"`)
	vhdlNoName     = regexp.MustCompile(`^(.+?):(\d+):(\d+): no declaration for "(\w+)"`)
	vhdlConflict   = regexp.MustCompile(`no declaration for "(\w+)" \(due to conflicts\)`)
	vhdlNoOperator = regexp.MustCompile(`no function declarations for operator "([-+*/<>=]+|mod|rem)"`)
	vhdlNoLogic    = regexp.MustCompile(`no function declarations for operator "(and|or|xor|nand|nor|xnor|not)"`)
	vhdlReserved   = regexp.MustCompile(`identifier(?: or character)? (?:is )?expected(?: instead of '(\w+)')?`)
	vhdlNoEnd      = regexp.MustCompile(`"end" must be followed by '(\w+)'`)
	vhdlNoEndIf    = regexp.MustCompile(`'if' is expected instead of`)
	vhdlFileEnds   = regexp.MustCompile(`unexpected end of file, 'END;' expected`)
	vhdlFound      = regexp.MustCompile(`found: '(\w+)'`)
	vhdlOneBit     = regexp.MustCompile(`=\s*"[01]"`)
	vhdlElseIf     = regexp.MustCompile(`(?i)\belse\s+if\b`)
	vhdlIf         = regexp.MustCompile(`(?i)\bif\b[^;]*?\bthen\b`)
	vhdlEndIf      = regexp.MustCompile(`(?i)\bend\s+if\b`)
	vhdlLatch      = regexp.MustCompile(`(?m)^(.+?):\d+:\d+: latch infered for net "(\w+)"`)
	vhdlTwoDrivers = regexp.MustCompile(`(?m)^(.+?):\d+:\d+: multiple assignments for "(\w+)"`)

	vhdlComponent = regexp.MustCompile(`(?i)\bcomponent\s+(\w+)\s+(?:is\b|port\b|generic\b)`)
	vhdlMap       = regexp.MustCompile(`(?i):\s*(?:component\s+)?(\w+)\s+(generic|port)\s+map\s*`)
	vhdlInstance  = regexp.MustCompile(`(?i):\s*(?:entity\s+(?:\w+\s*\.\s*)?|component\s+)?(\w+)\s*(?:\([^)]*\)\s*)?(?:generic|port)\s+map\b`)
	vhdlFormal    = regexp.MustCompile(`(?i)(?:^|[(,])\s*(\w+)\s*(?:\([^()]*\)\s*)?=>\s*([^,()]*)`)
	vhdlNames     = regexp.MustCompile(`(\w+(?:\s*,\s*\w+)*)\s*:[^=]`)
	vhdlNumeric   = regexp.MustCompile(`(?i)\buse\s+ieee\s*\.\s*numeric_std\b`)
	vhdlClockName = regexp.MustCompile(`(?i)\b\w*(?:clk|clock|ck)\w*\b`)
	vhdlSynopsys  = regexp.MustCompile(`(?i)\buse\s+ieee\s*\.\s*(std_logic_(?:unsigned|signed|arith|misc|textio))\b`)
)

// The names of packages of IEEE that students miss.
var (
	names1164    = []string{"std_logic", "std_logic_vector", "std_ulogic", "rising_edge", "falling_edge"}
	namesNumeric = []string{"unsigned", "signed", "to_unsigned", "to_signed", "to_integer", "resize", "shift_left", "shift_right"}
)

// synopsys returns the packages of Synopsys' that the VHDL of a design uses, sorted: GHDL takes
// them with an option alone.
func synopsys(files []sources.File) []string {
	found := make(map[string]bool)
	for _, f := range files {
		if !sources.IsVHDL(f.Name) {
			continue
		}
		for _, m := range vhdlSynopsys.FindAllSubmatch(sources.VHDLCode(f.Text), -1) {
			found[strings.ToLower(string(m[1]))] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// vhdlRemedy returns the remedy for an error of GHDL in the files of a design, or "".
func vhdlRemedy(said string, files []sources.File) string {
	first, _, _ := strings.Cut(said, "\n")
	if m := vhdlNoLibrary.FindStringSubmatch(said); m != nil {
		if text := vendorPackage(m[1], files); text != "" {
			return text
		}
	}
	if m := vhdlNoSynopsys.FindStringSubmatch(said); m != nil {
		return fmt.Sprintf("This GHDL comes without the packages of Synopsys, such as %s, as GHDL 6 of Debian does: write "+
			"use ieee.numeric_std.all; and unsigned(x), or take a GHDL that has them, as oss-cad-suite does.", m[1])
	}
	if m := vhdlNoUnit.FindStringSubmatch(said); m != nil {
		return noUnit(m[1], files)
	}
	if vhdlConflict.MatchString(first) || vhdlNoOperator.MatchString(first) {
		if text := twoArithmetics(files); text != "" {
			return text
		}
	}
	if m := vhdlConflict.FindStringSubmatch(first); m != nil {
		return fmt.Sprintf("Two packages that are used declare %[1]s, std.standard among them for names such as CR, LF and NUL: "+
			"write it with its package, work.my_package.%[1]s, or give yours another name.", m[1])
	}
	if m := vhdlNoName.FindStringSubmatch(first); m != nil {
		if text := noName(m[1], m[2], m[4], files); text != "" {
			return text
		}
	}
	if m := vhdlNoOperator.FindStringSubmatch(first); m != nil {
		if at := ghdlLine.FindStringSubmatch(first); at != nil && comparesText(at[1], at[2], files) {
			return "A std_logic is compared with '0' or '1' in single quotes; double quotes are for vectors."
		}
		return fmt.Sprintf("A std_logic_vector has no arithmetic: write use ieee.numeric_std.all; and unsigned(x) %[1]s …, and std_logic_vector(…) "+
			"around a result that is assigned to one.", m[1])
	}
	if m := vhdlNoLogic.FindStringSubmatch(first); m != nil {
		return fmt.Sprintf("Both sides of %s, and what the result goes to, have one type: a comparison and a boolean are no std_logic, for which "+
			"write x <= '1' when a = b else '0'; or a = '1' in their place.", m[1])
	}
	if m := vhdlReserved.FindStringSubmatch(first); m != nil {
		name := m[1]
		if found := vhdlFound.FindStringSubmatch(said); name == "" && found != nil {
			name = found[1]
		}
		if name != "" {
			return fmt.Sprintf("%[1]s is a word of VHDL, which nothing else can be named by: take another name, such as my_%[1]s.", name)
		}
	}
	if m := vhdlNoEnd.FindStringSubmatch(said); m != nil {
		return fmt.Sprintf("The %[1]s before this place has no end: write end %[1]s;", m[1])
	}
	if vhdlFileEnds.MatchString(first) {
		return "The file ends before its entity, architecture or package does: write end architecture; at its end, for an architecture."
	}
	if m := ghdlLine.FindStringSubmatch(first); m != nil && vhdlNoEndIf.MatchString(first) {
		if line := elseIf(m[1], m[2], files); line != "" {
			return elseIfRemedy(line)
		}
		return "An if before this place has no end: write end if; behind its statements."
	}
	if m := vhdlTwoDrivers.FindStringSubmatch(said); m != nil {
		return twoDrivers(m[1], m[2], files)
	}
	remedy := ghdlRemedy(said)
	if m := vhdlLatch.FindStringSubmatch(said); m != nil { // GHDL 6 names the declaration alone
		if text := noEdge(m[1], m[2], files); text != "" {
			return text
		}
		if lines := assignedIn(m[1], m[2], files); len(lines) > 0 {
			remedy += fmt.Sprintf(" %s is assigned in lines %s of %s.", m[2], strings.Join(lines, ", "), m[1])
		}
	}
	if m := ghdlLine.FindStringSubmatch(first); m != nil && remedy == noSemicolon {
		if line := elseIf(m[1], m[2], files); line != "" {
			return elseIfRemedy(line)
		}
	}
	return remedy
}

// twoArithmetics returns the remedy of files that use numeric_std and its forerunner of Synopsys', which
// declare the same names, or "".
func twoArithmetics(files []sources.File) string {
	var both []string
	for _, f := range files {
		if !sources.IsVHDL(f.Name) {
			continue
		}
		text := sources.VHDLCode(f.Text)
		if vhdlNumeric.Match(text) && slices.Contains(synopsys([]sources.File{f}), "std_logic_arith") {
			both = append(both, f.Name)
		}
	}
	if len(both) == 0 {
		return ""
	}
	return fmt.Sprintf("std_logic_arith of Synopsys and numeric_std of IEEE both declare unsigned, signed and their operators: leave out "+
		"use ieee.std_logic_arith.all; in %s.", sources.SomeOf(both))
}

// noEdge returns the remedy of a signal that keeps its value in a process which lists a clock and never
// asks for its edge, or "".
func noEdge(file, name string, files []sources.File) string {
	f, ok := sources.Find(files, file)
	if !ok {
		return ""
	}
	text := sources.VHDLCode(f.Text)
	assigns := regexp.MustCompile(`(?i)(?:^|[;\s])` + quoting.Pattern(name) + `\s*(?:\([^()]*\)\s*)?[<:]=`)
	for _, at := range vhdlProcess.FindAllSubmatchIndex(text, -1) {
		body := processText(text[at[1]:])
		if clock := vhdlClockName.Find(text[at[2]:at[3]]); clock != nil && !vhdlEdge.Match(body) && assigns.Match(body) {
			return fmt.Sprintf("The process in line %d of %s %s.", 1+bytes.Count(text[:at[0]], []byte("\n")), file, edgeMissing(clock))
		}
	}
	return ""
}

func edgeMissing(clock []byte) string {
	return fmt.Sprintf("lists %[1]s and never asks for its edge: write if rising_edge(%[1]s) then around what it assigns", clock)
}

func elseIfRemedy(line string) string {
	return fmt.Sprintf("Line %s has else if, whose if needs an end if of its own: write elsif.", line)
}

// elseIf is the first line with an if behind else in the process before a place in a file, where an if has no end there;
// or "".
func elseIf(file, line string, files []sources.File) string {
	f, ok := sources.Find(files, file)
	if !ok {
		return ""
	}
	text := sources.VHDLCode(f.Text)
	lines := bytes.SplitAfter(text, []byte("\n"))
	number, _ := strconv.Atoi(line) // digits
	text = bytes.Join(lines[:min(number, len(lines))], nil)
	from := 0
	for _, at := range vhdlProcess.FindAllIndex(text, -1) {
		from = at[0]
	}
	body := text[from:]
	at := vhdlElseIf.FindIndex(body)
	if at == nil || len(vhdlIf.FindAll(body, -1)) <= len(vhdlEndIf.FindAll(body, -1)) {
		return ""
	}
	return strconv.Itoa(1 + bytes.Count(text[:from+at[0]], []byte("\n")))
}

// comparesText reports whether a line compares with one bit in double quotes.
func comparesText(file, line string, files []sources.File) bool {
	f, ok := sources.Find(files, file)
	number, _ := strconv.Atoi(line) // digits
	lines := bytes.Split(f.Text, []byte("\n"))
	return ok && number >= 1 && number <= len(lines) && vhdlOneBit.Match(lines[number-1])
}

// noUnit returns the remedy of an entity or package that no file has.
func noUnit(name string, files []sources.File) string {
	var all []string
	for _, e := range sources.NewLibrary(files).Entities {
		all = append(all, e.Name)
	}
	for _, f := range files {
		if sources.IsVHDL(f.Name) {
			for _, m := range sources.VHDLPackage.FindAllSubmatch(sources.VHDLCode(f.Text), -1) {
				all = append(all, string(m[1]))
			}
		}
	}
	if near := nearest(name, all); near != "" {
		return fmt.Sprintf("No file has %s; %s is there: is it misspelt?", name, near)
	}
	return fmt.Sprintf("No file has %s; add the one that has. There are %s.", name, sources.SomeOf(all))
}

// nearest returns the name that differs least from another, if that may be a slip.
func nearest(name string, all []string) (best string) {
	const slips = 2
	least := min(slips, len(name)/3) + 1
	for _, other := range all {
		if d := distance(strings.ToLower(name), strings.ToLower(other)); d < least {
			best, least = other, d
		}
	}
	return best
}

// distance returns the Levenshtein distance of two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := before
			if a[i] != b[j] {
				d = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}

// noName returns the remedy of a name that is not declared at a place.
func noName(file, line, name string, files []sources.File) string {
	number, _ := strconv.Atoi(line) // digits
	switch {
	case name == "ieee":
		return "Write library ieee; before the first use of it, in this file too: each entity needs its own."
	case slices.Contains(names1164, name):
		return "Write library ieee; use ieee.std_logic_1164.all; before the entity: each entity in a file needs its own."
	case slices.Contains(namesNumeric, name):
		return "Write use ieee.numeric_std.all; before the entity: each entity in a file needs its own."
	}
	for _, f := range files {
		if !sources.IsVHDL(f.Name) {
			continue
		}
		text := sources.VHDLCode(f.Text)
		for _, m := range sources.VHDLPackage.FindAllSubmatch(text, -1) {
			declares := regexp.MustCompile(`(?i)\b(?:function|procedure|constant|type|subtype|signal|component)\s+(?:\w+\s*,\s*)*` + quoting.Pattern(name) + `\b`)
			if declares.Match(m[2]) {
				return fmt.Sprintf("Package %[1]s declares %[2]s: write use work.%[1]s.all; before the entity of %[3]s.", m[1], name, file)
			}
		}
	}
	if text := noFormal(file, number, name, files); text != "" {
		return text
	}
	return misspelt(file, name, files)
}

// misspelt returns the remedy of a name that is nearly one of those that its file declares, or "".
func misspelt(file, name string, files []sources.File) string {
	f, ok := sources.Find(files, file)
	if !ok {
		return ""
	}
	var all []string
	for _, m := range vhdlNames.FindAllSubmatch(sources.VHDLCode(f.Text), -1) {
		for n := range strings.SplitSeq(string(m[1]), ",") {
			all = append(all, strings.TrimSpace(n))
		}
	}
	if near := nearest(name, all); near != "" {
		return fmt.Sprintf("The file declares no %s; %s is there: is it misspelt?", name, near)
	}
	return ""
}

// noFormal returns the remedy of a generic or port that an instance names and its entity has not.
func noFormal(file string, line int, name string, files []sources.File) string {
	f, ok := sources.Find(files, file)
	if !ok {
		return ""
	}
	text := sources.VHDLCode(f.Text)
	lines := bytes.SplitAfter(text, []byte("\n"))
	if line < 1 || line > len(lines) || !regexp.MustCompile(`(?i)\b`+quoting.Pattern(name)+`\s*=>`).Match(lines[line-1]) {
		return ""
	}
	before := bytes.Join(lines[:line], nil)
	all := vhdlInstance.FindAllSubmatch(before, -1)
	if len(all) == 0 {
		return ""
	}
	of := string(all[len(all)-1][1])
	e, ok := sources.NewLibrary(files).Find(of)
	if !ok {
		return ""
	}
	own, _ := sources.Find(files, e.File)
	body := sources.VHDLCode(own.Text)
	at := regexp.MustCompile(`(?i)\bentity\s+` + quoting.Pattern(of) + `\s+is\b`).FindIndex(body)
	if at == nil {
		return ""
	}
	body = body[at[1]:]
	if end := sources.VHDLEnd.FindIndex(body); end != nil {
		body = body[:end[0]]
	}
	var names []string
	for _, m := range vhdlNames.FindAllSubmatch(body, -1) {
		for n := range strings.SplitSeq(string(m[1]), ",") {
			names = append(names, strings.TrimSpace(n))
		}
	}
	return fmt.Sprintf("Entity %s has no %s; it has %s.", e.Name, name, strings.Join(names, ", "))
}

// twoDrivers returns the remedy of a signal that several processes assign, of which GHDL names the
// declaration alone.
func twoDrivers(file, name string, files []sources.File) string {
	return fmt.Sprintf("%s is assigned in lines %s of %s: one process, or one statement outside of processes, may assign a signal.",
		name, strings.Join(assignedIn(file, name, files), ", "), file)
}

// assignedIn returns the lines of a file in which a signal is assigned.
func assignedIn(file, name string, files []sources.File) (lines []string) {
	f, ok := sources.Find(files, file)
	if !ok {
		return nil
	}
	assigned := regexp.MustCompile(`(?i)(?:^|[;\s])` + quoting.Pattern(name) + `\s*(?:\([^()]*\)\s*)?<=`)
	for number, line := range bytes.Split(sources.VHDLCode(f.Text), []byte("\n")) {
		if assigned.Match(line) {
			lines = append(lines, strconv.Itoa(number+1))
		}
	}
	return lines
}

// vhdlUsage returns the ports and generics with which a design's VHDL uses a component.
func vhdlUsage(files []sources.File, component string) *usedModule {
	u := &usedModule{name: component}
	for _, f := range files {
		if !sources.IsVHDL(f.Name) {
			continue
		}
		text := sources.VHDLCode(f.Text)
		for _, at := range vhdlMap.FindAllSubmatchIndex(text, -1) {
			if !strings.EqualFold(string(text[at[2]:at[3]]), component) {
				continue
			}
			u.name = string(text[at[2]:at[3]])
			rest := text[at[1]:]
			list := rest[:len(rest)-len(sources.BehindBrackets(rest))]
			if strings.EqualFold(string(text[at[4]:at[5]]), "generic") {
				u.params = union(u.params, formals(list))
				rest = bytes.TrimSpace(sources.BehindBrackets(rest))
				if m := regexp.MustCompile(`(?i)^port\s+map\s*`).FindIndex(rest); m != nil {
					rest = rest[m[1]:]
					list = rest[:len(rest)-len(sources.BehindBrackets(rest))]
				} else {
					continue
				}
			}
			u.ports = union(u.ports, formals(list))
		}
	}
	return u
}

// formals returns the names before => in a list in brackets, but not those in the values, such as others.
func formals(list []byte) (names []string) {
	for _, m := range vhdlFormal.FindAllSubmatchIndex(list, -1) {
		before := list[:m[2]]
		if bytes.Count(before, []byte("("))-bytes.Count(before, []byte(")")) == 1 {
			names = append(names, string(list[m[2]:m[3]]))
		}
	}
	return names
}

// vendorPackage returns a package to save in place of a vendor's library if the design uses
// only its components that make or pass clocks, or "".
func vendorPackage(library string, files []sources.File) string {
	declared := make(map[string]bool)
	var used []string
	for _, f := range files {
		if !sources.IsVHDL(f.Name) {
			continue
		}
		text := sources.VHDLCode(f.Text)
		for _, m := range vhdlComponent.FindAllSubmatch(text, -1) {
			declared[strings.ToLower(string(m[1]))] = true
		}
		for _, m := range vhdlMap.FindAllSubmatch(text, -1) {
			used = union(used, []string{string(m[1])})
		}
	}
	var components, modules strings.Builder
	for _, name := range used {
		if declared[strings.ToLower(name)] {
			continue
		}
		u := vhdlUsage(files, name)
		known, isKnown := u.primitive(strings.EqualFold)
		stub := u.stub()
		if stub == "" && !isKnown {
			continue
		}
		var generics, ports []string
		for _, p := range u.params {
			generics = append(generics, p+" : "+genericType(files, p))
		}
		if isKnown {
			components.WriteString(known.component(generics))
			modules.WriteString(standsIn + known.text)
			continue
		}
		for _, p := range u.ports {
			direction := "in"
			if u.isOutput(p) {
				direction = "out"
			}
			ports = append(ports, p+" : "+direction+" std_logic")
		}
		fmt.Fprintf(&components, "  component %s is\n", u.name)
		if len(generics) > 0 {
			fmt.Fprintf(&components, "    generic (%s);\n", strings.Join(generics, "; "))
		}
		fmt.Fprintf(&components, "    port (%s);\n  end component;\n", strings.Join(ports, "; "))
		modules.WriteString(stub)
	}
	if modules.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("%[1]s is a vendor's library. Save this as %[1]s/vcomponents.vhd beside the VHDL:\n\nlibrary ieee;\nuse ieee.std_logic_1164.all;\n"+
		"package vcomponents is\n%[2]send package;\n\nand this as ll_clocks.v: it passes clocks and pads through, so clk= is then what the PLL puts out. "+
		"docs/simulation.md has more.\n\n%[3]s", library, components.String(), modules.String())
}

// genericType returns the type of a generic, after a value that the design gives it.
func genericType(files []sources.File, name string) string {
	given := regexp.MustCompile(`(?i)\b` + quoting.Pattern(name) + `\s*=>\s*([^,)\s]+)`)
	for _, f := range files {
		if m := given.FindSubmatch(f.Text); sources.IsVHDL(f.Name) && m != nil {
			value := strings.ToLower(string(m[1]))
			switch {
			case strings.HasPrefix(value, `"`):
				return "string"
			case value == "true" || value == "false":
				return "boolean"
			case strings.HasPrefix(value, "'"):
				return "std_logic"
			case strings.Contains(value, "."):
				return "real"
			}
		}
	}
	return "integer"
}
