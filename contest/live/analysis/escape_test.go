package analysis

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
	openings := livetest.Filled[openingsPage](text, on)
	openings.PageData = f
	paste := livetest.Filled[pastePage](text, on)
	paste.PageData = f
	return map[string]any{"openings.html": openings, "paste.html": paste}
}

// Every page can be filled, and shows each text of others as it was written.
func TestEveryPageEscapes(t *testing.T) { livetest.RequireEscapes(t, Files, templates, everyPage) }

// FuzzPages: a text of others adds no element and no attribute to any page.
func FuzzPages(f *testing.F) { livetest.FuzzEscapes(f, templates, everyPage) }
