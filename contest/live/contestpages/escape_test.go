package contestpages

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
	work := farmPage{PageData: f, FarmStatus: livetest.Filled[FarmStatus](text, on), Version: text}
	work.Jobs = 100
	contest := contestPage{PageData: f, contestView: new(livetest.Filled[contestView](text, on)), Hide: !on, Version: text}
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
	overlay := overlayPage{hallPage: hall, Part: map[bool]string{true: "lower-third", false: "clocks"}[on]}
	return map[string]any{
		"contest.html": contest, "director.html": director, "hall.html": hall, "ceremony.html": ceremonyPage{contest, on}, "farm.html": work,
		"enter.html": enterPage{f, on}, "overlay.html": overlay,
	}
}

// Every page can be filled, and shows each text of others as it was written.
func TestEveryPageEscapes(t *testing.T) { livetest.RequireEscapes(t, assets, templates, everyPage) }

// FuzzPages: a text of others adds no element and no attribute to any page.
func FuzzPages(f *testing.F) { livetest.FuzzEscapes(f, templates, everyPage) }
