package live

import (
	"testing"

	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/internal/say"
)

// everyPage returns every page by its template, with each text of others the given one,
// and each switch as given.
func everyPage(text string, on bool, l say.Language) map[string]any {
	f := livetest.Filled[web.PageData](text, on)
	f.Lang = web.Lang(l)
	game := livetest.Filled[GamePage](text, on)
	game.PageData, game.Picture = f, "<svg></svg>"
	list := livetest.Filled[listPage](text, on)
	list.PageData = f
	grid := Grid{Columns: []string{text}, Rows: []string{text}, Cells: [][]say.Text{{say.Raw(text)}}}
	return map[string]any{
		"game.html": game, "list.html": list, "grid.html": gridPage{PageData: f, Grid: grid},
		"gamefile.html": gameFile{game, "unpack.js"},
	}
}

// Every page can be filled, and shows each text of others as it was written.
func TestEveryPageEscapes(t *testing.T) { livetest.RequireEscapes(t, assets, templates, everyPage) }

// FuzzPages: a text of others adds no element and no attribute to any page.
func FuzzPages(f *testing.F) { livetest.FuzzEscapes(f, templates, everyPage) }
