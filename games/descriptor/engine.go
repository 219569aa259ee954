package descriptor

import (
	"strconv"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/games/browser/bundle"
	"github.com/loopline/loopline/internal/say"
)

// NewEngine returns the engine of a game whose bots choose by positions alone.
func NewEngine(seats []string, game string, unit, note say.Text) func() *analysis.Engine {
	return func() *analysis.Engine {
		e := &analysis.Engine{Name: "games", Files: bundle.Files, Unit: unit, Note: note}
		for _, seat := range seats {
			e.Seats = append(e.Seats, say.Named(game+"."+seat, seat))
		}
		return e
	}
}

// GridOf returns a field as text, whose columns and rows count from 0.
func GridOf(width, height int, cell func(x, y int) say.Text) (g live.Grid) {
	for x := range width {
		g.Columns = append(g.Columns, strconv.Itoa(x))
	}
	for y := range height {
		row := make([]say.Text, width)
		for x := range row {
			row[x] = cell(x, y)
		}
		g.Rows, g.Cells = append(g.Rows, strconv.Itoa(y)), append(g.Cells, row)
	}
	return g
}
