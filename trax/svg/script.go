package svg

import (
	"fmt"

	"github.com/loopline/loopline/trax"
)

// MaxPlies is the length from which a game is refused: it is too long to watch, and
// its animation would keep a browser busy.
const MaxPlies = 2000

// script is the timeline of a game: its turns on the board as it is at the end.
type script struct {
	turns []frame
	end   *trax.Position
}

// frame is a turn.
type frame struct {
	move   string
	color  trax.Color
	placed []trax.Placement // cells relative to the final box
}

// read plays a game. Its error names the ply and the move.
func read(moves []string) (s script, err error) {
	if len(moves) > MaxPlies {
		return s, fmt.Errorf("the game has %d plies; an animation has at most %d", len(moves), MaxPlies)
	}
	s.end = trax.NewPosition()
	var left, above int // columns and rows grown there so far
	for i, text := range moves {
		color := s.end.Turn()
		m, err := trax.ParseMove(text)
		if err == nil {
			err = s.end.Play(m)
		}
		if err != nil {
			return s, fmt.Errorf("ply %d: %w", i+1, err)
		}
		if m.Cell.Col == 0 {
			left++
		}
		if m.Cell.Row == 0 {
			above++
		}
		if err := tooMany(s.end.Tiles()); err != nil {
			return s, fmt.Errorf("ply %d: %w", i+1, err)
		}
		placed := s.end.AppendPlaced(nil)
		for j := range placed {
			placed[j].Cell.Col -= left
			placed[j].Cell.Row -= above
		}
		s.turns = append(s.turns, frame{text, color, placed})
	}
	s.shift(left, above)
	return s, nil
}

// shift moves all tiles to the right and down.
func (s *script) shift(columns, rows int) {
	for _, t := range s.turns {
		for j := range t.placed {
			t.placed[j].Cell.Col += columns
			t.placed[j].Cell.Row += rows
		}
	}
}

// caption tells turn i.
func (s *script) caption(i int) string {
	t := &s.turns[i]
	text := fmt.Sprintf("ply %d · %s %s", i+1, t.color, t.move)
	if forced := len(t.placed) - 1; forced > 0 {
		text += fmt.Sprintf(" · %d forced", forced)
	}
	return text
}

// conclusion tells how the game ended.
func (s *script) conclusion() string {
	if !s.end.Outcome().Over {
		return fmt.Sprintf("not over after ply %d", s.end.Ply())
	}
	return fmt.Sprintf("%s, ply %d", s.end.Outcome(), s.end.Ply())
}
