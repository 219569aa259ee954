package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/games/animation"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/replay"
	"github.com/loopline/loopline/trax/svg"
)

// Drawing says which position or game is drawn, and how.
type Drawing struct {
	Nth     int         // which game of a file with several, from 1
	Moves   int         // stop after so many; 0 is the end
	SVG     bool        // as a picture of the last position
	Animate bool        // as a picture of the whole game, in motion
	Picture svg.Options // of Trax; other games take what they share with it
}

// ErrTraxAlone is wrapped by the error of a [Drawing] that says of another game
// what only Trax has.
var ErrTraxAlone = errors.New("are Trax's")

// DrawArgument draws what an argument of "loopline render" means: moves of Trax,
// a question of the game, or a file, whose game counts; - is what in reads.
// Nothing useful is written when the error is not nil.
func (g *Game) DrawArgument(ctx context.Context, w io.Writer, in io.Reader, arg string, d Drawing) error {
	if g.Name == Default && !gamefile.IsFile(arg) {
		return d.trax(w, gamefile.FromText(arg))
	}
	if strings.HasPrefix(strings.TrimSpace(arg), "{") {
		arg, in = "-", strings.NewReader(arg)
	}
	s, err := gamefile.Open(arg, in)
	if err != nil {
		return err
	}
	defer s.Close()
	name := Named(s, g.Name)
	if name == Default {
		game, err := s.Nth(ctx, d.Nth)
		if err != nil {
			return err
		}
		return d.trax(w, game)
	}
	game, events, err := NthGame(s, name, d.Nth)
	if err != nil {
		return err
	}
	p := d.Picture
	if p.Bare || p.Cell != 0 {
		return fmt.Errorf("--bare and --cell %w; %s has pictures of one kind", ErrTraxAlone, name)
	}
	return game.Render(w, events, Rendering{SVG: d.SVG, Animate: d.Animate, Moves: d.Moves, Options: animation.Options{
		Title: p.Title, Caption: p.Caption, Step: p.Step, Hold: p.Hold,
	}})
}

// trax draws a game of Trax, whole or not at all.
func (d *Drawing) trax(w io.Writer, g *gamefile.Game) error {
	if d.Moves > len(g.Moves) {
		return fmt.Errorf("there is no ply %d, the game has %d", d.Moves, len(g.Moves))
	}
	moves := g.Moves
	if d.Moves > 0 {
		moves = moves[:d.Moves]
	}
	p, err := replay.After(moves)
	if err != nil {
		return err
	}
	switch {
	case d.Animate:
		return svg.Game(w, moves, d.Picture)
	case d.SVG:
		return svg.Position(w, p, d.Picture)
	}
	_, err = w.Write(p.AppendText(nil))
	return err
}
