package games

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/loopline/loopline/games/animation"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/games/raster"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/trax/gamefile"
)

// AloneError reports flags of a picture that another game alone has.
type AloneError struct {
	Flags []string // all that it has
	Title string   // of that game
	Game  string   // the name of the one that is drawn
}

// Error names the flags and the game that has them.
func (e *AloneError) Error() string {
	return fmt.Sprintf("--%s are %s's; %s has pictures of one kind", strings.Join(e.Flags, " and --"), e.Title, e.Game)
}

// OpenFile opens a file of games of any game, or in for -. Its formats are those of package gamefile, of which every game
// has records and JSON Lines.
func OpenFile(ctx context.Context, name string, in io.Reader) (descriptor.GameFile, error) {
	s, err := gamefile.Open(ctx, name, in)
	if err != nil {
		return nil, err // not a nil source in an interface
	}
	return s, nil
}

// IsPicture reports whether a file that begins like this is a picture of a game.
func IsPicture(beginning string) bool {
	own := func(g descriptor.Descriptor) bool { return g.IsPicture != nil && g.IsPicture(beginning) }
	return animation.IsPicture(beginning) || raster.IsImage(beginning) || slices.ContainsFunc(All(), own)
}

// Draw draws what an argument of "loopline render" means: moves where the
// game draws them, a question of the game, or a file, whose game counts; - is what
// in reads. Flags are those of single games. Nothing useful is written when the error is not nil.
func Draw(ctx context.Context, w io.Writer, in io.Reader, arg string, g *descriptor.Descriptor, d descriptor.RenderTarget, flags *CommandFlags) error {
	if g.DrawMoves != nil && !gamefile.IsFile(arg) {
		d.Flags = flags.Of(g.Name)
		return g.DrawMoves(w, arg, d)
	}
	if strings.HasPrefix(strings.TrimSpace(arg), "{") {
		arg, in = "-", strings.NewReader(arg)
	}
	s, err := OpenFile(ctx, arg, in)
	if err != nil {
		return err
	}
	defer s.Close()
	name := GameOf(s, g.Name)
	if row, err := ByName(name); err == nil && row.DrawFile != nil {
		d.Flags = flags.Of(name)
		return row.DrawFile(ctx, w, s, d)
	}
	game, events, err := NthGame(s, name, d.Nth)
	if err != nil {
		return err
	}
	if first, all, title := flags.Foreign(name, func(f *pflag.Flag) bool { return f.Value.String() != f.DefValue }); first != "" {
		return &AloneError{all, title, name}
	}
	return game.Render(w, events, descriptor.RenderOptions{SVG: d.SVG, Animate: d.Animate, Moves: d.Moves, Options: d.Picture})
}

// GameOf returns the name of the game that a file is of: the one that its record
// names, or another.
func GameOf(s descriptor.GameFile, other string) string {
	name := descriptor.RecordedGame(s)
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
func NthGame(s descriptor.GameFile, name string, n int) (descriptor.Descriptor, []record.Event, error) {
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
