package live

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/say"
)

// Puzzles are positions of a game in which one move alone wins.
type Puzzles struct {
	Seats []say.Text // names of the seats, of which the first moves first
	List  []Puzzle
}

// Puzzle is one of them. Moves are notation that the game's engine reads.
type Puzzle struct {
	Theme  string
	Turns  int // until the side to move has won
	Grade  int // 1 to 10
	Answer string
	Moves  []string // to the position
}

// MarshalJSON writes [theme, turns, grade, answer, moves].
func (p Puzzle) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{p.Theme, p.Turns, p.Grade, p.Answer, strings.Join(p.Moves, " ")})
}

// script returns the puzzles as a page loads them, also where it may fetch nothing.
func (p *Puzzles) script() []byte {
	text, err := json.Marshal(p.List)
	if err != nil {
		panic("live: " + err.Error()) // its types cannot fail
	}
	return slices.Concat([]byte("self.looplinePuzzles = "), text, []byte(";\n"))
}

// puzzles returns the puzzles of a game by the name of its record, nil where it has none.
func (s *Site) puzzles(game string) *Puzzles {
	if s.NewPuzzles == nil || s.engine(game) == nil {
		return nil
	}
	if all := s.NewPuzzles(game); all != nil && len(all.List) > 0 {
		return all
	}
	return nil
}

// puzzlePage is the page of a game's puzzles.
type puzzlePage struct {
	pageData
	Game     string
	Seats    []string
	Themes   []string
	Openings bool // there are some
	Analysis *analysis
}

// Scripts returns the scripts of an analysis and of the puzzles.
func (p puzzlePage) Scripts() []string {
	return []string{"fill.js", "choice.js", "board.js", "engine.js", "puzzles.js", "puzzlepage.js"}
}

// DataScript returns the address of the puzzles.
func (p puzzlePage) DataScript() string { return p.Root + "static/puzzles/" + p.Game + ".js" }

// Styles returns the style sheets of an analysis.
func (p puzzlePage) Styles() []string { return analysisStyles }

// Compiles reports whether the page has an engine.
func (p puzzlePage) Compiles() bool { return p.Analysis.Text != "" }

// Theme returns the name of a theme.
func (p puzzlePage) Theme(name string) string { return p.named("theme-", name) }

// puzzlePageOf makes the page of a game's puzzles.
func (s *Site) puzzlePageOf(f pageData, game string, all *Puzzles) puzzlePage {
	f.Title = f.T("puzzles")
	p := puzzlePage{pageData: f, Game: game, Openings: s.openings(game) != nil, Analysis: s.engineAt(game, f)}
	for _, name := range all.Seats {
		p.Seats = append(p.Seats, f.shown(name, maxName))
	}
	for _, z := range all.List {
		if !slices.Contains(p.Themes, z.Theme) {
			p.Themes = append(p.Themes, z.Theme)
		}
	}
	slices.Sort(p.Themes)
	return p
}

// showPuzzles answers with the page of a game's puzzles.
func (s *Site) showPuzzles(w http.ResponseWriter, r *http.Request) {
	game := r.PathValue("game")
	all := s.puzzles(game)
	if all == nil {
		s.nothing(w, r)
		return
	}
	s.render(w, r, "puzzles.html", s.puzzlePageOf(s.pageData(w, r, "../../"), game, all))
}

// puzzleData answers with the puzzles of a game.
func (s *Site) puzzleData(w http.ResponseWriter, r *http.Request) {
	all := s.puzzles(strings.TrimSuffix(r.PathValue("name"), ".js"))
	if all == nil {
		s.nothing(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	send(w, r, all.script(), "no-cache")
}

// publishPuzzles writes the page of a game's puzzles, if it has any.
func (s *Site) publishPuzzles(dir, game string) error {
	all := s.puzzles(game)
	if all == nil {
		return nil
	}
	page := func(f pageData) any { return s.puzzlePageOf(f, game, all) }
	return s.publishWithData(dir, "puzzles", game, page, all.script())
}
