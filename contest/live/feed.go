package live

import (
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/loopline/loopline/contest/live/web"
)

// feedVersion changes when a key of the feed changes its meaning or goes.
const feedVersion = 1

// maxFeed limits how many lines of the feed are kept.
const maxFeed = 100_000

// FeedHeader begins a line of /feed.ndjson. AppendFeed sets all but Type and Key.
type FeedHeader struct {
	Version int    `json:"v"`
	N       int    `json:"n"` // of the line, from 1
	Time    string `json:"time"`
	Type    string `json:"type"`
	Key     string `json:"key,omitempty"` // of the game
}

// feedLine is a line about a game: docs/live.md has its keys.
type feedLine struct {
	FeedHeader

	Game    string       `json:"game,omitempty"` // game: its name in records
	Number  int          `json:"number,omitempty"`
	Games   int          `json:"games,omitempty"`
	Players []feedPlayer `json:"players,omitempty"`

	*Move              // move
	Clocks []SeatState `json:"clocks,omitempty"` // clocks

	Winner *string  `json:"winner,omitempty"` // verdict: the name of the seat; none in a draw and a void game
	Text   []string `json:"text,omitempty"`   // in English and Japanese
	Result []int    `json:"result,omitempty"` // the points of the seats
}

type feedPlayer struct {
	Name string   `json:"name"`
	Seat []string `json:"seat"` // in English and Japanese
}

// feed keeps the events of a site for its viewers, a line of JSON each.
type feed struct {
	log web.EventStream

	mu sync.Mutex
	n  int
}

// append adds a line, which begins with a header. The caller holds the lock.
func (f *feed) append(h *FeedHeader, l any, now time.Time) {
	f.n++
	h.Version, h.N, h.Time = feedVersion, f.n, now.UTC().Format(time.RFC3339Nano)
	data, err := json.Marshal(l)
	if err != nil {
		return // its types cannot fail
	}
	f.log.Keep(web.Event{Text: append(data, '\n')}, maxFeed)
}

// tell sends the viewers of a game its news. The caller holds the game's lock.
func (f *feed) tell(g *GameFeed, n *update, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !g.fed && len(g.opening.Seats) > 0 {
		g.fed = true
		l := feedLine{FeedHeader: FeedHeader{Type: "game", Key: g.key}, Game: g.opening.Game, Number: g.opening.Number, Games: g.opening.Games}
		for i := range g.opening.Seats {
			p := feedPlayer{Name: g.who(i)}
			for lang := range web.Langs {
				p.Seat = append(p.Seat, g.seatName(web.Lang(lang), i))
			}
			l.Players = append(l.Players, p)
		}
		f.append(&l.FeedHeader, &l, now)
	}
	for i := range n.Moves {
		l := feedLine{FeedHeader: FeedHeader{Type: "move", Key: g.key}, Move: &n.Moves[i]}
		f.append(&l.FeedHeader, &l, now)
	}
	if len(n.Seats) > 0 {
		l := feedLine{FeedHeader: FeedHeader{Type: "clocks", Key: g.key}, Clocks: n.Seats}
		f.append(&l.FeedHeader, &l, now)
	}
	if n.End != nil {
		l := feedLine{FeedHeader: FeedHeader{Type: "verdict", Key: g.key}, Winner: g.verdict.Winner, Text: n.End, Result: g.verdict.Scores}
		f.append(&l.FeedHeader, &l, now)
	}
}

// AppendFeed adds a line to the feed of the site, which begins with a header.
func (s *Site) AppendFeed(h *FeedHeader, line any) {
	s.feed.mu.Lock()
	defer s.feed.mu.Unlock()
	s.feed.append(h, line, time.Now())
}

// feedLines answers with the feed from a line on, and goes on with what follows unless ?once asks
// for no more. Any page may read it: it has what everybody may see.
func (s *Site) feedLines(w http.ResponseWriter, r *http.Request) {
	from, err := strconv.Atoi(r.URL.Query().Get("from"))
	if err != nil {
		from = 1
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Content-Type", "application/x-ndjson")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // for nginx
	if !r.URL.Query().Has("once") {
		s.StreamLines(w, r, &s.feed.log, from-1)
		return
	}
	events, _, _ := s.feed.log.From(from-1, 0)
	for _, e := range events {
		if _, err := w.Write(e.Text); err != nil {
			return
		}
	}
}
