package live

import (
	"net/http"
	"strconv"

	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/internal/say"
)

// Grid is a position as text, for people who see no picture.
type Grid struct {
	Columns, Rows []string     // their names
	Cells         [][]say.Text // of each row; zero is an empty cell
}

// GridView is a View that has positions as text.
type GridView interface {
	// Grid is the position after the given number of moves, 0 to Moves().
	Grid(moves int) Grid
}

type gridPage struct {
	web.PageData
	Grid
	Ply, Plies int
}

// Before returns the ply before the one that is shown.
func (p gridPage) Before() int { return max(0, p.Ply-1) }

// Words returns a cell's.
func (p gridPage) Words(t say.Text) string { return p.Show(t, web.MaxWords) }

// grid returns the position after the given number of moves; false where the game has none.
func (g *GameFeed) grid(ply int) (p gridPage, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	v, ok := g.view.(GridView)
	if !ok || len(g.opening.Seats) == 0 {
		return p, false
	}
	p.Plies = g.told
	if p.Ply = ply; ply < 0 || ply > g.told {
		p.Ply = g.told
	}
	p.Grid, p.Title = v.Grid(p.Ply), g.title()
	return p, true
}

// gameGrid answers with the table of a position, as a page of its own.
func (s *Site) gameGrid(w http.ResponseWriter, r *http.Request, g *GameFeed) {
	ply, err := strconv.Atoi(r.URL.Query().Get("ply"))
	if err != nil {
		ply = -1
	}
	p, ok := g.grid(ply)
	if !ok {
		s.Nothing(w, r)
		return
	}
	title := p.Title
	p.PageData = s.PageData(w, r, "../../")
	p.Title = title
	s.Render(w, r, templates.Lookup("grid.html"), p)
}
