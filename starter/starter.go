// Package starter writes projects that play at once and are then an entrant's
// own: a board in Verilog, SystemVerilog or VHDL, a bot, a core, a bench for a core. What
// they hold are the files of its folders, with the pins of a board filled in. A board that searches
// has Loopline's RTL besides, of package hdl.
package starter

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
)

//go:embed board bot core bench ci
var files embed.FS

// Boards returns the names of the boards that there is a project for.
func Boards() (names []string) {
	for _, b := range boards {
		names = append(names, b.Name)
	}
	return names
}

// Kinds are the kinds of projects.
func Kinds() []string { return []string{"board", "bot", "core", "bench"} }

// Languages returns the languages of a kind of project, the default first.
func Languages(kind string) []string {
	switch kind {
	case "board":
		return []string{"v", "sv", "vhdl"}
	case "bot":
		return []string{"python", "c", "go"}
	case "bench":
		return []string{"sv", "verilog", "vhdl", "python"}
	}
	return []string{"sv", "vhdl"}
}

// Project selects the files that Write makes.
type Project struct {
	Kind     string // one of [Kinds]
	Language string // one of [Languages]; empty is the default
	Board    string // one of [Boards], for a board
	Search   bool   // a board that searches, with Loopline's RTL: sv, and one of [SearchBoards]
	Release  string // of Loopline, such as v1.2.3, that its CI takes; the latest if it is none
}

// Check completes a project. The error names what there is.
func (p *Project) Check() error {
	if !slices.Contains(Kinds(), p.Kind) {
		return fmt.Errorf("%.40q: there are %s", p.Kind, strings.Join(Kinds(), ", "))
	}
	if p.Search {
		if err := p.checkSearch(); err != nil {
			return err
		}
	}
	languages := Languages(p.Kind)
	if p.Language == "" {
		p.Language = languages[0]
	}
	if !slices.Contains(languages, p.Language) {
		return fmt.Errorf("--lang %.40q: a %s is written in %s", p.Language, p.Kind, strings.Join(languages, ", "))
	}
	if p.Kind != "board" && p.Board != "" {
		return fmt.Errorf("--board is for a board, not for a %s; leave it out", p.Kind)
	}
	if p.Kind == "board" && p.Board == "" {
		return fmt.Errorf("--board is missing: there are %s", strings.Join(Boards(), ", "))
	}
	if p.Kind == "board" && !slices.Contains(Boards(), p.Board) {
		return fmt.Errorf("--board %.40q: there are %s; for another take the nearest and change top and its pins",
			p.Board, strings.Join(Boards(), ", "))
	}
	return nil
}

// Write writes a project into a directory, which must not exist or be empty, and
// returns the next steps, human-readable. After an error the files written so far
// remain.
func (p Project) Write(dir string) (next string, err error) {
	if err := p.Check(); err != nil {
		return "", err
	}
	made, err := p.files()
	if err != nil {
		return "", err
	}
	workflow, err := p.workflow()
	if err != nil {
		return "", err
	}
	made = append(made, workflow)
	if err := empty(dir); err != nil {
		return "", err
	}
	for _, f := range made {
		name := filepath.Join(dir, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(name, f.text, f.mode); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%d files are in %s. Read README.md there, and type: make -C %s check\n", len(made), dir, humanize.ShellWord(dir)), nil
}

// empty is the error of a directory that holds something, or has no name.
func empty(dir string) error {
	if dir == "" {
		return errors.New("the directory has no name; name one that is not there or is empty")
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && len(entries) > 0 {
		shown := max(0, slices.IndexFunc(entries, func(e fs.DirEntry) bool { return e.Name()[0] != '.' }))
		err = fmt.Errorf("%s holds %s already; name a directory that is not there or is empty", dir, entries[shown].Name())
	}
	return err
}

// file is a file of a project.
type file struct {
	name string
	text []byte
	mode fs.FileMode
}

// files renders all files of the project.
func (p *Project) files() ([]file, error) {
	switch p.Kind {
	case "board":
		b := boards[slices.Index(Boards(), p.Board)]
		return boardFiles(templateData{b, p.Language, p.Search})
	case "bench":
		return benchFiles(p.Language)
	}
	return copied(files, path.Join(p.Kind, p.Language), "")
}

// copied are the files of a folder as they are, below another folder.
func copied(from fs.FS, folder, to string) (made []file, err error) {
	err = fs.WalkDir(from, folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		bare := strings.TrimSuffix(strings.TrimPrefix(name, folder+"/"), ".txt") // go.mod and such would not be embedded
		made = append(made, file{path.Join(to, bare), text, 0o644})
		return nil
	})
	return made, err
}
