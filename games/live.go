package games

import "github.com/loopline/loopline/host/live"

// LiveView makes the view of a game for pages, by the name of its record.
func LiveView(game string) (live.View, error) {
	row, err := ByName(game)
	if err != nil {
		return nil, err
	}
	return row.View(), nil
}
