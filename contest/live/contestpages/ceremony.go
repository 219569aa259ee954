package contestpages

import (
	"net/http"

	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
)

// maxPlaces bounds how many places of a group a ceremony reveals.
const maxPlaces = 16

// ceremonyPage reveals the places of a contest that is over, from the last to the first.
type ceremonyPage struct {
	contestPage
	Shown bool // it may reveal them
}

// Scripts reveal the places.
func (p ceremonyPage) Scripts() []string { return []string{"ceremony.js"} }

func (s *Site) showCeremony(w http.ResponseWriter, r *http.Request) {
	v := s.shownContest()
	if v == nil {
		s.Nothing(w, r)
		return
	}
	s.Render(w, r, templates.Lookup("ceremony.html"), ceremonyPage{s.contestFrame(s.PageData(w, r, ""), v), !v.Secret})
}

// ceremony answers with the page that reveals the places, which only the director sees while they are secret.
func (d *directorServer) ceremony(w http.ResponseWriter, r *http.Request) {
	v := d.site.shownContest()
	if v == nil {
		d.site.Nothing(w, r)
		return
	}
	d.site.Render(w, r, templates.Lookup("ceremony.html"), ceremonyPage{d.site.contestFrame(d.site.PageData(w, r, ""), v), true})
}

// podium reveals the places, or keeps them secret again, by a form of the director's page.
func (d *directorServer) podium(w http.ResponseWriter, r *http.Request) {
	if !d.readForm(w, r) {
		return
	}
	dir := d.site.folder()
	if err := tournament.KeepPodium(dir, r.PostForm.Get("secret") == "1"); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// places returns the places of the last stage, as pages show them.
func places(d *tournament.Tournament, most int) (best []podiumView) {
	rows, several := standing.Places(d, most)
	for _, p := range rows {
		e := d.Entrants[p.Index]
		v := podiumView{Rank: p.Rank, Name: web.Shown(e.Name, web.MaxName), Team: web.Shown(e.Team, web.MaxName), Note: web.Shown(e.Note, web.MaxWords)}
		if several {
			v.Group = groupName(p.Group - 1)
		}
		best = append(best, v)
	}
	return best
}

// CeremonyPage returns the file of the ceremony's page in a published contest.
func CeremonyPage(l web.Lang) string { return [...]string{"ceremony.html", "ceremony.ja.html"}[l] }
