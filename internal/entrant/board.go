// Package entrant reads what an entrant of a contest, or a student, says of its own board: a folder of
// what it handed in, and options. All that leads from such a text to an address of the host does so
// here, once: the folder and the files are those that were handed in, and the options are those that are
// an entrant's to set. The bounds of their values are the contest's.
package entrant

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/addropts"
	"github.com/loopline/loopline/internal/say"
)

// MaxText bounds what an entrant writes of its board, in bytes.
const MaxText = 200

// flash is the one option that names a file, as FILE or FILE@OFFSET.
const flash = "flash"

// keys are the options of a board that are an entrant's to set; the others name files of the host, or
// what a board may cost it.
var keys = []string{
	"top", "clk", "baud", "clock", "rst", "rx", "tx", "high", "package", flash, "sck", "cs", "mosi", "miso", "boot",
}

const paramPrefix = "param."

// Board is a simulated board as an entrant describes it. The zero value is what was handed in, without
// options.
type Board struct {
	folder  string // with slashes, below what was handed in
	options addropts.Options
}

// ParseBoard reads FOLDER?OPTIONS. The error is an entrant's mistake, in its words.
func ParseBoard(text string) (b Board, err error) {
	folder, options, _ := strings.Cut(text, "?")
	switch {
	case strings.Contains(text, "$"):
		return b, say.Errorf("%.60q has a variable; write its value, or give the options with the upload", text)
	case folder != "" && (!isPlain(folder) || !filepath.IsLocal(filepath.FromSlash(folder))):
		return b, say.Errorf("there is no HDL in the folder %.60q; hand in that folder too", folder)
	}
	if b, err = ParseOptions(options); err != nil {
		return Board{}, err
	}
	b.folder = path.Clean(folder)
	return b, nil
}

// ParseOptions reads the options alone, KEY=VALUE&KEY=VALUE, of a board in the folder that was handed
// in. The error is an entrant's mistake, in its words.
func ParseOptions(text string) (b Board, err error) {
	if len(text) > MaxText {
		return b, say.Errorf("the options are longer than %d bytes", MaxText)
	}
	if text == "" {
		return b, nil
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return b, say.Errorf("the options %.60q have a space or a character that is not ASCII; leave it out", text)
	}
	if _, b.options, err = addropts.Split("x?" + text); err != nil {
		return Board{}, err
	}
	for _, o := range b.options {
		if !strings.HasPrefix(o.Key, paramPrefix) && !slices.Contains(keys, o.Key) {
			return Board{}, say.Errorf("the option %.40q is not yours to set; there are %s and param.NAME", o.Key, strings.Join(keys, ", "))
		}
	}
	for _, name := range b.Files() {
		if !isPlain(name) || !filepath.IsLocal(filepath.FromSlash(name)) {
			return Board{}, NotHandedIn(name)
		}
	}
	return b, nil
}

// NotHandedIn is the error of a file of the options that is not there.
func NotHandedIn(name string) error {
	return say.Errorf("the option names the file %.60q, which is not in what was handed in; put it there, and write its path", name)
}

// isPlain reports whether a path may stand in an address: it has letters, digits, dots, dashes and
// slashes.
func isPlain(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/") == ""
}

// boardLine sets BOARD, as in BOARD := rtl?top=top&clk=12MHz.
var boardLine = regexp.MustCompile(`(?m)^[ \t]*BOARD[ \t]*[:?]*=[ \t]*([^\s#]*\?[^\s#]*)`)

// InMakefile returns the text of the board that a makefile names, as loopline new and loopline adopt
// write it, for [ParseBoard]; empty where there is none.
func InMakefile(makefile []byte) string {
	if found := boardLine.FindSubmatch(makefile); found != nil {
		return strings.Trim(string(found[1]), `'"`)
	}
	return ""
}

// Folder returns the folder of its HDL with slashes, below what was handed in; "." is that itself.
func (b Board) Folder() string { return path.Clean(b.folder) }

// Options returns the options, as ParseOptions reads them.
func (b Board) Options() string { return b.options.String() }

// Option returns the value of an option.
func (b Board) Option(key string) (value string, ok bool) { return b.options.Get(key) }

// With returns the board with another value of an option that it has; without the option it stays as it
// is. The value is the host's and is not judged.
func (b Board) With(key, value string) Board {
	if _, has := b.options.Get(key); has {
		b.options = b.options.With(key, value)
	}
	return b
}

// Files lists the files that the options name, with slashes, below what was handed in.
func (b Board) Files() (names []string) {
	if value, ok := b.options.Get(flash); ok {
		name, _ := cutOffset(value)
		names = append(names, name)
	}
	return names
}

func cutOffset(value string) (name, offset string) {
	if at := strings.LastIndexByte(value, '@'); at >= 0 {
		return value[:at], value[at:]
	}
	return value, ""
}

// Address returns the board as sim reads it behind "sim:": dir has its HDL, files what the options name,
// both folders of the host.
func (b Board) Address(dir, files string) (string, error) { return b.address(dir, nil, files) }

// Bitstream returns the board as sim reads it behind "bit:": a bitstream and the constraints of its
// pins, files of the host.
func (b Board) Bitstream(bitstream, pins, files string) (string, error) {
	if strings.ContainsAny(pins, "?&") {
		return "", unfitFolder(pins)
	}
	return b.address(bitstream, addropts.Options{{Key: "pcf", Value: pins}}, files)
}

func (b Board) address(target string, first addropts.Options, files string) (string, error) {
	for _, folder := range []string{target, files} {
		if strings.ContainsAny(folder, "?&") {
			return "", unfitFolder(folder)
		}
	}
	host := b
	if value, ok := b.options.Get(flash); ok {
		name, offset := cutOffset(value)
		if offset == "" {
			offset = "@0" // the host's folder may have an @
		}
		host = b.With(flash, filepath.Join(files, filepath.FromSlash(name))+offset)
	}
	return slices.Concat(first, host.options).Address(target), nil
}

func unfitFolder(name string) error {
	return fmt.Errorf("%s: designs are not found in a folder whose name has ? or &; rename it", name)
}
