package sources

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/loopline/loopline/sim/tooling"
)

// ListFile is the list of files that goes before all that is looked for.
const ListFile = "files.f"

// Limits of a list of files, with those that it names.
const (
	maxListDepth = 10
	maxListWords = 20_000
)

// fileList is a parsed list of files. Tools don't read the list: the options of
// listOptions become arguments.
type fileList struct {
	files  []File
	trusts bool // words that are not known are passed on
	words  int

	args         []string
	RefusedCalls []SystemCall
}

// Listed reads the list of files of a design, and those that it names. What
// names no file of the design is an error; options that are not known are in
// refused, or are passed on if the design is trusted.
func Listed(files []File, list File, trusts bool) (*fileList, error) {
	l := &fileList{files: files, trusts: trusts}
	err := l.read(list, ".", nil)
	if stubs := slices.ContainsFunc(files, func(f File) bool { return f.Name == ClocksFile }); stubs && !slices.Contains(l.args, ClocksFile) {
		l.args = append(l.args, ClocksFile)
	}
	return l, err
}

// listArguments are Verilator's for a list of files.
func listArguments(files []File, list File, trusts bool) ([]string, error) {
	l, err := Listed(files, list, trusts)
	if err == nil && len(l.RefusedCalls) > 0 {
		err = fmt.Errorf("a list of files has an option that is refused: %s; take it out", l.RefusedCalls[0])
	}
	if err != nil {
		return nil, err
	}
	return l.args, nil
}

type listWord struct {
	text string
	line int
}

// read takes in a list whose names are relative to a folder. Within are the
// lists that it is named in.
func (l *fileList) read(list File, base string, within []string) error {
	if slices.Contains(within, list.Name) {
		return fmt.Errorf("%s names itself, by way of %s; take that out", list.Name, strings.Join(within, ", "))
	}
	if len(within) >= maxListDepth {
		return fmt.Errorf("%s: lists of files name each other more than %d deep; write the files into one", list.Name, maxListDepth)
	}
	within = append(slices.Clone(within), list.Name)
	words := listWords(string(list.Text))
	for len(words) > 0 {
		if l.words++; l.words > maxListWords {
			return fmt.Errorf("%s:%d: more than %d words in the lists of files", list.Name, words[0].line, maxListWords)
		}
		used, err := l.word(list.Name, words, base, within)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", list.Name, words[0].line, err)
		}
		words = words[used:]
	}
	return nil
}

// listOption is an option that lists of files may have. It is whole if its name
// is all of a word; then its value is the next one.
type listOption struct {
	name  string
	whole bool
	take  func(l *fileList, value, base string) error
}

// languageOption says in which language the files of an ending are.
var languageOption = regexp.MustCompile(`^\+(1364-\d+|1800-\d+|verilog\d*|systemverilog)ext(\+[\w.]+)+$`)

// Options that take no value.
var plainListOption = regexp.MustCompile(
	`^(-sv|-W[\w-]+|\+(1364-\d+|1800-\d+|verilog\d*|systemverilog)ext(\+[\w.]+)+|\+libext(\+[\w.]+)+\+?)$`)

// listOptions returns the options that lead to nothing but files of the design, and
// set what its text could set.
func listOptions() []listOption {
	pass := func(option string, of *regexp.Regexp) func(*fileList, string, string) error {
		return func(l *fileList, value, _ string) error {
			if !of.MatchString(value) {
				return fmt.Errorf("%s does not take %.40q", strings.Trim(option, "+"), value)
			}
			l.args = append(l.args, option, value)
			return nil
		}
	}
	ignore := func(*fileList, string, string) error { return nil }
	language, timescale := regexp.MustCompile(`^[\w-]+$`), regexp.MustCompile(`^[\dmunpfs]+/[\dmunpfs]+$`)
	return []listOption{
		{"-y", true, (*fileList).library},
		{"-v", true, (*fileList).libraryFile},
		{"-I", false, (*fileList).include},
		{"+incdir+", false, each((*fileList).include)},
		{"-D", false, (*fileList).define},
		{"+define+", false, each((*fileList).define)},
		{"-U", false, (*fileList).undefine},
		{"-G", false, (*fileList).parameter},
		{"--top-module", true, ignore}, // the top is the address's
		{"-top-module", true, ignore},
		{"--top", true, ignore},
		{"-top", true, ignore},
		{"--language", true, pass("--default-language", language)},
		{"-language", true, pass("--default-language", language)},
		{"--default-language", true, pass("--default-language", language)},
		{"-default-language", true, pass("--default-language", language)},
		{"--timescale", true, pass("--timescale", timescale)},
		{"-timescale", true, pass("--timescale", timescale)},
	}
}

// word takes in the first of the words of a list, with its value, and returns
// how many they are.
func (l *fileList) word(list string, words []listWord, base string, within []string) (used int, err error) {
	word := words[0].text
	if word[0] != '-' && word[0] != '+' {
		name, err := l.hdl(word, base)
		l.args = append(l.args, name)
		return 1, err
	}
	if plainListOption.MatchString(word) {
		l.args = append(l.args, word)
		return 1, nil
	}
	nested := listOption{word, true, func(l *fileList, name, base string) error {
		return l.nested(word == "-F", name, base, within)
	}}
	options := listOptions()
	if word == "-f" || word == "-F" {
		options = []listOption{nested}
	}
	for _, o := range options {
		value, ok := strings.CutPrefix(word, o.name)
		if !ok || o.whole != (value == "") {
			continue
		}
		used := 1
		if o.whole {
			if len(words) == 1 {
				return 1, fmt.Errorf("%s needs a value behind it", word)
			}
			value, used = words[1].text, 2
		}
		return used, o.take(l, value, base)
	}
	if l.trusts {
		l.args = append(l.args, word)
	} else {
		l.RefusedCalls = append(l.RefusedCalls, SystemCall{What: "the option " + word, File: list, Line: words[0].line, Refused: true})
	}
	return 1, nil
}

// each applies take to the values that + joins.
func each(take func(l *fileList, value, base string) error) func(*fileList, string, string) error {
	return func(l *fileList, values, base string) error {
		for value := range strings.SplitSeq(values, "+") {
			if value == "" {
				continue
			}
			if err := take(l, value, base); err != nil {
				return err
			}
		}
		return nil
	}
}

// nested reads another list, whose names are relative to where it is if beside
// is set.
func (l *fileList) nested(beside bool, name, base string, within []string) error {
	name, err := inFolder(name, base)
	if err != nil {
		return err
	}
	f, ok := Find(l.files, name)
	if !ok {
		return fmt.Errorf("there is no list %s in the folder", tooling.ShownName(name))
	}
	if beside {
		base = path.Dir(name)
	}
	return l.read(f, base, within)
}

// inFolder returns the name that a list has for something, in the design.
func inFolder(name, base string) (string, error) {
	if strings.ContainsFunc(name, func(c rune) bool { return unicode.IsControl(c) || c == '$' || c == '\\' }) {
		return "", fmt.Errorf("the name %.80q has characters that tools may take for more than a name; rename it", name)
	}
	if path.IsAbs(name) || outside(path.Join(base, name)) {
		return "", fmt.Errorf("%s is outside the folder, where nothing is read; put a copy into it", tooling.ShownName(name))
	}
	return ToolName(path.Join(base, name)), nil
}

func (l *fileList) hdl(name, base string) (string, error) {
	name, err := inFolder(name, base)
	switch {
	case err != nil:
		return "", err
	case IsVHDL(name):
		return "", fmt.Errorf("%s is VHDL, which is found without the list; take it out of the list", tooling.ShownName(name))
	case !IsHDL(name) && !IsHeader(name) && path.Ext(name) != ".vlt":
		return "", fmt.Errorf("%s is not a Verilog file by its name; a list takes .v, .sv, .vh, .svh and .vlt", tooling.ShownName(name))
	case !HasFile(l.files, name):
		return "", fmt.Errorf("there is no file %s in the folder", tooling.ShownName(name))
	}
	return name, nil
}

func (l *fileList) folder(name, base string) (string, error) {
	name, err := inFolder(name, base)
	if err != nil {
		return "", err
	}
	if !plainName.MatchString(name) {
		return "", fmt.Errorf("the name %.80q has characters that tools may take for more than a name; rename it", name)
	}
	return name, nil // one that is not there is empty
}

func (l *fileList) library(name, base string) error {
	name, err := l.folder(name, base)
	l.args = append(l.args, "-y", name)
	return err
}

func (l *fileList) libraryFile(name, base string) error {
	name, err := l.hdl(name, base)
	l.args = append(l.args, "-v", name)
	return err
}

func (l *fileList) include(name, base string) error {
	name, err := l.folder(name, base)
	l.args = append(l.args, "-I"+name)
	return err
}

var (
	definition = regexp.MustCompile(`^[A-Za-z_]\w*(=.*)?$`)
	assigned   = regexp.MustCompile(`^[A-Za-z_]\w*=(-?[\w.]+|\d*'s?[bodhBODH][\w?]+|"[^"\\]*")$`)
)

func (l *fileList) define(d, _ string) error {
	if !definition.MatchString(d) || strings.ContainsAny(d, "$`") {
		return fmt.Errorf("%.60q is no NAME=VALUE without $ and `; define it in a file", d)
	}
	l.args = append(l.args, "-D"+d)
	return nil
}

func (l *fileList) undefine(name, _ string) error {
	if !IsPlainName(name) {
		return fmt.Errorf("%.60q is not a name; write letters, digits, _ and $", name)
	}
	l.args = append(l.args, "-U"+name)
	return nil
}

func (l *fileList) parameter(set, _ string) error {
	if !assigned.MatchString(set) {
		return fmt.Errorf("%.60q is no NAME=NUMBER", set)
	}
	l.args = append(l.args, "-G"+set)
	return nil
}

// listWords returns the words of a list as Verilator reads them: less its comments,
// and those in double quotes whole.
func listWords(text string) (words []listWord) {
	inComment, number := false, 0
	for line := range strings.Lines(text) {
		number++
		var plain string
		plain, inComment = withoutListComments(line, inComment)
		for _, word := range splitQuoted(plain) {
			words = append(words, listWord{word, number})
		}
	}
	return words
}

// withoutListComments returns a line of a list less its comments, the first of which
// may have begun in a line before.
func withoutListComments(line string, inside bool) (plain string, stillInside bool) {
	var b strings.Builder
	begins, last := true, byte(' ')
	for i := 0; i < len(line); i++ {
		c, two := line[i], line[i:min(i+2, len(line))]
		switch {
		case inside:
			if two == "*/" {
				inside = false
				i++
			}
		case two == "//" && (last == ' ' || last == '\t'), c == '#' && begins:
			return b.String(), false
		case two == "/*":
			inside = true
			i++
		default:
			begins = begins && (c == ' ' || c == '\t')
			b.WriteByte(c)
		}
		last = c
	}
	return b.String(), inside
}

// splitQuoted splits at white space that is not in double quotes, which are
// taken away; so is a backslash before any character.
func splitQuoted(line string) (words []string) {
	var word strings.Builder
	quoted := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && i+1 < len(line) && line[i+1] != '\n':
			i++
			word.WriteByte(line[i])
		case c == '"':
			quoted = !quoted
		case c == '\n' || !quoted && strings.IndexByte(" \t\r\v\f", c) >= 0:
			words = append(words, word.String())
			word.Reset()
		default:
			word.WriteByte(c)
		}
	}
	words = append(words, word.String())
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// Options are the macros that the list defines, the last of each name, less those that it takes back, and
// what it says of the language.
func (l *fileList) Options() (options []string) {
	for i, arg := range l.args {
		kind := arg[:min(2, len(arg))]
		switch {
		case kind == "-D" || kind == "-U":
			name, _, _ := strings.Cut(arg[2:], "=")
			options = slices.DeleteFunc(options, func(d string) bool {
				other, _, _ := strings.Cut(d[2:], "=")
				return d[:2] == "-D" && other == name
			})
			if kind == "-D" {
				options = append(options, arg)
			}
		case languageOption.MatchString(arg):
			options = append(options, arg)
		case arg == "--default-language" && i+1 < len(l.args):
			options = append(options, arg, l.args[i+1])
		}
	}
	return options
}
