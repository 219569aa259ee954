package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/games/raster"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/termsafe"
	"github.com/loopline/loopline/trax/gamefile"
)

type renderOptions struct {
	gameOptions
	svg, animate, text bool
	output             string
	force              bool
	drawing            descriptor.RenderTarget
	own                *games.CommandFlags
	pixels             func(w io.Writer, svg []byte) error // nil leaves SVG as it is
}

func newRenderCmd() *cobra.Command {
	var o renderOptions
	cmd := &cobra.Command{
		Use:   "render MOVES|FILE",
		Short: "Draw a position or a game as text or as a picture",
		Long: `Render draws the position after a list of moves as text, with --svg as a
picture, with --animate the whole game as a picture that plays in any browser.
The ending of the name after -o says what is drawn: .svg means --svg, .png the
same as pixels, .gif the whole game as pixels in motion, .txt or no ending
--text; others are not known. MOVES is one argument; one that does not begin
like a move and names a file is a FILE.

` + gamefile.Help + `

The record of another game is drawn as that game is. With --game NAME the
argument is a question of "loopline replay --game NAME", as text or in a FILE.`,
		Example: `  loopline render "@0/ A2\\ B1\\"
  loopline render match.jsonl --animate -o match.svg
  loopline render match.jsonl -o match.gif
  loopline render game.trx --svg --ply 12 -o board.svg
  loopline render --game battle2048 '{"moves":["1 1","5 5","L 1 1 1 2"]}'`,
		Args: wantArgs(1, 1, "the MOVES or the FILE to draw"),
		RunE: checked(o.check, o.run),
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.BoolVar(&o.text, "text", false, "draw with letters")
	f.BoolVar(&o.svg, "svg", false, "draw the last position as SVG")
	f.BoolVar(&o.animate, "animate", false, "draw the whole game as animated SVG")
	fileFlag(f, &o.output, "output", "o", "write to `FILE` instead of standard output", drawingEndings)
	forceFlag(f, &o.force)
	f.IntVar(&o.drawing.Nth, "nth", 1, "which game of a file with several; --game 2 says the same")
	f.IntVar(&o.drawing.Moves, "ply", 0, "stop after this ply; 0 is the end")
	f.StringVar(&o.drawing.Picture.Title, "title", "", "`TEXT` above the board")
	f.StringVar(&o.drawing.Picture.Caption, "caption", "", "`TEXT` below the board")
	f.DurationVar(&o.drawing.Picture.Step, "step", 0, "time for a ply (900ms)")
	f.DurationVar(&o.drawing.Picture.Hold, "hold", 0, "time for the last position (4s)")
	o.own = games.NewCommandFlags(cmd.Name())
	o.own.AddTo(f)
	return cmd
}

func (o *renderOptions) check(string) error {
	if n, err := strconv.Atoi(o.name); err == nil {
		o.drawing.Nth, o.name = n, o.unnamed
	}
	chosen := 0
	for _, flag := range []bool{o.text, o.svg, o.animate} {
		if flag {
			chosen++
		}
	}
	switch {
	case chosen > 1:
		return errors.New("--text, --svg and --animate exclude each other")
	case o.drawing.Nth < 1:
		return fmt.Errorf("--nth %d: games are counted from 1", o.drawing.Nth)
	case o.drawing.Moves < 0:
		return fmt.Errorf("--ply %d: plies are counted from 1", o.drawing.Moves)
	case o.drawing.Picture.Step < 0 || o.drawing.Picture.Hold < 0 || o.drawing.Picture.Step > time.Hour:
		return errors.New("--step and --hold are above 0")
	}
	if err := o.own.Check(); err != nil {
		return err
	}
	ending := safefile.Ending(o.output)
	o.pixels = nil
	switch {
	case chosen == 0 && ending == ".svg":
		o.svg = true
	case ending == ".png" && (o.animate || o.text), ending == ".gif" && (o.svg || o.text):
		return fmt.Errorf("-o %s: a .png shows a position and a .gif the whole game; leave out --text, --svg and --animate", o.output)
	case ending == ".png":
		o.svg, o.pixels = true, raster.WritePNG
	case ending == ".gif":
		o.animate, o.pixels = true, raster.WriteGIF
	}
	return o.gameOptions.check()
}

func (o *renderOptions) run(cmd *cobra.Command, arg string) error {
	var picture bytes.Buffer
	o.drawing.SVG, o.drawing.Animate = o.svg, o.animate
	in := stream.Interruptible(cmd.Context(), cmd.InOrStdin())
	if err := games.Draw(cmd.Context(), &picture, in, arg, &o.game, o.drawing, o.own); err != nil {
		if _, is := errors.AsType[*games.AloneError](err); is {
			err = &usageError{cmd.CommandPath(), say.TextOf(err)}
		}
		return err
	}
	if o.pixels != nil {
		var image bytes.Buffer
		if err := o.pixels(&image, picture.Bytes()); err != nil {
			return fmt.Errorf("%s: %w", o.output, err)
		}
		picture = image
	}
	if o.output == "" || o.output == "-" {
		out := cmd.OutOrStdout()
		if !terminal.IsTerminal(out) {
			out = termsafe.Unwrap(out)
		}
		_, err := out.Write(picture.Bytes())
		return err
	}
	kind := drawingOutput
	if o.svg || o.animate {
		kind = pictureOutput
	}
	return safefile.Write(o.output, kind, o.force, picture.Bytes())
}
