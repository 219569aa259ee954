package live

import (
	"fmt"
	"html/template"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/contest/live/web"
)

type listPage struct {
	web.PageData
	Live, Over    []Info
	Earlier, Next string
}

// GamePage is a game after the given number of moves.
type GamePage struct {
	web.PageData
	Key        string
	Players    []PlayerView
	Ply        int // shown
	Plies      int
	Live       bool          // more may follow
	Picture    template.HTML // "" when it is fetched as a file
	Moves      []Move
	Earlier    bool // there are moves before those of the list, or after
	Later      bool
	Ending     string
	Cut        bool
	Behind     bool
	Record     bool // can be downloaded
	Graph      []bar
	Evals      []bar  // of the evaluator
	Evaluator  string // its name; "" for none
	Evaluating bool   // more of its values may follow
	Hide       bool
	Table      bool   // the position is there as text
	Position   string // of the game in its match
	Analysis   *analysis.EngineView
}

// Scripts follow the game and step through it, and analyse it.
func (p GamePage) Scripts() []string {
	all := []string{"fill.js", "lines.js", "picture.js", "game.js", "copy.js"}
	if p.Analysis != nil {
		all = append(all, p.Analysis.Scripts()...)
	}
	return all
}

// Compiles reports whether the page has an engine.
func (p GamePage) Compiles() bool { return p.Analysis != nil && p.Analysis.Text != "" }

// Styles returns the style sheets of the analysis, if the page has one.
func (p GamePage) Styles() []string {
	if p.Analysis == nil {
		return nil
	}
	return analysis.Styles
}

// CloseText returns the text of the button that ends the analysis.
func (p GamePage) CloseText() string { return p.T("analyse-close") }

// Before returns the ply before the one that is shown.
func (p GamePage) Before() int { return max(0, p.Ply-1) }

// LastListed returns the last ply of the list.
func (p GamePage) LastListed() int { return p.Moves[len(p.Moves)-1].Ply }

// PlayerView is a player as pages show it.
type PlayerView struct {
	Name, Seat string
	SeatState
	class    string
	HasScore bool
	Points   int
}

// colored are the names of seats that are colours, and are shown in them.
var colored = []string{"white", "red", "black", "blue", "green", "yellow"}

// seatClass returns the class of what belongs to a seat: its colour.
func seatClass(seat int, name string) string {
	if slices.Contains(colored, name) {
		return "c-" + name
	}
	return "s" + strconv.Itoa(seat%4)
}

// Class returns the class of what belongs to the player.
func (p PlayerView) Class() string { return p.class }

// Class returns the class of what belongs to a seat.
func (p GamePage) Class(seat int) string {
	if seat < 0 || seat >= len(p.Players) {
		return "all"
	}
	return p.Players[seat].class
}

// IsRunning reports whether the clock runs.
func (p PlayerView) IsRunning() bool { return p.Running >= 0 }

// Limits of the first page, which is to be small.
const (
	listedMoves = 200
	maxInline   = 120 << 10 // of a picture in the page; a larger one is fetched
)

// Page returns the page of the game. A ply below 0 means the last.
func (g *GameFeed) Page(f web.PageData, ply int, now time.Time) (GamePage, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	p := GamePage{
		PageData: f, Key: g.key, Ply: ply, Plies: g.told, Live: g.verdict == nil && !g.past,
		Cut: g.past && g.verdict == nil, Behind: g.lost, Graph: g.bars(),
		Evals: g.evalBars(), Evaluating: g.evaluating != nil,
	}
	if ply < 0 || ply > g.told {
		p.Ply = g.told
	}
	text, err := g.drawn(p.Ply)
	if err != nil && g.opening.Seats != nil && p.Plies > 0 {
		return p, err
	}
	if len(text) <= maxInline {
		p.Picture = template.HTML(text) // drawn by us, with every text of others escaped
	}
	first := max(0, min(p.Ply-listedMoves/2, g.told-listedMoves))
	last := min(g.told, first+listedMoves)
	p.Moves, p.Earlier, p.Later = append([]Move{}, g.moves[first:last]...), first > 0, last < g.told
	if g.verdict != nil {
		p.Ending = g.ending(f.Lang)
	}
	scores := g.scoresAt(p.Ply)
	for i, s := range g.seatStates(now) {
		if s.Score = nil; i < len(scores) {
			s.Score = &scores[i]
		}
		v := PlayerView{Name: g.who(i), Seat: g.seatName(f.Lang, i), SeatState: s}
		v.class = seatClass(i, g.opening.Seats[i].Name)
		if s.Score != nil {
			v.HasScore, v.Points = true, *s.Score
		}
		p.Players = append(p.Players, v)
	}
	if g.opening.Games > 1 {
		p.Position = f.T("of-game", g.opening.Number, g.opening.Games)
	}
	p.Title = g.title()
	_, p.Table = g.view.(GridView)
	return p, nil
}

func (g *GameFeed) title() string {
	var names []string
	for i := range g.opening.Seats {
		names = append(names, g.who(i))
	}
	return titleOf(names)
}

func titleOf(names []string) string { return strings.Join(names, " – ") }

// bar is a column of the graph of times: in units of 1/1000 of its size.
type bar struct {
	X, Width, Height, Y int
	Seat                int
}

// maxBars limits how many columns a graph has; of more moves each shows the slowest.
const maxBars = 240

// bars returns the graph of the times, by the longest of them. The caller holds the
// lock.
func (g *GameFeed) bars() []bar {
	n := g.told
	if n == 0 {
		return nil
	}
	columns := min(n, maxBars)
	slowest := make([]Move, columns)
	var top int64 = 1
	for i, m := range g.moves[:n] {
		c := i * columns / n
		if m.Used >= slowest[c].Used {
			slowest[c] = m
		}
		top = max(top, m.Used)
	}
	bars := make([]bar, columns)
	for c, m := range slowest {
		from, to := c*1000/columns, (c+1)*1000/columns
		height := max(1, int(m.Used*100/top))
		bars[c] = bar{X: from, Width: max(1, to-from), Height: height, Y: 100 - height, Seat: m.Seat}
	}
	return bars
}

// Handler serves the pages.
func (s *Site) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("GET /live", s.follow)
	mux.HandleFunc("GET /feed.ndjson", s.feedLines)
	mux.HandleFunc("GET /static/{name}", s.Asset)
	s.analysis.Routes(mux)
	for _, part := range s.attached() {
		part.Routes(mux)
	}
	mux.HandleFunc("GET /game/{key}/{$}", s.gameHandler(s.gamePage))
	mux.HandleFunc("GET /game/{key}/events", s.gameHandler(func(w http.ResponseWriter, r *http.Request, g *GameFeed) {
		s.Stream(w, r, &g.log, g.placeOf(r))
	}))
	mux.HandleFunc("GET /game/{key}/steps.json", s.gameHandler(s.gameSteps))
	mux.HandleFunc("GET /game/{key}/moves.json", s.gameHandler(func(w http.ResponseWriter, r *http.Request, g *GameFeed) {
		s.Json(w, r, g.MovesFrom(0, 1<<30))
	}))
	mux.HandleFunc("GET /game/{key}/worths.json", s.gameHandler(func(w http.ResponseWriter, r *http.Request, g *GameFeed) {
		s.Json(w, r, g.knownEvals())
	}))
	mux.HandleFunc("GET /game/{key}/start.json", s.gameHandler(func(w http.ResponseWriter, r *http.Request, g *GameFeed) {
		s.Json(w, r, g.start())
	}))
	mux.HandleFunc("GET /game/{key}/board.svg", s.ShowPicture)
	mux.HandleFunc("GET /game/{key}/table", s.gameHandler(s.gameGrid))
	mux.HandleFunc("GET /game/{key}/card.png", s.gameHandler(s.card))
	mux.HandleFunc("GET /card.png", s.newestCard)
	mux.HandleFunc("GET /game/{key}/record.jsonl", s.record)
	mux.HandleFunc("/", s.Nothing)
	return s.Guard.Handler(mux)
}

// home is the first page of a part, or the list of the games.
func (s *Site) home(w http.ResponseWriter, r *http.Request) {
	f := s.PageData(w, r, "")
	if s.games.newest() != nil {
		f.Card = s.cardURL(r, "")
	}
	for _, part := range s.attached() {
		if part.Home(w, r, f) {
			return
		}
	}
	live, over := s.infos()
	const perPage = 100
	from, _ := strconv.Atoi(r.URL.Query().Get("from"))
	from = min(max(from, 0), len(over))
	p := listPage{PageData: f, Live: live, Over: over[from:min(len(over), from+perPage)]}
	if from > 0 {
		p.Earlier = "?from=" + strconv.Itoa(max(0, from-perPage))
	}
	if from+perPage < len(over) {
		p.Next = "?from=" + strconv.Itoa(from+perPage)
	}
	if p.Live != nil {
		p.Wait = 10
	}
	s.Render(w, r, templates.Lookup("list.html"), p)
}

// infos returns the games in play, newest first, and those that are over, in order.
func (s *Site) infos() (live, over []Info) {
	over = s.Records.list()
	for _, g := range s.games.all() {
		if i := g.Info(); i.Endings == nil {
			live = append([]Info{i}, live...)
		} else {
			over = append(over, i)
		}
	}
	return live, over
}

// follow leads to the game that began last.
func (s *Site) follow(w http.ResponseWriter, r *http.Request) {
	to := "./"
	if g := s.games.newest(); g != nil {
		to = "game/" + g.key + "/"
	}
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header().Set("Location", to)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusFound)
}

// gameHandler finds the game that a request is about.
func (s *Site) gameHandler(answer func(http.ResponseWriter, *http.Request, *GameFeed)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		g, err := s.Game(r.PathValue("key"))
		if err != nil {
			s.Nothing(w, r)
			return
		}
		answer(w, r, g)
	}
}

func (s *Site) gamePage(w http.ResponseWriter, r *http.Request, g *GameFeed) {
	ply, err := strconv.Atoi(r.URL.Query().Get("ply"))
	if err != nil {
		ply = -1
	}
	f := s.PageData(w, r, "../../")
	hidden := r.URL.Query().Has("hide")
	if query := ""; !hidden {
		if ply >= 0 {
			query = "?ply=" + strconv.Itoa(ply)
		}
		f.Card = s.cardURL(r, query)
	}
	if hidden {
		if f.Query = "?hide"; ply < 0 && g.Over() {
			ply = 0
		}
	}
	p, err := g.Page(f, ply, time.Now().Add(-s.Delay))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	p.Record = !p.Live && (s.recorded(g.key) || s.Record != "" && g.Over())
	if p.Hide = r.URL.Query().Has("hide"); !p.Hide && len(p.Players) == 2 {
		p.Evaluator = web.Shown(s.analysis.Evaluator, web.MaxName)
	}
	if p.Live && ply < 0 {
		p.Wait = 5
	}
	game, late := s.seenLate(g)
	p.Analysis = s.analysis.ViewOf(game, late, f)
	s.Render(w, r, templates.Lookup("game.html"), p)
}

func (s *Site) gameSteps(w http.ResponseWriter, r *http.Request, g *GameFeed) {
	from, _ := strconv.Atoi(r.URL.Query().Get("from"))
	steps, err := g.stepsFrom(from, maxSteps, true)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	s.Json(w, r, steps)
}

// ShowPicture answers with the picture of a position of a game: the last, or that of the query.
func (s *Site) ShowPicture(w http.ResponseWriter, r *http.Request) {
	s.gameHandler(s.gamePicture)(w, r)
}

func (s *Site) gamePicture(w http.ResponseWriter, r *http.Request, g *GameFeed) {
	ply, err := strconv.Atoi(r.URL.Query().Get("ply"))
	if err != nil {
		ply = 1 << 30
	}
	text, err := g.Picture(ply)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml; charset=utf-8")
	if r.URL.Query().Has("save") {
		w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.svg"`, g.key))
	}
	web.Send(w, r, []byte(text), "no-cache")
}

// findRecord makes known where the record of a game is that was watched and is over.
func (s *Site) findRecord(key string) {
	g := s.games.get(key)
	if s.Record != "" && g != nil && g.Over() && !s.Records.has(key) {
		s.Records.put(key, s.Record, g.id())
	}
}

func (s *Site) record(w http.ResponseWriter, r *http.Request) {
	key := r.PathValue("key")
	s.findRecord(key)
	if !s.recorded(key) {
		s.Nothing(w, r)
		return
	}
	f, part, err := s.Records.open(key)
	if err != nil {
		http.Error(w, web.LangOf(r).T("unread"), http.StatusInternalServerError)
		return
	}
	defer f.Close()
	w.Header().Set("Content-Type", "application/jsonl")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.jsonl"`, key))
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Minute))
	_, _ = io.Copy(w, part) // who does not read it has gone
}
