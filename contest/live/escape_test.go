package live

import (
	"testing"

	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/internal/say"
)

// everyPage is every page by its template, with each text of others the given one,
// and each switch the given one.
func everyPage(text string, on bool, l say.Language) map[string]any {
	f := livetest.Filled[pageData](text, on)
	f.Lang = Lang(l)
	work := farmPage{pageData: f, FarmStatus: livetest.Filled[FarmStatus](text, on), Version: text}
	work.Jobs = 100
	contest := contestPage{pageData: f, contestView: new(livetest.Filled[contestView](text, on)), Hide: !on, Version: text}
	for _, s := range contest.Stages {
		for i := range s.Rounds {
			s.Rounds[i].Left = "left-2" // a message of ours
		}
	}
	director := livetest.Filled[directorPage](text, on)
	director.contestPage = contest
	hall := livetest.Filled[hallPage](text, on)
	hall.contestPage, hall.Mode = contest, map[bool]string{true: "game", false: "boards"}[on]
	hall.Game.Picture = "<svg></svg>"
	for i := range hall.Boards {
		hall.Boards[i].Picture = "<svg></svg>"
	}
	game := livetest.Filled[gamePage](text, on)
	game.pageData, game.Picture = f, "<svg></svg>"
	list := livetest.Filled[listPage](text, on)
	list.pageData = f
	openings := livetest.Filled[openingsPage](text, on)
	openings.pageData = f
	paste := livetest.Filled[pastePage](text, on)
	paste.pageData = f
	return map[string]any{
		"game.html": game, "contest.html": contest, "director.html": director, "hall.html": hall, "ceremony.html": ceremonyPage{contest, on}, "farm.html": work, "list.html": list,
		"enter.html": enterPage{f, on}, "nothing.html": f, "seat.html": seatPage{f, on, on}, "overlay.html": overlayPage{hallPage: hall, Part: map[bool]string{true: "lower-third", false: "clocks"}[on]}, "grid.html": gridPage{pageData: f, Grid: Grid{Columns: []string{text}, Rows: []string{text}, Cells: [][]say.Text{{say.Raw(text)}}}}, "stand.html": standPage{pageData: f, URL: text, QR: text, Side: 1},
		"gamefile.html": gameFile{game, "unpack.js"}, "paste.html": paste, "openings.html": openings,
		"desk.html": deskOf(f, text, on),
	}
}

// deskOf is the page of the desk.
func deskOf(f pageData, text string, on bool) deskPage {
	p := livetest.Filled[deskPage](text, on)
	p.pageData = f
	return p
}

// Every page can be filled, with every switch on and off, in both languages; whatever
// others have written is read there as it was written, adds no element and no
// attribute, and is no address that runs.
func TestEveryPageEscapes(t *testing.T) { livetest.RequireEscapes(t, assets, templates, everyPage) }

// FuzzPages: a text of others adds no element and no attribute to any page.
func FuzzPages(f *testing.F) { livetest.FuzzEscapes(f, templates, everyPage) }
