package live

import (
	"cmp"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"

	"github.com/loopline/loopline/internal/say"
)

// pastePage is the page on which any game can be analysed, of which somebody pastes the moves.
type pastePage struct {
	pageData
	Game     string
	Players  []playerView // who have seats alone
	Live     bool         // a game that viewers may not analyse yet is in play
	Analysis *analysis
	reasons  []string // formats of the engine's
}

// Reasons returns the engine's reasons in the page's language by their formats, as JSON; in English it is empty.
func (p pastePage) Reasons() string {
	if p.Lang == English {
		return ""
	}
	all, lines := map[string]string{}, say.Lines()
	for _, format := range p.reasons {
		if words, ok := lines[format]; ok {
			all[format] = words
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		panic(err) // strings alone
	}
	return string(text)
}

// Scripts returns the scripts of an analysis, and of the box.
func (p pastePage) Scripts() []string {
	all := p.Analysis.scripts()
	n := len(all) - 1
	return slices.Concat([]string{"fill.js"}, all[:n], []string{"paste.js"}, all[n:])
}

// Styles returns the style sheets of an analysis.
func (p pastePage) Styles() []string { return analysisStyles }

// Compiles reports whether the page has an engine.
func (p pastePage) Compiles() bool { return p.Analysis.Text != "" }

// CloseText returns the text of the button that ends the analysis.
func (p pastePage) CloseText() string { return p.T("paste-another") }

// pastePageOf makes the page of a game's box; live tells whether a game is in play.
func (s *Site) pastePageOf(f pageData, game string, live bool) pastePage {
	f.Title = f.T("paste")
	p := pastePage{pageData: f, Game: game, Live: live, Analysis: s.engineAt(game, f)}
	p.Analysis.Rule = cmp.Or(s.Analysis, AnalyseAfter)
	p.Analysis.Openings = s.openings(game) != nil
	p.reasons = s.engine(game).Reasons
	for _, name := range s.engine(game).Seats {
		p.Players = append(p.Players, playerView{Seat: f.shown(name, maxName)})
	}
	return p
}

// showPaste answers with the page of a game's box.
func (s *Site) showPaste(w http.ResponseWriter, r *http.Request) {
	game := r.PathValue("game")
	if !s.engine(game).readsGames() {
		s.nothing(w, r)
		return
	}
	s.render(w, r, templates.Lookup("paste.html"), s.pastePageOf(s.pageData(w, r, "../../"), game, s.withheld(game)))
}

// withheld reports whether a game is in play that viewers may not analyse yet: whoever sees its
// moves could paste them.
func (s *Site) withheld(game string) bool {
	for _, g := range s.games.all() {
		name, slowest := g.limits()
		if name == game && !g.Over() && (slowest == 0 || s.Delay <= slowest) {
			return true
		}
	}
	return false
}

// publishPaste writes the page of a game's box, if the game has an engine that reads games.
func (s *Site) publishPaste(dir, game string) error {
	if !s.engine(game).readsGames() {
		return nil
	}
	folder := filepath.Join(dir, "analyse", game)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for l := range langs {
		p := s.pastePageOf(s.staticPageData(Lang(l), "../../"), game, false)
		if err := writePage(filepath.Join(folder, pageName(Lang(l))), templates.Lookup("paste.html"), p); err != nil {
			return err
		}
	}
	return nil
}
