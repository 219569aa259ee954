package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/output"
	"github.com/loopline/loopline/printable"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/replay"
	"github.com/loopline/loopline/trax/svg"
)

type renderOptions struct {
	svg, animate, text bool
	output             string
	force              bool
	game               int
	ply                int
	picture            svg.Options
}

func newRenderCmd() *cobra.Command {
	var o renderOptions
	cmd := &cobra.Command{
		Use:   "render MOVES|FILE",
		Short: "Draw a position or a game as text or SVG",
		Long: `Render draws the position after a list of moves as text, with --svg as a
picture, with --animate the whole game as a picture that plays in any browser.
A name that ends in .svg after -o means --svg. MOVES is one argument; one that
does not begin like a move and names a file is a FILE.

` + gamefile.Help,
		Example: `  loopline render "@0/ A2\\ B1\\"
  loopline render match.jsonl --animate -o match.svg
  loopline render game.trx --svg --ply 12 -o board.svg`,
		Args: wantArgs(1, 1, "the MOVES or the FILE to draw"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			return o.run(cmd, args[0])
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.text, "text", false, "draw with letters")
	f.BoolVar(&o.svg, "svg", false, "draw the last position as SVG")
	f.BoolVar(&o.animate, "animate", false, "draw the whole game as animated SVG")
	f.StringVarP(&o.output, "output", "o", "", "write to `FILE` instead of standard output")
	forceFlag(f, &o.force)
	f.IntVar(&o.game, "game", 1, "which game of a file with several")
	f.IntVar(&o.ply, "ply", 0, "stop after this ply; 0 is the end")
	f.StringVar(&o.picture.Title, "title", "", "`TEXT` above the board")
	f.StringVar(&o.picture.Caption, "caption", "", "`TEXT` below the board")
	f.BoolVar(&o.picture.Bare, "bare", false, "leave out the names of columns and rows")
	f.IntVar(&o.picture.Cell, "cell", 0, "edge of a tile in pixels (40)")
	f.DurationVar(&o.picture.Step, "step", 0, "time for a ply (900ms)")
	f.DurationVar(&o.picture.Hold, "hold", 0, "time for the last position (4s)")
	return cmd
}

func (o *renderOptions) check() error {
	chosen := 0
	for _, flag := range []bool{o.text, o.svg, o.animate} {
		if flag {
			chosen++
		}
	}
	switch {
	case chosen > 1:
		return errors.New("--text, --svg and --animate exclude each other")
	case o.game < 1:
		return fmt.Errorf("--game %d: games are counted from 1", o.game)
	case o.ply < 0:
		return fmt.Errorf("--ply %d: plies are counted from 1", o.ply)
	case o.picture.Cell < 0 || o.picture.Step < 0 || o.picture.Hold < 0 || o.picture.Step > time.Hour:
		return errors.New("--cell, --step and --hold are above 0")
	}
	o.svg = o.svg || chosen == 0 && filepath.Ext(o.output) == ".svg"
	return nil
}

func (o *renderOptions) run(cmd *cobra.Command, arg string) error {
	g, err := o.find(cmd, arg)
	if err != nil {
		return err
	}
	if o.ply > 0 {
		if o.ply > len(g.Moves) {
			return fmt.Errorf("there is no ply %d, the game has %d", o.ply, len(g.Moves))
		}
		g.Moves = g.Moves[:o.ply]
	}
	var picture bytes.Buffer
	if err := o.draw(&picture, g.Moves); err != nil {
		return err
	}
	if o.output == "" || o.output == "-" {
		out := cmd.OutOrStdout()
		if !terminal.IsTerminal(out) {
			out = printable.Raw(out)
		}
		_, err = out.Write(picture.Bytes())
		return err
	}
	kind := drawingOutput
	if o.svg || o.animate {
		kind = pictureOutput
	}
	return output.Write(o.output, kind, o.force, picture.Bytes())
}

// draw draws what was asked for, whole or not at all.
func (o *renderOptions) draw(w io.Writer, moves []string) error {
	p, err := replay.After(moves)
	if err != nil {
		return err
	}
	switch {
	case o.animate:
		return svg.Game(w, moves, o.picture)
	case o.svg:
		return svg.Position(w, p, o.picture)
	}
	_, err = w.Write(p.AppendText(nil))
	return err
}

// find returns the game that the argument means.
func (o *renderOptions) find(cmd *cobra.Command, arg string) (*gamefile.Game, error) {
	if !gamefile.IsFile(arg) {
		return gamefile.FromText(arg), nil
	}
	s, err := openGames(cmd, arg)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Nth(cmd.Context(), o.game)
}
