package contestpages

import (
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"time"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/termsafe"
)

// hallModes lists the views of the hall's page, besides a game by its key.
var hallModes = []string{"follow", "boards", "standings", "next", "slides", "rotate"}

// Times of the hall's page.
const (
	hallSlide = 12 * time.Second // how long a page of a rotation stays
	hallAfter = 15 * time.Second // how long the end of a game stays before the next game
)

type hallPage struct {
	contestPage
	Mode     string // game, boards, standings, next, slides, podium
	Game     *hallGame
	Boards   []hallGame
	Stage    *stageView
	Upcoming []matchView
	Slide    string
}

// Scripts reload the page.
func (p hallPage) Scripts() []string { return []string{"hall.js"} }

type hallGame struct {
	Key, Stage, Round, Ending, ToWin, Legend string
	Players                                  []live.PlayerView
	Match                                    matchView
	Ply                                      int
	Live                                     bool
	Last                                     *live.Translation // the last move; nil before the first
	Picture                                  template.HTML
}

// Nothing returns the text of a page without games.
func (p hallPage) Nothing() string {
	if len(p.Stages) > 0 && p.Stages[0].Rounds != nil {
		return "hall-none"
	}
	return "waiting"
}

// Fit returns the class of a line with these texts on the projector's page: the longer, the smaller its letters.
func (p contestPage) Fit(texts ...string) string {
	columns := 0
	for _, text := range texts {
		columns = max(columns, termsafe.Width(text))
	}
	switch {
	case columns > 36:
		return "fit-3"
	case columns > 22:
		return "fit-2"
	case columns > 13:
		return "fit-1"
	}
	return "fit-0"
}

// FitAll is [hallPage.Fit] of a match: two names stand in a line, four in two.
func (p hallPage) FitAll(names []string) string {
	if len(names) > 2 {
		return "fit-3"
	}
	return p.Fit(names...)
}

// FitNext returns the class of the list of matches that come: letters of one size, by which the longest fits.
func (p hallPage) FitNext() string {
	class := "fit-0"
	for _, m := range p.Upcoming {
		class = max(class, p.FitAll(m.Names))
	}
	return class
}

// FitRows returns the class of all names in the tables of groups: letters of one size.
func (p hallPage) FitRows(groups []groupView) string {
	class := "fit-0"
	for _, g := range groups {
		for _, row := range g.Rows {
			class = max(class, p.Fit(row.Name))
		}
	}
	return class
}

// Dense returns the class of the tables of groups on the projector's page: the more rows, the smaller they are.
func (p hallPage) Dense(groups []groupView) string {
	most, across := 0, min(len(groups), 2)
	for _, g := range groups {
		most = max(most, len(g.Rows)+1)
	}
	lines := most * ((len(groups) + 1) / 2)
	for size, limit := range []int{10, 16, 26} {
		if lines <= limit {
			return fmt.Sprintf("n%d dense-%d", across, size)
		}
	}
	return fmt.Sprintf("n%d dense-3", across)
}

// showHall answers with the page for a projector: it follows the contest, or shows what the
// director pinned.
func (s *Site) showHall(w http.ResponseWriter, r *http.Request) {
	f := s.PageData(w, r, "")
	f.Wait = 5
	s.mu.Lock()
	v, mode := s.view, s.hall
	s.mu.Unlock()
	if v == nil {
		w.Header().Set("Location", "live?big")
		w.WriteHeader(http.StatusFound)
		return
	}
	p := hallPage{contestPage: s.contestFrame(f, v)}
	s.fillHall(&p, mode, time.Now())
	s.Render(w, r, templates.Lookup("hall.html"), p)
}

// fillHall chooses what the page shows.
func (s *Site) fillHall(p *hallPage, mode string, now time.Time) {
	slides := p.contestView.Slides
	if mode == "rotate" {
		modes := []string{"follow", "standings", "next"}
		if len(p.Tables) > 1 {
			modes = append(modes, "boards")
		}
		if len(slides) > 0 {
			modes = append(modes, "slides")
		}
		mode = modes[int(now.Unix()/int64(hallSlide.Seconds()))%len(modes)]
	}
	if p.Over && (mode == "boards" || mode == "next") {
		mode = "follow" // to the podium
	}
	switch mode {
	case "boards":
		p.Mode = mode
		for _, t := range p.Tables {
			if g := s.hallGame(p, t.Key); g != nil && len(p.Boards) < 6 {
				p.Boards = append(p.Boards, *g)
			}
		}
	case "standings":
		p.Mode = mode
		if latest := p.Latest(); len(latest) > 0 {
			p.Stage = &latest[0]
		}
	case "slides":
		if p.Mode = mode; len(slides) > 0 {
			p.Slide = slides[int(now.Unix()/int64(hallSlide.Seconds()))%len(slides)]
		}
	case "next":
		p.next()
	case "", "follow":
		if p.Game = s.hallGame(p, s.hallFollows(p, now)); p.Game != nil {
			p.Mode = "game"
		} else if p.Over {
			p.Mode = "podium"
		} else {
			p.next()
		}
	default:
		if p.Game = s.hallGame(p, mode); p.Game == nil {
			s.fillHall(p, "follow", now)
			return
		}
		p.Mode = "game"
	}
}

// next shows the matches that come.
func (p *hallPage) next() {
	p.Mode, p.Upcoming = "next", p.Next[:min(len(p.Next), 8)]
}

// hallFollows returns the game that the page shows by itself: it stays with one until that has been
// over for a while, then takes one in play.
func (s *Site) hallFollows(p *hallPage, now time.Time) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.InMemory(s.hallKey); g != nil {
		switch over := g.Over(); {
		case !over:
			s.hallEnd = time.Time{}
			return s.hallKey
		case s.hallEnd.IsZero():
			s.hallEnd = now
			return s.hallKey
		case now.Sub(s.hallEnd) < hallAfter:
			return s.hallKey
		}
	}
	for _, g := range slices.Backward(s.AllInMemory()) {
		if !g.Over() && slices.ContainsFunc(p.Tables, func(t matchView) bool { return t.Key == g.Key() }) {
			s.hallKey, s.hallEnd = g.Key(), time.Time{}
			return g.Key()
		}
	}
	return ""
}

// hallGame returns a game that viewers know, nil where there is none.
func (s *Site) hallGame(p *hallPage, key string) *hallGame {
	if key == "" {
		return nil
	}
	g, err := s.Game(key)
	if err != nil {
		return nil
	}
	page, err := g.Page(p.PageData, -1, time.Now().Add(-s.Delay))
	if err != nil {
		return nil
	}
	h := &hallGame{Key: key, Players: page.Players, Ply: page.Ply, Live: page.Live, Picture: page.Picture, Ending: g.SpectatorEnding(p.Lang)}
	if n := len(page.Moves); n > 0 {
		last := page.Moves[n-1].In(p.Lang)
		h.Last = &last
	}
	if legend := "legend." + g.Game(); say.Has(legend) {
		h.Legend = p.Say(say.ByName(legend))
	}
	for _, stage := range p.Stages {
		for _, round := range stage.Rounds {
			for _, m := range round.Matches {
				if slices.ContainsFunc(m.Games, func(gv gameView) bool { return gv.Key == key }) {
					h.Stage, h.Match, h.Round = stage.Title, m, p.roundTitle(stage, round, m)
					h.ToWin = p.toWin(m)
				}
			}
		}
	}
	return h
}

func (p *hallPage) roundTitle(s stageView, r roundView, m matchView) string {
	switch {
	case m.Third:
		return p.T("third-place")
	case r.PlayOff:
		return p.T("play-off")
	case r.Left != "":
		return p.T(r.Left)
	}
	return p.T("round", r.Number)
}

func (p *hallPage) toWin(m matchView) string {
	for side, won := range m.Won {
		if !won {
			continue
		}
		text := p.T("hall-won", m.Names[side])
		if m.Rule != "" {
			text += " (" + p.MatchRule(m.Rule) + ")"
		}
		return text
	}
	if m.Needs[0] > 0 && m.Needs[1] > 0 {
		return p.T("hall-needs", m.Names[0], halves(m.Needs[0]), m.Names[1], halves(m.Needs[1]))
	}
	return ""
}

// HallModes returns the views that the director may choose for the hall's page.
func (p directorPage) HallModes() []string { return hallModes }

// HallMode returns the current view of the hall's page.
func (p directorPage) HallMode() string { return p.Shown }

// pin has the hall's page show something, by a form of the director's page.
func (d *directorServer) pin(w http.ResponseWriter, r *http.Request) {
	if !d.readForm(w, r) {
		return
	}
	if show := r.PostForm.Get("show"); slices.Contains(hallModes, show) || live.IsKey(show) {
		d.site.mu.Lock()
		d.site.hall = show
		d.site.mu.Unlock()
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
