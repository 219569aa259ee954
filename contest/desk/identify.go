package desk

import (
	"bytes"
	"cmp"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/internal/entrant"
	"github.com/loopline/loopline/internal/say"
)

// Player is a version that may be run.
type Player struct {
	config.DeskVersion
	Dir       string        // in which it is run, and which is all that it sees of the contest
	Command   string        // of a program
	Design    bool          // Dir has its HDL
	Bitstream string        // its file
	Pins      string        // the constraints of the bitstream
	Board     entrant.Board // the options of a design or a bitstream
	Files     string        // the folder from which the options name files
}

// hdl are the endings of the files of a design.
var hdl = []string{".v", ".sv", ".vhd", ".vhdl"}

// programs returns the programs of the contest's file that a version may be.
func (d *Desk) programs(v *Version) (all []*config.DeskProgram) {
	for i := range d.Plan.Desk.Programs {
		if p := &d.Plan.Desk.Programs[i]; v.Want == "" || v.Want == p.Name {
			all = append(all, p)
		}
	}
	return all
}

// allows reports whether a version may be a design or a bitstream.
func (d *Desk) allows(kind string, v *Version) bool {
	desk := &d.Plan.Desk
	return (v.Want == "" || v.Want == kind) && (kind == Design && desk.Designs || kind == Bitstream && desk.Bitstreams)
}

// singleName is the name that an upload has among the files of its version if it is one file and no
// archive; empty for archives and what fits nothing.
func (d *Desk) singleName(v *Version, upload io.ReaderAt) string {
	start := make([]byte, 4)
	_, _ = upload.ReadAt(start, 0) // of a shorter file the rest is zero
	ending := strings.ToLower(path.Ext(v.Name))
	for _, p := range d.programs(v) {
		if own := strings.ToLower(path.Ext(p.File)); own != "" && own == ending {
			return p.File
		}
		if path.Ext(p.File) == "" && bytes.Equal(start, []byte("\x7fELF")) {
			return p.File
		}
	}
	if d.allows(Design, v) && slices.Contains(hdl, ending) {
		if name, err := clean(v.Name); err == nil && !strings.Contains(name, "/") {
			return name
		}
		return "design" + ending
	}
	return ""
}

// identify finds what a version is: the first that fits of what the contest allows. Program is nil of
// designs and bitstreams.
func (d *Desk) identify(root *os.Root, v *Version) (program *config.DeskProgram, err error) {
	board, err := d.parseOptions(v.Options)
	if err != nil {
		return nil, err
	}
	beside := board.Files()
	for _, base := range bases(root) {
		for _, p := range d.programs(v) {
			if isFile(root, path.Join(base, p.File)) {
				v.Kind, v.Base = p.Name, base
				return p, nil
			}
		}
		names := filesIn(root, base)
		if d.allows(Bitstream, v) {
			// The weights of a flash may be a .bin too.
			names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(beside, name) })
			bits, pins := oneWith(names, ".bin"), oneWith(names, ".pcf")
			if bits != "" && pins != "" {
				v.Kind, v.Base, v.Bitstream, v.Pins = Bitstream, base, bits, pins
				return nil, nil
			}
		}
	}
	// HDL is looked for in folders below, too: a design in one folder begins there, as its Makefile does.
	for _, base := range slices.Backward(bases(root)) {
		if d.allows(Design, v) && holdsHDL(root, base) {
			v.Kind, v.Base = Design, base
			return nil, nil
		}
	}
	return nil, say.Errorf("nothing here can be run: the contest allows %s", strings.Join(d.Allowed(), "; "))
}

// Kinds lists the kinds that the contest allows, by their names.
func (d *Desk) Kinds() (kinds []string) {
	for _, p := range d.Plan.Desk.Programs {
		kinds = append(kinds, p.Name)
	}
	if d.Plan.Desk.Designs {
		kinds = append(kinds, Design)
	}
	if d.Plan.Desk.Bitstreams {
		kinds = append(kinds, Bitstream)
	}
	return kinds
}

// Allowed lists what the contest allows to hand in, each in a line.
func (d *Desk) Allowed() (all []string) {
	for _, p := range d.Plan.Desk.Programs {
		line := p.Name + ": " + p.File + ", " + p.Command
		if p.Build != "" {
			line = p.Name + ": " + p.File + ", " + p.Build + ", " + p.Command
		}
		all = append(all, line)
	}
	if d.Plan.Desk.Designs {
		all = append(all, Design+": "+strings.Join(hdl, " "))
	}
	if d.Plan.Desk.Bitstreams {
		all = append(all, Bitstream+": .bin + .pcf")
	}
	return all
}

// bases are the folders in which a version may be run: that of its files, or the one folder there.
func bases(root *os.Root) []string {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() == "__MACOSX" || e.Name() == ".DS_Store" })
	if len(entries) == 1 && entries[0].IsDir() {
		return []string{".", entries[0].Name()}
	}
	return []string{"."}
}

func isFile(root *os.Root, name string) bool {
	info, err := root.Lstat(filepath.FromSlash(name))
	return err == nil && info.Mode().IsRegular()
}

// filesIn are the files of a folder whose names may stand in an address.
func filesIn(root *os.Root, base string) (names []string) {
	entries, _ := fs.ReadDir(root.FS(), base)
	for _, e := range entries {
		if e.Type().IsRegular() && isPlain(e.Name(), "") {
			names = append(names, e.Name())
		}
	}
	return names
}

// isPlain reports whether a name may stand in an address: it has letters, digits, dots, dashes and what
// else is allowed.
func isPlain(name, also string) bool {
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"+also) == ""
}

// oneWith is the one file with an ending, or the one that is called after a board.
func oneWith(names []string, ending string) (one string) {
	for _, name := range names {
		if strings.ToLower(path.Ext(name)) == ending {
			if one != "" {
				return ""
			}
			one = name
		}
	}
	return one
}

func holdsHDL(root *os.Root, base string) (found bool) {
	_ = fs.WalkDir(root.FS(), base, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && slices.Contains(hdl, strings.ToLower(path.Ext(name))) {
			found = true
			return fs.SkipAll
		}
		return err
	})
	return found
}

// player is a version as it is run.
func (d *Desk) player(team string, v *Version) (p Player, err error) {
	files, err := filepath.Abs(d.file(team, v.Number, filesFolder))
	if err != nil {
		return p, err
	}
	board, err := entrant.ParseOptions(cmp.Or(v.Options, v.Board))
	if err != nil {
		return p, err
	}
	p = Player{DeskVersion: v.DeskVersion, Dir: filepath.Join(files, filepath.FromSlash(v.Base)), Board: board}
	p.Files = filepath.Join(files, filepath.FromSlash(v.OptionsBase))
	switch v.Kind {
	case Design:
		p.Design = true
		return p, nil
	case Bitstream:
		p.Bitstream, p.Pins = filepath.Join(p.Dir, v.Bitstream), filepath.Join(p.Dir, v.Pins)
		return p, nil
	}
	for _, program := range d.Plan.Desk.Programs {
		if program.Name == v.Kind {
			p.Command = program.Command
			return p, nil
		}
	}
	return p, say.Errorf("the contest's file allows %.60q no more", v.Kind)
}

// Player finds the version of an address of the desk, which passed its check, as it is run. It must be
// as it was then, byte for byte.
func (d *Desk) Player(team string, want config.DeskVersion) (p Player, err error) {
	if want.Number == 0 {
		return p, say.Errorf("%s has handed in nothing that passed the check", team)
	}
	v, err := d.Version(team, want.Number)
	switch {
	case err != nil:
		return p, err
	case v.State != Passed || v.Upload != want.Upload:
		return p, say.Errorf("%s, version %d is not the one that passed the check", team, v.Number)
	}
	root, err := os.OpenRoot(d.file(team, v.Number, filesFolder))
	if err != nil {
		return p, err
	}
	defer root.Close()
	if sum, _, err := treeSum(root, d.sealed(), false); err != nil || sum != v.Tree {
		return p, say.Errorf("%s, version %d: its files were changed since the check; hand it in again", team, v.Number)
	}
	return d.player(team, &v)
}
