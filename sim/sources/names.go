package sources

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// plainName is a name that no tool takes for a command.
var plainName = regexp.MustCompile(`^(?:[\pL\pN_.(\[]|%[89A-F])[\pL\pN_./+@%=,()\[\] -]*$`)

// CheckNames refuses names of files that a tool may take for a command.
func (s Source) CheckNames(files []File) error {
	for _, f := range files {
		if (IsHDL(f.Name) || IsVHDL(f.Name) || IsHeader(f.Name)) && !plainName.MatchString(f.Name) {
			return fmt.Errorf("%s: the file name %.80q has characters that tools may take for more than a name; rename it", s.Name, f.Name)
		}
	}
	return nil
}

// PlainConstant is a constant that Verilator takes for a parameter on its
// command line.
var PlainConstant = regexp.MustCompile(`^(-?\d+|\d*'s?[bdh][0-9a-fA-F_]+|"[^"]*")$`)

// TopParameters are Verilator's arguments for the parameters of a top.
func TopParameters(params map[string]string) (args []string) {
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if PlainConstant.MatchString(params[name]) {
			args = append(args, "-G"+name+"="+params[name])
		}
	}
	return args
}

// ParameterList is the list of parameters of an instance, or empty.
func ParameterList(params map[string]string) string {
	if len(params) == 0 {
		return ""
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(params)) {
		list = append(list, fmt.Sprintf(".%s(%s)", Escaped(name), params[name]))
	}
	return " #(" + strings.Join(list, ", ") + ")"
}

// Escaped returns a name that may be anything, a word of the language too.
func Escaped(name string) string { return `\` + name + " " }

// VerilogName returns a name as Verilog source: escaped unless it is a plain one.
func VerilogName(name string) string {
	if IsPlainName(name) {
		return name
	}
	return `\` + name + " "
}

// IsPlainName reports whether a name is one without being escaped.
func IsPlainName(s string) bool {
	for i, c := range s {
		if c != '_' && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && (i == 0 || c != '$' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// SomeOf lists the first of many names.
func SomeOf(names []string) string {
	const shown = 10
	return strings.Join(names[:min(len(names), shown)], ", ")
}
