package sources

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/loopline/loopline/sim/tooling"
)

// Words of SystemVerilog that Verilog-2005 does not know, so that designs have signals of these names. Those of
// LaterTypes name types.
const (
	LaterTypes = "bit|byte|chandle|int|logic|longint|shortint|shortreal|string|void|event|enum|struct|union"
	LaterWords = "accept_on|alias|always_comb|always_ff|always_latch|assert|assume|before|bind|bins|binsof|break|checker|class|" +
		"clocking|const|constraint|context|continue|cover|covergroup|coverpoint|cross|dist|do|endchecker|endclass|endclocking|" +
		"endgroup|endinterface|endpackage|endprogram|endproperty|endsequence|eventually|expect|export|extends|extern|final|" +
		"first_match|foreach|forkjoin|global|iff|ignore_bins|illegal_bins|implements|implies|import|inside|interconnect|" +
		"interface|intersect|join_any|join_none|let|local|matches|modport|nettype|nexttime|package|packed|priority|program|" +
		"property|protected|pure|rand|randc|randcase|randsequence|ref|reject_on|restrict|return|s_always|s_eventually|" +
		"s_nexttime|s_until|s_until_with|sequence|soft|solve|static|strong|sync_accept_on|sync_reject_on|tagged|throughout|" +
		"timeprecision|timeunit|type|typedef|unique0|unsigned|until|until_with|untyped|uwire|var|virtual|wait_order|weak|" +
		"wildcard|within"
)

// Places at which such a word is a name in Verilog, and nothing in SystemVerilog.
var laterNames = []*regexp.Regexp{
	regexp.MustCompile(`\b(?:reg|wire|tri|input|output|inout|integer|genvar|signed|parameter|localparam|module|task|function)\s+(` +
		LaterTypes + "|" + LaterWords + `)\s*[;,)=(#]`),
	regexp.MustCompile(`\]\s*(` + LaterTypes + "|" + LaterWords + `)\s*[;,)=]`),
	regexp.MustCompile(`,\s*(` + LaterWords + `)\s*[;,)=]`),
	regexp.MustCompile(`[,(]\s*\.(` + LaterTypes + "|" + LaterWords + `)\s*\(`),
	regexp.MustCompile(`\bbegin\s*:\s*(` + LaterTypes + "|" + LaterWords + `)\b`),
	regexp.MustCompile(`[\w)]\s+(` + LaterTypes + "|" + LaterWords + `)\s*\(\s*\.\w`), // an instance
}

// laterName returns a name in Verilog that is a word of SystemVerilog, or "".
func laterName(text []byte) string {
	plain := withoutComments(text)
	for _, names := range laterNames {
		if m := names.FindSubmatch(plain); m != nil {
			return string(m[1])
		}
	}
	return ""
}

// Around a file that is read as Verilog-2005: its lines keep their numbers. Icarus and Yosys, which do not know the
// words between, are told by options.
const (
	oldHead = "`ifdef VERILATOR `begin_keywords \"1364-2005\" `endif "
	oldTail = "\n`ifdef VERILATOR\n`end_keywords\n`endif\n"
)

// ReadOld has the files read as Verilog-2005 that have names by which no other language reads them, and returns
// what a user should know of that.
func ReadOld(files []File) (notes []string) {
	for i := range files {
		f := &files[i]
		if strings.ToLower(path.Ext(f.Name)) != ".v" || bytes.Contains(f.Text, []byte("`begin_keywords")) {
			continue
		}
		if name := laterName(f.Text); name != "" {
			f.Old = true
			f.Text = slices.Concat([]byte(oldHead), f.Text, []byte(oldTail))
			notes = append(notes, fmt.Sprintf("%s is read as Verilog-2005: it names something %s, which is a word of SystemVerilog", tooling.ShownName(f.Name), name))
		}
	}
	return notes
}

// OlderVerilog reports whether options of a list of files say that .v is Verilog, as before SystemVerilog.
func OlderVerilog(options []string) bool {
	return slices.ContainsFunc(options, func(o string) bool {
		return (strings.HasPrefix(o, "+1364-") || strings.HasPrefix(o, "+verilog")) && strings.HasSuffix(o+"+", "+v+")
	})
}
