package live

import (
	"net/http"

	"github.com/loopline/loopline/host/tournament"
)

// maxPlaces bounds how many places of a group a ceremony reveals.
const maxPlaces = 16

// ceremonyPage reveals the places of a contest that is over, from the last to the first.
type ceremonyPage struct{ contestPage }

// Scripts reveal the places.
func (p ceremonyPage) Scripts() []string { return []string{"ceremony.js"} }

func (s *Site) showCeremony(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	v := s.contest
	s.mu.Unlock()
	if v == nil {
		s.nothing(w, r)
		return
	}
	s.render(w, r, "ceremony.html", ceremonyPage{s.contestFrame(s.pageData(w, r, ""), v)})
}

// places returns the places of the last stage, as pages show them.
func places(d *tournament.Tournament, most int) (best []podiumView) {
	rows, several := d.Places(most)
	for _, p := range rows {
		e := d.Entrants[p.Index]
		v := podiumView{Rank: p.Rank, Name: shown(e.Name, maxName), Team: shown(e.Team, maxName), Note: shown(e.Note, maxWords)}
		if several {
			v.Group = groupName(p.Group - 1)
		}
		best = append(best, v)
	}
	return best
}
