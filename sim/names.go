package sim

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// plainName is a name that no tool takes for a command.
var plainName = regexp.MustCompile(`^(?:[\pL\pN_.(\[]|%[89A-F])[\pL\pN_./+@%=,()\[\] -]*$`)

// plainNames refuses names of files that a tool may take for a command.
func (s Source) plainNames(files []sourceFile) error {
	for _, f := range files {
		if (isHDL(f.name) || isVHDL(f.name) || isHeader(f.name)) && !plainName.MatchString(f.name) {
			return fmt.Errorf("%s: the file name %.80q has characters that tools may take for more than a name; rename it", s.Name, f.name)
		}
	}
	return nil
}

// plainConstant is a constant that Verilator takes for a parameter on its
// command line.
var plainConstant = regexp.MustCompile(`^(-?\d+|\d*'s?[bdh][0-9a-fA-F_]+|"[^"]*")$`)

// topParameters are Verilator's arguments for the parameters of a top.
func topParameters(params map[string]string) (args []string) {
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if plainConstant.MatchString(params[name]) {
			args = append(args, "-G"+name+"="+params[name])
		}
	}
	return args
}

// parameterList is the list of parameters of an instance, or empty.
func parameterList(params map[string]string) string {
	if len(params) == 0 {
		return ""
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(params)) {
		list = append(list, fmt.Sprintf(".%s(%s)", escaped(name), params[name]))
	}
	return " #(" + strings.Join(list, ", ") + ")"
}

// escaped returns a name that may be anything, a word of the language too.
func escaped(name string) string { return `\` + name + " " }

// verilogName returns a name as Verilog source: escaped unless it is a plain one.
func verilogName(name string) string {
	if isPlainName(name) {
		return name
	}
	return `\` + name + " "
}

// isPlainName reports whether a name is one without being escaped.
func isPlainName(s string) bool {
	for i, c := range s {
		if c != '_' && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && (i == 0 || c != '$' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// someOf lists the first of many names.
func someOf(names []string) string {
	const shown = 10
	return strings.Join(names[:min(len(names), shown)], ", ")
}
