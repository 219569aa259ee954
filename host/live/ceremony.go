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

// showCeremony answers with the page of the ceremony.
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

// places are the places of the last stage, up to the number most in each of its groups, the first
// on top.
func places(d *tournament.Tournament, most int) (best []podiumView) {
	last := d.Stages[len(d.Stages)-1]
	for group := range last.Groups {
		for _, row := range d.Standings(last, group) {
			if row.Rank > most || row.Withdrawn {
				continue
			}
			e := d.Entrants[row.Index]
			p := podiumView{Rank: row.Rank, Name: shown(e.Name, maxName), Team: shown(e.Team, maxName), Note: shown(e.Note, maxWords)}
			if len(last.Groups) > 1 {
				p.Group = groupName(group)
			}
			best = append(best, p)
		}
	}
	return best
}
