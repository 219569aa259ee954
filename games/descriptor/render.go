package descriptor

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/loopline/loopline/games/animation"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
)

// RenderOptions selects text or a picture.
type RenderOptions struct {
	SVG     bool // as a picture of the last position
	Animate bool // as a picture of the whole game, in motion
	Moves   int  // stop after this many; 0 is the end
	animation.Options
}

// RenderTarget says which position or game is drawn, and how.
type RenderTarget struct {
	Nth     int  // which game of a file with several, from 1
	Moves   int  // stop after this many; 0 is the end
	SVG     bool // as a picture of the last position
	Animate bool // as a picture of the whole game, in motion
	Picture animation.Options
	Flags   FlagValues // of the game's own; nil are their defaults
}

// Render draws a game from the events of its record, or from what Load makes of
// a question. Nothing is written when it cannot be drawn.
func (g *Descriptor) Render(w io.Writer, events []record.Event, r RenderOptions) error {
	view := g.View()
	var words []string
	for i := range events {
		if m, ok := view.Observe(events[i]); ok {
			words = append(words, m.Words.String())
			if !m.Remark.IsZero() {
				words[len(words)-1] += " " + m.Remark.String()
			}
		}
	}
	moves := view.Moves()
	if r.Moves > moves {
		return fmt.Errorf("there is no ply %d, the game has %d", r.Moves, moves)
	}
	if r.Moves > 0 {
		moves = r.Moves
	}
	switch {
	case r.Animate:
		said := func(i int) string {
			if i == 0 || i > len(words) {
				return g.Title
			}
			return words[i-1]
		}
		return animation.WriteAnimation(w, animation.Frames{Count: moves + 1, Frame: view.SVG, Words: said}, r.Options)
	case r.SVG:
		return animation.WriteStill(w, func(w io.Writer) error { return view.SVG(w, moves) }, r.Options)
	}
	text := view.Draw(nil, moves, terminal.Style{}, terminal.Unbounded)
	if len(text) == 0 {
		return errors.New("there is no position to draw")
	}
	_, err := w.Write(text)
	return err
}

// GameFile is a file of games: a record, questions of Replay, or what a game reads by itself.
type GameFile interface {
	io.ReadCloser
	// Peek returns the next n bytes, fewer if there are no more, and reads none.
	Peek(n int) ([]byte, error)
	// Name is the file's name for messages.
	Name() string
}

// RecordedGame returns the name of the game that a record is of, by its beginning; it is empty if that is of no record.
func RecordedGame(s interface{ Peek(n int) ([]byte, error) }) string {
	const length = 256 // more than a record has before the name of its game
	beginning, _ := s.Peek(length)
	return record.GameOf(string(beginning))
}

// Recorded returns the events of each game of a file: of a record, or as Load makes
// them of the lines of JSON Lines. An error is the last thing that it yields.
func (g *Descriptor) Recorded(s GameFile) iter.Seq2[[]record.Event, error] {
	return func(yield func([]record.Event, error) bool) {
		if RecordedGame(s) == "" {
			g.loaded(s, yield)
			return
		}
		for recorded, err := range record.Games(s) {
			if err == nil && recorded.Header().Game != g.Name {
				err = fmt.Errorf("%s:%d: a game of %.40q, not of %s", s.Name(), recorded.Header().Line, recorded.Header().Game, g.Name)
			}
			if !yield(recorded.Events, err) || err != nil {
				return
			}
		}
	}
}

// loaded yields the events of questions.
func (g *Descriptor) loaded(s GameFile, yield func([]record.Event, error) bool) {
	if g.Load == nil {
		yield(nil, fmt.Errorf("%s: not a record; %s is read from records alone", s.Name(), g.Name))
		return
	}
	in, number := bufio.NewReader(s), 0
	var long []byte
	for {
		line, err := readLine(in, &long)
		number++
		if text := bytes.TrimSpace(line); len(text) > 0 && (err == nil || err == io.EOF) {
			events, wrong := g.Load(text)
			if wrong != nil {
				wrong = fmt.Errorf("%s:%d: %w", s.Name(), number, wrong)
			}
			if !yield(events, wrong) || wrong != nil {
				return
			}
		}
		switch {
		case err == io.EOF:
			return
		case err != nil:
			yield(nil, fmt.Errorf("%s:%d: %w", s.Name(), number, err))
			return
		}
	}
}
