package live

import "net/http"

// contestState is what the pages show of a contest.
type contestState struct{}

func (s *Site) publishContest() {}

func (s *Site) contestPage(http.ResponseWriter, *http.Request, frame) bool { return false }

func (s *Site) contestEvents(w http.ResponseWriter, r *http.Request) {
	s.stream(w, r, &s.contestL, 0)
}
