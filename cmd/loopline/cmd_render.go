package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/animation"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/output"
	"github.com/loopline/loopline/printable"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/replay"
	"github.com/loopline/loopline/trax/svg"
)

type renderOptions struct {
	gameOptions
	svg, animate, text bool
	output             string
	force              bool
	number             int // of the game in its file
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

` + gamefile.Help + `

The record of another game is drawn as that game is. With --game NAME the
argument is a question of "loopline replay --game NAME", as text or in a FILE.`,
		Example: `  loopline render "@0/ A2\\ B1\\"
  loopline render match.jsonl --animate -o match.svg
  loopline render game.trx --svg --ply 12 -o board.svg
  loopline render --game battle2048 '{"moves":["1 1","5 5","L 1 1 1 2"]}'`,
		Args: wantArgs(1, 1, "the MOVES or the FILE to draw"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			return o.run(cmd, args[0])
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.BoolVar(&o.text, "text", false, "draw with letters")
	f.BoolVar(&o.svg, "svg", false, "draw the last position as SVG")
	f.BoolVar(&o.animate, "animate", false, "draw the whole game as animated SVG")
	f.StringVarP(&o.output, "output", "o", "", "write to `FILE` instead of standard output")
	forceFlag(f, &o.force)
	f.IntVar(&o.number, "nth", 1, "which game of a file with several; --game 2 says the same")
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
	if n, err := strconv.Atoi(o.name); err == nil {
		o.number, o.name = n, games.Default
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
	case o.number < 1:
		return fmt.Errorf("--nth %d: games are counted from 1", o.number)
	case o.ply < 0:
		return fmt.Errorf("--ply %d: plies are counted from 1", o.ply)
	case o.picture.Cell < 0 || o.picture.Step < 0 || o.picture.Hold < 0 || o.picture.Step > time.Hour:
		return errors.New("--cell, --step and --hold are above 0")
	}
	o.svg = o.svg || chosen == 0 && filepath.Ext(o.output) == ".svg"
	return o.gameOptions.check()
}

func (o *renderOptions) run(cmd *cobra.Command, arg string) error {
	var picture bytes.Buffer
	if err := o.render(cmd, &picture, arg); err != nil {
		return err
	}
	if o.output == "" || o.output == "-" {
		out := cmd.OutOrStdout()
		if !terminal.IsTerminal(out) {
			out = printable.Raw(out)
		}
		_, err := out.Write(picture.Bytes())
		return err
	}
	kind := drawingOutput
	if o.svg || o.animate {
		kind = pictureOutput
	}
	return output.Write(o.output, kind, o.force, picture.Bytes())
}

// render draws what the argument means, by the game that it is of.
func (o *renderOptions) render(cmd *cobra.Command, w io.Writer, arg string) error {
	if o.game.Name == games.Default && !gamefile.IsFile(arg) {
		return o.draw(w, gamefile.FromText(arg))
	}
	s, err := o.open(cmd, arg)
	if err != nil {
		return err
	}
	defer s.Close()
	name := games.Named(s, o.game.Name)
	if name == games.Default {
		g, err := s.Nth(cmd.Context(), o.number)
		if err != nil {
			return err
		}
		return o.draw(w, g)
	}
	g, events, err := games.NthGame(s, name, o.number)
	if err != nil {
		return err
	}
	if o.picture.Bare || o.picture.Cell != 0 {
		return &usageError{cmd.CommandPath(), "--bare and --cell are Trax's; " + name + " has pictures of one kind"}
	}
	return g.Render(w, events, games.Rendering{SVG: o.svg, Animate: o.animate, Moves: o.ply, Options: animation.Options{
		Title: o.picture.Title, Caption: o.picture.Caption, Step: o.picture.Step, Hold: o.picture.Hold,
	}})
}

// open opens the file that is meant, or the question itself.
func (o *renderOptions) open(cmd *cobra.Command, arg string) (*gamefile.Source, error) {
	if strings.HasPrefix(strings.TrimSpace(arg), "{") {
		return gamefile.Open("-", strings.NewReader(arg))
	}
	return openGames(cmd, arg)
}

// draw draws a game of Trax, whole or not at all.
func (o *renderOptions) draw(w io.Writer, g *gamefile.Game) error {
	if o.ply > len(g.Moves) {
		return fmt.Errorf("there is no ply %d, the game has %d", o.ply, len(g.Moves))
	}
	moves := g.Moves
	if o.ply > 0 {
		moves = moves[:o.ply]
	}
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
