package games

import (
	"bytes"
	"context"
	"sync"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/contest/live/contestpages"
	"github.com/loopline/loopline/contest/live/seat"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/games/raster"
)

// LiveView makes the view of a game for pages, by the name of its record.
func LiveView(game string) (live.View, error) {
	row, err := ByName(game)
	if err != nil {
		return nil, err
	}
	return row.View(), nil
}

// newLiveEvaluator makes the evaluator of a game for pages, by the name of its record.
func newLiveEvaluator(game, judge string) (analysis.Evaluator, error) {
	row, err := ByName(game)
	if err != nil {
		return nil, err
	}
	return row.EvaluatorFor(judge)
}

// liveEngine returns the engine of a game for pages, by the name of its record.
func liveEngine(game string) *analysis.Engine {
	row, err := ByName(game)
	if err != nil || row.Engine == nil {
		return nil
	}
	return row.Engine()
}

// LiveOpenings returns the openings of games for pages, by the name of a record: those of Trax in a book, or of
// the book that comes with it if the name is empty. Its error is from opening the book.
func LiveOpenings(book string) (func(game string) *analysis.Openings, error) {
	known := map[string]*analysis.Openings{}
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
	return func(game string) *analysis.Openings {
		row, err := ByName(game)
		if err != nil {
			return nil
		}
		return known[row.Name]
	}, nil
}

// shippedOpenings are the openings that come with games.
var shippedOpenings = sync.OnceValue(func() func(string) *analysis.Openings {
	all, err := LiveOpenings("")
	if err != nil {
		panic("games: " + err.Error()) // they are embedded
	}
	return all
})

// Site makes pages of matches, and contests, of any game.
func Site(o live.Options) *contestpages.Site {
	o.NewView, o.DrawImage = LiveView, drawImage
	a := &o.Analysis
	a.NewEvaluator, a.Evaluator, a.NewEngine = newLiveEvaluator, descriptor.BotName(a.Evaluator), liveEngine
	if a.NewOpenings == nil {
		a.NewOpenings = func(game string) *analysis.Openings { return shippedOpenings()(game) }
	}
	return contestpages.New(o)
}

func drawImage(svg []byte) ([]byte, error) {
	var b bytes.Buffer
	err := raster.WritePNG(&b, svg)
	return b.Bytes(), err
}

// SeatServer makes the pages on which people play. Say gets notices, and invite the link of
// each seat that waits for its person.
func SeatServer(say func(string), invite func(who, link string)) *seat.Server {
	return seat.NewServer(LiveView, say, invite)
}

// Publish writes the pages of a record, or of the folder of a day, into a folder:
// see live.Site.Publish.
func Publish(ctx context.Context, path, site string, o live.Options) error {
	return publish(ctx, path, site, Site(o))
}

// PublishCeremony is Publish of a day whose places are kept to the page of its ceremony.
func PublishCeremony(ctx context.Context, path, site string, o live.Options) error {
	s := Site(o)
	s.Ceremony = true
	return publish(ctx, path, site, s)
}

func publish(ctx context.Context, path, site string, s *contestpages.Site) error {
	defer s.Close()
	if err := s.Show(ctx, path); err != nil {
		return err
	}
	return s.Publish(site)
}
