package live

import (
	"errors"
	"net/http"
	"strconv"
	"sync"

	"github.com/loopline/loopline/contest/live/web"
)

// maxCards limits how many drawn cards are kept.
const maxCards = 64

// cards draws pictures of positions as PNG, one at a time, and keeps the last: programs that
// show previews of links ask for the same ones.
type cards struct {
	mu   sync.Mutex
	kept map[string][]byte
}

var errNoCards = errors.New("this site draws no images")

func (c *cards) of(g *GameFeed, ply int, draw func(svg []byte) ([]byte, error)) ([]byte, error) {
	if draw == nil {
		return nil, errNoCards
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	key := web.EventID(g.key, ply)
	if image, ok := c.kept[key]; ok {
		return image, nil
	}
	text, err := g.Picture(ply)
	if err != nil {
		return nil, err
	}
	image, err := draw([]byte(text))
	if err != nil {
		return nil, err
	}
	if c.kept == nil || len(c.kept) >= maxCards {
		c.kept = map[string][]byte{}
	}
	c.kept[key] = image
	return image, nil
}

// card answers with the image of a position of a game: the last, or that of the query.
func (s *Site) card(w http.ResponseWriter, r *http.Request, g *GameFeed) {
	told := g.Info().Moves
	ply, err := strconv.Atoi(r.URL.Query().Get("ply"))
	if err != nil || ply < 0 || ply > told {
		ply = told
	}
	image, err := s.cards.of(g, ply, s.DrawImage)
	if err != nil {
		s.Nothing(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	web.Send(w, r, image, "no-cache")
}

// newestCard is the card of the game that began last.
func (s *Site) newestCard(w http.ResponseWriter, r *http.Request) {
	g := s.games.newest()
	if g == nil {
		s.Nothing(w, r)
		return
	}
	s.card(w, r, g)
}

// cardURL returns the whole address of a card beside the page of a request: previews need it.
func (s *Site) cardURL(r *http.Request, query string) string {
	if s.DrawImage == nil {
		return ""
	}
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	return scheme + "://" + r.Host + r.URL.Path + "card.png" + query
}
