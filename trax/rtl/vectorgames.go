package rtl

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/loopline/loopline/trax/gamefile"
	traxvectors "github.com/loopline/loopline/trax/vectors"
	"github.com/loopline/loopline/vectors"
)

// HoldsVectors reports whether a file that is about to be read holds vectors,
// in any encoding. It consumes nothing.
func HoldsVectors(s *gamefile.Source) bool {
	head, _ := s.Peek(32) // less of a short file
	return vectors.IsFile(string(head))
}

// errNoGame ends the reading of vectors that aren't games.
var errNoGame = errors.New("only turn and moves vectors are games")

// EachVectorGame calls f with each turn or moves vector as a game: the moves to
// its position, and the turn that is asked about. An error of f ends it.
func EachVectorGame(s *gamefile.Source, f func(*gamefile.Game) error) error {
	name := s.Name()
	h, err := vectors.Read(s, name, traxvectors.Set(), func(v vectors.Vector) error {
		g, err := vectorGame(v, name)
		if err != nil {
			return err
		}
		return f(g)
	})
	if err != nil && !errors.Is(err, errNoGame) {
		return err
	}
	switch {
	case h.Encoding != vectors.JSONL:
		return fmt.Errorf("%s: JSON Lines are read here; make the same vectors with --form jsonl", name)
	case h.Kind != traxvectors.Turn && h.Kind != traxvectors.Moves:
		return fmt.Errorf("%s holds vectors of kind %s, not games; to check RTL against them: loopline sim vectors %s",
			name, h.Kind, name)
	}
	return err
}

// vectorGame returns a turn or moves vector of a file as a game.
func vectorGame(v vectors.Vector, file string) (*gamefile.Game, error) {
	var ask struct{ Moves, Move *string }
	if json.Unmarshal(v.Ask, &ask) != nil || ask.Moves == nil {
		return nil, errNoGame
	}
	moves := strings.Fields(*ask.Moves)
	if ask.Move != nil {
		moves = append(moves, *ask.Move)
	}
	return &gamefile.Game{Title: fmt.Sprintf("vector %d (%s:%d)", v.ID, file, v.Line), Moves: moves}, nil
}
