package desk

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/loopline/loopline/internal/entrant"
	"github.com/loopline/loopline/internal/say"
)

// makefiles are where a design says how it is simulated, as loopline new and loopline adopt write it.
var makefiles = []string{"Makefile", "loopline.mk"}

// maxMakefile bounds what is read of a makefile, in bytes.
const maxMakefile = 1 << 20

// findBoard finds how a design or a bitstream is simulated, and the files that its options name: those
// are in the folder of the version in which it begins, as for its own makefile.
func (d *Desk) findBoard(root *os.Root, v *Version, report io.Writer) error {
	base := v.Base
	board, err := d.parseOptions(v.Options)
	if v.Kind == Design && v.Options == "" {
		board, err = d.fromMakefile(root, v, report)
	}
	if err != nil {
		return err
	}
	for _, name := range board.Files() {
		if !isFile(root, path.Join(base, name)) {
			return entrant.NotHandedIn(name)
		}
		v.OptionsBase = base
	}
	return nil
}

// fromMakefile takes the folder and the options of a design from its own makefile, if that has them.
func (d *Desk) fromMakefile(root *os.Root, v *Version, report io.Writer) (board entrant.Board, err error) {
	for _, name := range makefiles {
		text := boardIn(root, path.Join(v.Base, name))
		if text == "" {
			continue
		}
		wrong := func(err error) (entrant.Board, error) {
			return entrant.Board{}, say.Errorf("BOARD of its %s: %w", name, err)
		}
		if board, err = entrant.ParseBoard(text); err != nil {
			return wrong(err)
		}
		base := path.Join(v.Base, board.Folder())
		if info, err := root.Lstat(filepath.FromSlash(base)); err != nil || !info.IsDir() || !holdsHDL(root, base) {
			folder, _, _ := strings.Cut(text, "?")
			return wrong(say.Errorf("there is no HDL in the folder %.60q; hand in that folder too", folder))
		}
		if err := d.checkBoard(board); err != nil {
			return wrong(err)
		}
		v.Base, v.Board = base, board.Options()
		_, err = io.WriteString(report, "BOARD = "+text+" ("+name+")\n")
		return board, err
	}
	return board, nil
}

// boardIn is the board in a makefile; empty where there is none.
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
	if err != nil {
		return ""
	}
	return entrant.InMakefile(text)
}

// parseOptions reads the options of a design or a bitstream, and finds mistakes in them.
func (d *Desk) parseOptions(options string) (entrant.Board, error) {
	b, err := entrant.ParseOptions(options)
	if err != nil || options == "" {
		return b, err
	}
	return b, d.checkBoard(b)
}

func (d *Desk) checkBoard(b entrant.Board) error {
	if d.CheckBoard == nil {
		return nil
	}
	return d.CheckBoard(b)
}
