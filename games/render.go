package games

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

// openingLength is more than a record has before the name of its game.
const openingLength = 256

// GameOf returns the name of the game that a file is of: the one that its record
// names, or another.
func GameOf(s GameFile, other string) string {
	beginning, _ := s.Peek(openingLength)
	name := record.GameOf(string(beginning))
	if name == "" {
		return other
	}
	if row := byUnjudged(name); row != nil {
		return row.Name
	}
	return name
}

// NthGame returns the events of the n'th game of a file, counted from 1, and the row
// of the game with the name.
func NthGame(s GameFile, name string, n int) (Descriptor, []record.Event, error) {
	g, err := ByName(name)
	if err != nil {
		return g, nil, fmt.Errorf("%s: %w", s.Name(), err)
	}
	count := 0
	for events, err := range g.Recorded(s) {
		if err != nil {
			return g, nil, err
		}
		if count++; count == n {
			return g, events, nil
		}
	}
	return g, nil, fmt.Errorf("%s: there is no game %d, the file has %d", s.Name(), n, count)
}

// Recorded returns the events of each game of a file: of a record, or as Load makes
// them of the lines of JSON Lines. An error is the last thing that it yields.
func (g *Descriptor) Recorded(s GameFile) iter.Seq2[[]record.Event, error] {
	return func(yield func([]record.Event, error) bool) {
		beginning, _ := s.Peek(openingLength)
		if record.GameOf(string(beginning)) == "" {
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
