package analysis

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/internal/say"
)

// Openings are the first moves of many games.
type Openings struct {
	Seats          []say.Text // names of the seats, of which the first moves first
	Games, Decided int        // the second of them by the rules
	First          []FirstMove
	Moves          []OpeningMove // those of most games
}

// FirstMove is a first move, as the game's engine reads it.
type FirstMove struct {
	Move                string
	Games, Wins, Losses int
}

// OpeningMove leads from one position to another. Keys are those of the game's engine.
type OpeningMove struct {
	From, To            uint64
	Games, Wins, Losses int // of the side that plays it
}

// script is the openings as a page loads them: {games, decided, moves}, of which moves has for the key of
// each position a list of [key after the move, games, wins, losses].
func (o *Openings) script() []byte {
	moves := map[string][][]any{}
	for _, m := range o.Moves {
		from := strconv.FormatUint(m.From, 16)
		moves[from] = append(moves[from], []any{strconv.FormatUint(m.To, 16), m.Games, m.Wins, m.Losses})
	}
	text, err := json.Marshal(map[string]any{"games": o.Games, "decided": o.Decided, "moves": moves})
	if err != nil {
		panic("live: " + err.Error()) // its types cannot fail
	}
	return slices.Concat([]byte("self.looplineOpenings = "), text, []byte(";\n"))
}

// openings returns the openings of a game by the name of its record, nil where it has none.
func (a *Pages) openings(game string) *Openings {
	if a.NewOpenings == nil || a.engine(game) == nil {
		return nil
	}
	if all := a.NewOpenings(game); all != nil && len(all.Moves) > 0 {
		return all
	}
	return nil
}

// openingsPage is the page of a game's openings.
type openingsPage struct {
	web.PageData
	Game           string
	Seats          []string
	Games, Decided int
	First          []FirstMove
	Analysis       *EngineView
}

// Scripts returns the scripts of a board and of the openings.
func (p openingsPage) Scripts() []string {
	return []string{"fill.js", "choice.js", "board.js", "engine.js", "variants.js", "openings.js", "openingspage.js"}
}

// DataScript is the address of the openings.
func (p openingsPage) DataScript() string { return p.Root + "static/openings/" + p.Game + ".js" }

// Styles returns the style sheets of an analysis.
func (p openingsPage) Styles() []string { return Styles }

// Compiles reports whether the page has an engine.
func (p openingsPage) Compiles() bool { return p.Analysis.Text != "" }

// openingsPageOf makes the page of a game's openings.
func (a *Pages) openingsPageOf(f web.PageData, game string, all *Openings) openingsPage {
	f.Title = f.T("openings")
	p := openingsPage{PageData: f, Game: game, Games: all.Games, Decided: all.Decided, First: all.First, Analysis: a.engineAt(game, f)}
	for _, name := range all.Seats {
		p.Seats = append(p.Seats, f.Show(name, web.MaxName))
	}
	return p
}

// showOpenings answers with the page of a game's openings.
func (a *Pages) showOpenings(w http.ResponseWriter, r *http.Request) {
	game := r.PathValue("game")
	all := a.openings(game)
	if all == nil {
		a.pages.Nothing(w, r)
		return
	}
	a.pages.Render(w, r, templates.Lookup("openings.html"), a.openingsPageOf(a.pages.PageData(w, r, "../../"), game, all))
}

// openingsData answers with the openings of a game.
func (a *Pages) openingsData(w http.ResponseWriter, r *http.Request) {
	all := a.openings(strings.TrimSuffix(r.PathValue("name"), ".js"))
	if all == nil {
		a.pages.Nothing(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	web.Send(w, r, all.script(), "no-cache")
}

// publishOpenings writes the page of a game's openings, if it has any.
func (a *Pages) publishOpenings(dir, game string) error {
	all := a.openings(game)
	if all == nil {
		return nil
	}
	page := func(f web.PageData) any { return a.openingsPageOf(f, game, all) }
	if err := a.publishPages(filepath.Join(dir, "openings", game), templates.Lookup("openings.html"), page); err != nil {
		return err
	}
	scripts := filepath.Join(dir, "static", "openings")
	if err := os.MkdirAll(scripts, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(scripts, game+".js"), all.script(), 0o644)
}
