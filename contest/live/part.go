package live

import (
	"net/http"

	"github.com/loopline/loopline/contest/live/web"
)

// Part has pages of a site that show more than its games, such as those of a contest. It is safe for concurrent use.
type Part interface {
	// Routes adds the pages.
	Routes(mux *http.ServeMux)

	// Home answers with the first page of the site, or returns false where the part has none yet.
	Home(w http.ResponseWriter, r *http.Request, f web.PageData) bool

	// PublishHome writes that page, and what belongs to it, into a folder, or returns false where the part has none.
	PublishHome(dir string, f web.PageData) (written bool, err error)

	// Learnt is called after viewers have learnt something, at most once a second.
	Learnt()

	// Keys returns the keys of games that viewers may see in records.
	Keys() []string

	// Recorded returns the record of such a game by the key, and the game's identity there.
	Recorded(key string) (path, id string, ok bool)

	// End ends the streams of the pages: the site is closed.
	End()
}

// Attach gives the site a part, before it is served.
func (s *Site) Attach(p Part) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.parts = append(s.parts, p)
}

func (s *Site) attached() []Part {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.parts
}
