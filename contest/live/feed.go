package live

import (
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// feedVersion changes when a key of the feed changes its meaning or goes.
const feedVersion = 1

// maxFeed limits how many lines of the feed are kept.
const maxFeed = 100_000

// feedLine is a line of /feed.ndjson: docs/live.md has its keys.
type feedLine struct {
	Version int    `json:"v"`
	N       int    `json:"n"` // of the line, from 1
	Time    string `json:"time"`
	Type    string `json:"type"`
	Key     string `json:"key,omitempty"` // of the game

	Game    string       `json:"game,omitempty"` // game: its name in records
	Number  int          `json:"number,omitempty"`
	Games   int          `json:"games,omitempty"`
	Players []feedPlayer `json:"players,omitempty"`

	*move              // move
	Clocks []seatState `json:"clocks,omitempty"` // clocks

	Winner *string  `json:"winner,omitempty"` // verdict: the name of the seat; none in a draw and a void game
	Text   []string `json:"text,omitempty"`   // in English and Japanese
	Result []int    `json:"result,omitempty"` // the points of the seats

	Stage  string      `json:"stage,omitempty"` // standings
	Groups []feedGroup `json:"groups,omitempty"`
}

type feedPlayer struct {
	Name string   `json:"name"`
	Seat []string `json:"seat"` // in English and Japanese
}

type feedGroup struct {
	Name string    `json:"name,omitempty"`
	Rows []feedRow `json:"rows"`
}

type feedRow struct {
	Rank   int     `json:"rank"`
	Name   string  `json:"name"`
	Points float64 `json:"points"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
}

// feed keeps the events of a site for its viewers, a line of JSON each.
type feed struct {
	log EventStream

	mu        sync.Mutex
	n         int
	standings string // that were told last
}

// append adds a line. The caller holds the lock.
func (f *feed) append(l feedLine, now time.Time) {
	f.n++
	l.Version, l.N, l.Time = feedVersion, f.n, now.UTC().Format(time.RFC3339Nano)
	data, err := json.Marshal(l)
	if err != nil {
		return // its types cannot fail
	}
	f.log.keep(Event{text: append(data, '\n')}, maxFeed)
}

// tell sends the viewers of a game its news. The caller holds the game's lock.
func (f *feed) tell(g *GameFeed, n *update, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !g.fed && len(g.opening.Seats) > 0 {
		g.fed = true
		l := feedLine{Type: "game", Key: g.key, Game: g.opening.Game, Number: g.opening.Number, Games: g.opening.Games}
		for i := range g.opening.Seats {
			p := feedPlayer{Name: g.who(i)}
			for lang := range langs {
				p.Seat = append(p.Seat, g.seatName(Lang(lang), i))
			}
			l.Players = append(l.Players, p)
		}
		f.append(l, now)
	}
	for i := range n.Moves {
		f.append(feedLine{Type: "move", Key: g.key, move: &n.Moves[i]}, now)
	}
	if len(n.Seats) > 0 {
		f.append(feedLine{Type: "clocks", Key: g.key, Clocks: n.Seats}, now)
	}
	if n.End != nil {
		f.append(feedLine{Type: "verdict", Key: g.key, Winner: g.verdict.Winner, Text: n.End, Result: g.verdict.Scores}, now)
	}
}

// tellContest tells the standings of a contest's latest stage, unless they were told.
func (f *feed) tellContest(v *contestView, now time.Time) {
	latest := contestPage{contestView: v}.Latest()
	if len(latest) == 0 || latest[0].Secret {
		return
	}
	l := feedLine{Type: "standings", Stage: latest[0].Title}
	for _, g := range latest[0].Groups {
		group := feedGroup{Name: g.Name, Rows: []feedRow{}}
		for _, r := range g.Rows {
			group.Rows = append(group.Rows, feedRow{r.Rank, r.Name, r.Points, r.Wins, r.Draws, r.Losses})
		}
		l.Groups = append(l.Groups, group)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	data, err := json.Marshal(l.Groups)
	if err != nil || f.standings == l.Stage+string(data) {
		return
	}
	f.standings = l.Stage + string(data)
	f.append(l, now)
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
		s.streamLines(w, r, &s.feed.log, from-1)
		return
	}
	events, _, _ := s.feed.log.From(from-1, 0)
	for _, e := range events {
		if _, err := w.Write(e.text); err != nil {
			return
		}
	}
}
