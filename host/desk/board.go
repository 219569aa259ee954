package desk

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/loopline/loopline/internal/say"
)

// makefiles are where a design says how it is simulated, as loopline new and loopline adopt write it.
var makefiles = []string{"Makefile", "loopline.mk"}

// boardLine sets BOARD, as in BOARD := rtl?top=top&clk=12MHz.
var boardLine = regexp.MustCompile(`(?m)^[ \t]*BOARD[ \t]*[:?]*=[ \t]*([^\s#]*\?[^\s#]*)`)

// maxMakefile bounds what is read of a makefile, in bytes.
const maxMakefile = 1 << 20

// findBoard finds how a design or a bitstream is simulated, and the files that its options name: those
// are in the folder of the version in which it begins, as for its own makefile.
func (d *Desk) findBoard(root *os.Root, v *Version, report io.Writer) error {
	base := v.Base
	files, err := d.checkOptions(v.Options)
	if v.Kind == Design && v.Options == "" {
		files, err = d.fromMakefile(root, v, report)
	}
	if err != nil {
		return err
	}
	for _, name := range files {
		if !filepath.IsLocal(name) || !isPlain(name, "/") || !isFile(root, path.Join(base, name)) {
			return say.Errorf("the option names the file %.60q, which is not in what was handed in; put it there, and write its path", name)
		}
		v.OptionsBase = base
	}
	return nil
}

// fromMakefile takes the folder and the options of a design from its own makefile, if that has them, and
// returns the files that they name.
func (d *Desk) fromMakefile(root *os.Root, v *Version, report io.Writer) (files []string, err error) {
	for _, name := range makefiles {
		board := boardIn(root, path.Join(v.Base, name))
		folder, options, found := strings.Cut(board, "?")
		if !found {
			continue
		}
		wrong := func(err error) ([]string, error) { return nil, say.Errorf("BOARD of its %s: %w", name, err) }
		base := path.Join(v.Base, folder)
		info, err := root.Lstat(filepath.FromSlash(base))
		switch {
		case strings.Contains(board, "$"):
			return wrong(say.Errorf("%.60q has a variable; write its value, or give the options with the upload", board))
		case path.IsAbs(folder) || err != nil || !info.IsDir() || !holdsHDL(root, base):
			return wrong(say.Errorf("there is no HDL in the folder %.60q; hand in that folder too", folder))
		}
		if files, err = d.checkOptions(options); err != nil {
			return wrong(err)
		}
		v.Base, v.Board = base, options
		_, err = io.WriteString(report, "BOARD = "+board+" ("+name+")\n")
		return files, err
	}
	return nil, nil
}

// boardIn is the address in a makefile; empty where there is none.
func boardIn(root *os.Root, name string) string {
	if !isFile(root, name) {
		return ""
	}
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return ""
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxMakefile))
	if found := boardLine.FindSubmatch(text); err == nil && found != nil {
		return strings.Trim(string(found[1]), `'"`)
	}
	return ""
}

// checkOptions looks at the options of a design or a bitstream, and returns the files that they name.
func (d *Desk) checkOptions(options string) (files []string, err error) {
	switch {
	case len(options) > maxWord:
		return nil, say.Errorf("the options are longer than %d bytes", maxWord)
	case options == "" || d.CheckOptions == nil:
		return nil, nil
	}
	return d.CheckOptions(options)
}
