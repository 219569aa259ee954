package games

import (
	"context"

	"github.com/loopline/loopline/host/live"
)

// LiveView makes the view of a game for pages, by the name of its record.
func LiveView(game string) (live.View, error) {
	row, err := ByName(game)
	if err != nil {
		return nil, err
	}
	return row.View(), nil
}

// Site makes pages of matches of any game.
func Site(o live.Options) *live.Site {
	o.NewView, o.NewEvaluator, o.Evaluator = LiveView, newLiveEvaluator, botName(o.Evaluator)
	return live.NewSite(o)
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
