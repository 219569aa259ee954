package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/games/animation"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/svg"
)

// RenderTarget says which position or game is drawn, and how.
type RenderTarget struct {
	Nth     int         // which game of a file with several, from 1
	Moves   int         // stop after this many; 0 is the end
	SVG     bool        // as a picture of the last position
	Animate bool        // as a picture of the whole game, in motion
	Picture svg.Options // of Trax; other games take what they share with it
}

// ErrAlone is wrapped by the error of a [RenderTarget] that says of another game what
// only one has.
var ErrAlone = errors.New("are Trax's")

// DrawArgument draws what an argument of "loopline render" means: moves where the
// game draws them, a question of the game, or a file, whose game counts; - is what
// in reads. Nothing useful is written when the error is not nil.
func (g *Descriptor) DrawArgument(ctx context.Context, w io.Writer, in io.Reader, arg string, d RenderTarget) error {
	if g.DrawMoves != nil && !gamefile.IsFile(arg) {
		return g.DrawMoves(w, arg, d)
	}
	if strings.HasPrefix(strings.TrimSpace(arg), "{") {
		arg, in = "-", strings.NewReader(arg)
	}
	s, err := gamefile.Open(ctx, arg, in)
	if err != nil {
		return err
	}
	defer s.Close()
	name := GameOf(s, g.Name)
	if row, err := ByName(name); err == nil && row.DrawFile != nil {
		return row.DrawFile(ctx, w, s, d)
	}
	game, events, err := NthGame(s, name, d.Nth)
	if err != nil {
		return err
	}
	p := d.Picture
	if p.NoCoordinates || p.Cell != 0 {
		return fmt.Errorf("--bare and --cell %w; %s has pictures of one kind", ErrAlone, name)
	}
	return game.Render(w, events, RenderOptions{SVG: d.SVG, Animate: d.Animate, Moves: d.Moves, Options: animation.Options{
		Title: p.Title, Caption: p.Caption, Step: p.Step, Hold: p.Hold,
	}})
}
