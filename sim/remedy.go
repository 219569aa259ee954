package sim

import "strings"

// remedies maps a part of an error text of Verilator to a remedy; the first that fits
// is used. Other tools do not report these errors.
var remedies = [...]struct{ said, remedy string }{
	{"MODMISSING", missingRemedy},
	{"Cannot find file containing module", missingRemedy},
	{"unexpected '(', expecting IDENTIFIER", "An instance has a name of its own: MODULE NAME (PORTS);"},
	{"Verilog 2001-config reserved word", "Rename what has that name; the errors after the first may follow from it."},
	{"Interfaced port on top level", "Put a small module around the board whose ports are plain, and name it with top=."},
	{"__pinNumber", "An instance there connects more ports than its module has; take it out, or give the module the port."},
	{"syntax error", "The errors after the first may follow from it. A .v file is read as SystemVerilog, to which words " +
		"such as type, bit and byte belong; with the two lines +1364-2005ext+v and TOP.v in files.f it is read as Verilog."},
}

const missingRemedy = "Add a model of each missing module, such as a vendor's, to the directory, or list the files in " +
	"files.f; or simulate the module below it."

// remedyFor returns the remedy for an error text of Verilator, or "".
func remedyFor(text string) string {
	for _, r := range remedies {
		if strings.Contains(text, r.said) {
			return r.remedy
		}
	}
	return ""
}
