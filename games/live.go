package games

import (
	"bytes"
	"cmp"
	"context"
	"net"
	"strconv"
	"sync"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/games/browser/bundle"
	"github.com/loopline/loopline/games/raster"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/player"
)

// LiveView makes the view of a game for pages, by the name of its record.
func LiveView(game string) (live.View, error) {
	row, err := ByName(game)
	if err != nil {
		return nil, err
	}
	return row.View(), nil
}

// liveEngine returns the engine of a game for pages, by the name of its record.
func liveEngine(game string) *live.Engine {
	row, err := ByName(game)
	if err != nil || row.Engine == nil {
		return nil
	}
	return row.Engine()
}

// newEngine returns the engine of a game whose bots choose by positions alone.
func newEngine(seats []string, game string, unit, note say.Text) func() *live.Engine {
	return func() *live.Engine {
		e := &live.Engine{Name: "games", Files: bundle.Files, Unit: unit, Note: note}
		for _, seat := range seats {
			e.Seats = append(e.Seats, say.Named(game+"."+seat, seat))
		}
		return e
	}
}

// LiveOpenings returns the openings of games for pages, by the name of a record: those of Trax in a book, or of
// the book that comes with it if the name is empty. Its error is from opening the book.
func LiveOpenings(book string) (func(game string) *live.Openings, error) {
	known := map[string]*live.Openings{}
	for _, row := range All() {
		if row.Openings == nil {
			continue
		}
		all, err := row.Openings(book)
		if err != nil {
			return nil, err
		}
		known[row.Name] = all
	}
	return func(game string) *live.Openings {
		row, err := ByName(game)
		if err != nil {
			return nil
		}
		return known[row.Name]
	}, nil
}

// shippedOpenings are the openings that come with games.
var shippedOpenings = sync.OnceValue(func() func(string) *live.Openings {
	all, err := LiveOpenings("")
	if err != nil {
		panic("games: " + err.Error()) // they are embedded
	}
	return all
})

// Site makes pages of matches of any game.
func Site(o live.Options) *live.Site {
	o.NewView, o.NewEvaluator, o.Evaluator = LiveView, newLiveEvaluator, botName(o.Evaluator)
	o.DrawImage = drawImage
	o.NewEngine = liveEngine
	if o.NewOpenings == nil {
		o.NewOpenings = func(game string) *live.Openings { return shippedOpenings()(game) }
	}
	return live.NewSite(o)
}

func drawImage(svg []byte) ([]byte, error) {
	var b bytes.Buffer
	err := raster.WritePNG(&b, svg)
	return b.Bytes(), err
}

// SeatServer makes the pages on which people play. Say gets notices, and invite the link of
// each seat that waits for its person.
func SeatServer(say func(string), invite func(who, link string)) *live.SeatServer {
	return live.NewSeatServer(live.Options{NewView: LiveView, Say: say}, invite)
}

// Visitors is NewVisitor for a player.Opener, by the pages of a server: nil where the game has
// none. Identify returns a key, the same for the same person, and the name that records have.
func (g *Descriptor) Visitors(
	pages *live.SeatServer, identify func(player.Visit) (key, name string), self BotOptions,
) func(context.Context, player.Visit) (player.LocalPlayer, error) {
	if g.NewVisitor == nil {
		return nil
	}
	return func(ctx context.Context, v player.Visit) (player.LocalPlayer, error) {
		key, name := identify(v)
		seat, err := pages.Seat(ctx, live.Visitor{
			Key: key, Who: cmp.Or(v.At.Title, v.Who), Player: name, Seat: v.Seat,
			Hidden: g.Hidden, Listen: net.JoinHostPort(v.At.Host, strconv.Itoa(v.At.Port)),
		})
		if err != nil {
			return nil, err
		}
		own := self // several come at once
		own.Seat = v.Seat
		return g.NewVisitor(seat, own), nil
	}
}

// gridOf returns a field as text, whose columns and rows count from 0.
func gridOf(width, height int, cell func(x, y int) say.Text) (g live.Grid) {
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

// Publish writes the pages of a record, or of the folder of a day, into a folder:
// see live.Site.Publish.
func Publish(ctx context.Context, path, site string, o live.Options) error {
	s := Site(o)
	defer s.Close()
	if err := s.Show(ctx, path); err != nil {
		return err
	}
	return s.Publish(site)
}
