package contestpages

import (
	"net/http"
	"slices"
	"time"
)

// overlayParts are the parts of the pages that a stream shows over its picture.
var overlayParts = []string{"board", "clocks", "standings", "lower-third"}

// overlayPage is a part of the pages on a transparent ground.
type overlayPage struct {
	hallPage
	Part  string
	Clear bool // the board without its ground
}

// Scripts load the page again, and size it.
func (p overlayPage) Scripts() []string { return []string{"hall.js", "overlay.js"} }

// Styles returns the page's style sheets.
func (p overlayPage) Styles() []string { return []string{"overlay.css"} }

// showOverlay answers with a part: of the game that the query names, that the hall shows, or that
// began last.
func (s *Site) showOverlay(w http.ResponseWriter, r *http.Request) {
	p := overlayPage{Part: r.PathValue("part"), Clear: r.URL.Query().Has("clear")}
	if !slices.Contains(overlayParts, p.Part) {
		s.Nothing(w, r)
		return
	}
	f := s.PageData(w, r, "../")
	v := s.shownContest()
	p.hallPage.contestPage = contestPage{PageData: f, contestView: v}
	if v != nil {
		p.contestPage = s.contestFrame(f, v)
	} else {
		p.contestView = &contestView{}
	}
	if p.Part == "standings" {
		if latest := p.Latest(); len(latest) > 0 {
			p.Stage = &latest[0]
		}
	} else {
		p.Game = s.hallGame(&p.hallPage, s.overlayGame(&p, r.URL.Query().Get("game")))
	}
	s.Render(w, r, templates.Lookup("overlay.html"), p)
}

func (s *Site) overlayGame(p *overlayPage, wanted string) string {
	if wanted != "" {
		return wanted
	}
	if key := s.hallFollows(&p.hallPage, time.Now()); key != "" {
		return key
	}
	if g := s.Newest(); g != nil {
		return g.Key()
	}
	return ""
}
