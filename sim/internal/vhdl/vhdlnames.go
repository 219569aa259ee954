package vhdl

import (
	"regexp"
	"strings"

	"github.com/loopline/loopline/sim/sources"
)

// verilogWords are the words of SystemVerilog that VHDL does not have: a signal
// may have one of them as its name.
var verilogWords = sources.Words([]byte(`
accept_on alias always always_comb always_ff always_latch assign automatic before bind bins binsof bit break bufif0
bufif1 byte casex casez cell chandle checker class clocking cmos config const constraint continue covergroup coverpoint
cross deassign defparam design dist do edge endcase endchecker endclass endclocking endconfig endfunction endgenerate
endgroup endinterface endmodule endpackage endprimitive endprogram endproperty endsequence endspecify endtable endtask
enum eventually expect export extends extern final first_match force foreach forever fork forkjoin genvar global highz0
highz1 iff ifnone ignore_bins illegal_bins implements implies import incdir initial inout input inside instance int
integer interconnect interface intersect join join_any join_none large let liblist localparam logic longint macromodule
matches medium modport module negedge nettype new nexttime nmos noshowcancelled notif0 notif1 null output packed
parameter pmos posedge primitive priority program property pull0 pull1 pulldown pullup pulsestyle_ondetect
pulsestyle_onevent rand randc randcase randsequence rcmos real realtime ref reg reject_on release repeat restrict
rnmos rpmos rtran rtranif0 rtranif1 s_always s_eventually s_nexttime s_until s_until_with scalared sequence shortint
shortreal showcancelled signed small soft solve specify specparam static string strong strong0 strong1 struct super
supply0 supply1 sync_accept_on sync_reject_on table tagged task this throughout time timeprecision timeunit tran
tranif0 tranif1 tri tri0 tri1 triand trior trireg type typedef union unique unique0 unsigned until until_with
untyped uwire var vectored virtual void wait_order wand weak weak0 weak1 wildcard wire wor`))

// ghdlFirst matches a Verilog keyword at the start of a line of GHDL's; these are not
// names.
var ghdlFirst = regexp.MustCompile(
	`^\s*#?\(?(?:module|input|output|inout|wire|reg|assign|initial|localparam|parameter|endmodule|endcase)(?: +[^ <=:]|$)|^\s*always @`)

// ghdlWord is a name, or with a $ none.
var ghdlWord = regexp.MustCompile(`\$?[A-Za-z_]\w*`)

// escapeNames escapes the names in a line of GHDL's that are words of
// SystemVerilog, which GHDL leaves as they are.
func escapeNames(line string) string {
	code, comment, commented := strings.Cut(line, " //")
	first := len(ghdlFirst.FindString(code))
	first = max(0, strings.LastIndexByte(code[:first], ' '))
	if ghdlFirst.MatchString(code) && strings.TrimSpace(code[:first]) == "" {
		return line // a word alone
	}
	events := strings.Contains(code[:first], "always")
	code = code[:first] + ghdlWord.ReplaceAllStringFunc(code[first:], func(w string) string {
		if verilogWords[w] && !(events && strings.HasSuffix(w, "edge")) {
			return sources.Escaped(w)
		}
		return w
	})
	if commented {
		return code + " //" + comment
	}
	return code
}
