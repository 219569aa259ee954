package analysis

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"

	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/internal/say"
)

// pastePage is the page on which any game can be analysed, of which somebody pastes the moves.
type pastePage struct {
	web.PageData
	Game     string
	Players  []pasteSeat
	Live     bool // a game that viewers may not analyse yet is in play
	Analysis *EngineView
	reasons  []string // formats of the engine's
}

// pasteSeat is a player of a pasted game, whose name nobody knows.
type pasteSeat struct{ Name, Seat string }

// Reasons returns the engine's reasons in the page's language by their formats, as JSON; in English it is empty.
func (p pastePage) Reasons() string {
	if p.Lang == web.English {
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
	all := p.Analysis.Scripts()
	n := len(all) - 1
	return slices.Concat([]string{"fill.js"}, all[:n], []string{"paste.js"}, all[n:])
}

// Styles returns the style sheets of an analysis.
func (p pastePage) Styles() []string { return Styles }

// Compiles reports whether the page has an engine.
func (p pastePage) Compiles() bool { return p.Analysis.Text != "" }

// CloseText returns the text of the button that ends the analysis.
func (p pastePage) CloseText() string { return p.T("paste-another") }

// pastePageOf makes the page of a game's box; live tells whether a game is in play.
func (a *Pages) pastePageOf(f web.PageData, game string, live bool) pastePage {
	f.Title = f.T("paste")
	p := pastePage{PageData: f, Game: game, Live: live, Analysis: a.ViewOf(game, false, f)}
	p.reasons = a.engine(game).Reasons
	for _, name := range a.engine(game).Seats {
		p.Players = append(p.Players, pasteSeat{Seat: f.Show(name, web.MaxName)})
	}
	return p
}

// showPaste answers with the page of a game's box.
func (a *Pages) showPaste(w http.ResponseWriter, r *http.Request) {
	game := r.PathValue("game")
	if !a.engine(game).readsGames() {
		a.pages.Nothing(w, r)
		return
	}
	a.pages.Render(w, r, templates.Lookup("paste.html"), a.pastePageOf(a.pages.PageData(w, r, "../../"), game, a.withheld(game)))
}

// publishPaste writes the page of a game's box, if the game has an engine that reads games.
func (a *Pages) publishPaste(dir, game string) error {
	if !a.engine(game).readsGames() {
		return nil
	}
	page := func(f web.PageData) any { return a.pastePageOf(f, game, false) }
	return a.publishPages(filepath.Join(dir, "analyse", game), templates.Lookup("paste.html"), page)
}
