package finding

import (
	"regexp"
	"strings"

	"github.com/loopline/loopline/sim/sources"
)

// remedies maps a part of an error text of Verilator to a remedy; the first that fits
// is used. Other tools do not report these errors.
var remedies = [...]struct{ said, remedy string }{
	{"MODMISSING", MissingRemedy},
	{"Cannot find file containing module", MissingRemedy},
	{"unexpected '(', expecting IDENTIFIER", instanceRemedy}, // before 5.030
	{"Instance of module must be named", instanceRemedy},
	{"Verilog 2001-config reserved word", renameRemedy}, // before 5.048
	{"Interfaced port on top level", "Put a small module around the board whose ports are plain, and name it with top=."},
	{"__pinNumber", "An instance there connects more ports than its module has, or a comma stands behind its last one, which counts as a port; " +
		"take it out, or give the module the port."},
	{"Blocked and non-blocking assignments to same variable", "Assign a register under a clock with <= everywhere; = is for always @(*)."},
	{"reserved word", laterRemedy},
	{syntaxError, laterRemedy},
}

const renameRemedy = "Rename what has that name; the errors after the first may follow from it."

const laterRemedy = "The errors after the first may follow from it. A .v file is read as SystemVerilog, to which words " +
	"such as type, bit and byte belong, unless a port or signal has such a name; with `begin_keywords \"1364-2005\" before it and " +
	"`end_keywords behind it, or with +1364-2005ext+v and the names of all files in files.f, it is read as Verilog."

const instanceRemedy = "An instance has a name of its own: MODULE NAME (PORTS);"

// MissingRemedy tells how to add a missing module.
const MissingRemedy = "Add a model of each missing module, such as a vendor's, to the directory, or list the files in " +
	"files.f; or simulate the module below it."

// MissingListed tells how to add a module that is missing where a list names the files.
const MissingListed = "Add a file with each missing module, such as a model of a vendor's, and name it in " + sources.ListFile + "; or simulate the module below it."

// syntaxRemedy is for files whose names say that they are SystemVerilog.
const syntaxRemedy = "The errors after the first may follow from it. Look at its line and the one before: a semicolon, a bracket or an end is missing there most often."

// RemedyFor returns the remedy for an error text of Verilator, whose first line is first, or "".
func RemedyFor(text, first string) string {
	name, _, _ := strings.Cut(first, ":")
	if m := unexpected.FindStringSubmatch(first); m != nil {
		switch {
		case configWord.MatchString(m[1]):
			return renameRemedy
		case !strings.HasSuffix(strings.ToLower(name), ".sv") && laterWord.MatchString(m[1]): // the table has it
		case strings.Contains(first, "unexpected '(', expecting IDENTIFIER"):
			return instanceRemedy
		default:
			return syntaxRemedy
		}
	}
	for _, said := range []string{first, text} { // what is said of the first error counts first
		for _, r := range remedies {
			if strings.Contains(said, r.said) && (said == first || r.said != syntaxError) {
				return r.remedy
			}
		}
	}
	return ""
}

const syntaxError = "syntax error"

var (
	unexpected = regexp.MustCompile(`syntax error, unexpected '?(\w+|[^ ,]+)`)
	configWord = regexp.MustCompile(`^(?:cell|config|design|endconfig|incdir|include|instance|liblist|library|use)$`) // IEEE 1364-2005, annex B
	laterWord  = regexp.MustCompile("^(?:" + sources.LaterTypes + "|" + sources.LaterWords + ")$")
)
