package analysis

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/loopline/loopline/internal/humanize"
)

// report prints a comparison: a table, or JSON Lines. The
// writer keeps its error.
type report struct {
	out io.Writer
	o   *Options
}

// begin begins a game.
func (r *report) begin(number int, g *comparedGame) {
	if r.o.JSON {
		return
	}
	if number > 1 {
		fmt.Fprintln(r.out)
	}
	fmt.Fprintf(r.out, "game %d: %s", number, g.title)
	if g.players != [2]string{} {
		fmt.Fprintf(r.out, " (%s vs %s)", g.players[0], g.players[1])
	}
	fmt.Fprintf(r.out, "\n%4s  %-5s  %-10s", "ply", "seat", "move")
	if r.o.Bot != "" {
		fmt.Fprintf(r.out, "%12s  %-10s%12s%8s", "value", "bot's", "value", "loss")
	}
	fmt.Fprintln(r.out)
}

// add prints a move.
func (r *report) add(one *comparison) {
	if r.o.JSON {
		r.json(one)
		r.addWrong(one)
		return
	}
	fmt.Fprintf(r.out, "%4d  %-5s  %-10.10s", one.Ply, one.Seat, one.Move)
	if r.o.Bot != "" {
		bot := one.Bot
		if one.Same {
			bot = "="
		}
		fmt.Fprintf(r.out, "%12s  %-10s%12s%8s", one.Value, bot, one.Best, one.lossWord())
	}
	if one.Comment != "" {
		fmt.Fprint(r.out, "  ", one.Comment)
	}
	for _, w := range one.words() {
		fmt.Fprint(r.out, "  ", w)
	}
	fmt.Fprintln(r.out)
	if one.position != nil {
		r.draw(one)
	}
}

func (one *comparison) lossWord() string {
	switch {
	case one.decided != "":
		return one.decided
	case one.Lost < 0.005:
		return ""
	case one.Lost >= mistakeChance:
		return "! " + percent(one.Lost)
	}
	return percent(one.Lost)
}

func (one *comparison) words() (words []string) {
	if one.Agrees != nil && !*one.Agrees {
		words = append(words, "DIVERGES: "+one.ReferenceMove)
	}
	if !one.Legal {
		words = append(words, "ILLEGAL: "+one.Detail)
	}
	if one.Noted != "" {
		words = append(words, "THE RECORD GOES ON WITH "+one.Noted)
	}
	return words
}

// draw shows the position in which something is wrong.
func (r *report) draw(one *comparison) {
	fmt.Fprintf(r.out, "\n%s", one.position.text)
	if one.Line > 0 {
		fmt.Fprintf(r.out, "line %d of the record; ", one.Line)
	}
	fmt.Fprintf(r.out, "%s to move after %s\n", one.position.turn, humanize.Plural(one.Ply-1, "ply", "plies"))
	fmt.Fprintf(r.out, "to see it: loopline moves %s\n\n", humanize.ShellQuote(one.position.Moves))
}

// wrongJSON is a divergence or an illegal move for programs.
type wrongJSON struct {
	Type   string `json:"type"`
	Game   int    `json:"game"`
	Ply    int    `json:"ply"`
	Seat   string `json:"seat"`
	Line   int    `json:"line,omitempty"`
	Move   string `json:"move"`
	Is     string `json:"is,omitempty"`      // what it is supposed to be
	IsMove string `json:"is_move,omitempty"` // and what that answers
	*annotatedPosition
}

func (r *report) addWrong(one *comparison) {
	if one.position == nil {
		return
	}
	w := wrongJSON{"", one.Game, one.Ply, one.Seat, one.Line, one.Move, "", "", one.position}
	if one.Agrees != nil && !*one.Agrees {
		d := w
		d.Type, d.Is, d.IsMove = "divergence", r.o.ReferenceAddress, one.ReferenceMove
		r.json(d)
	}
	if !one.Legal {
		w.Type = "illegal"
		r.json(w)
	}
}

// json prints an object.
func (r *report) json(v any) { _ = json.NewEncoder(r.out).Encode(v) }

// note prints a remark on the game.
func (r *report) note(text string) {
	if !r.o.JSON {
		fmt.Fprintf(r.out, "note: %s\n", text)
	}
}

// finish prints the summary.
func (r *report) finish(t *Total) {
	if r.o.JSON {
		r.json(t)
		return
	}
	fmt.Fprintf(r.out, "\n%s: %s in %s, %d legal", t.Subject, humanize.Plural(t.Moves, "move", "moves"),
		humanize.Plural(t.Games, "game", "games"), t.Legal)
	if t.Partial {
		fmt.Fprintf(r.out, " – PARTIAL, it ended early: %s", t.PartialWhy)
	}
	fmt.Fprintln(r.out)
	if t.Bot != "" {
		fmt.Fprintf(r.out, "%s plays the same in %d; values are by search of %s, as the chance to win\n",
			t.Bot, t.Same, humanize.Plural(t.Depth, "ply", "plies"))
		fmt.Fprintf(r.out, "lost against it: %.1f %% of the chance a move, 20 %% or more in %s; %s by force given away, %s by force missed\n",
			100*t.Lost, humanize.Plural(t.Mistakes, "move", "moves"), humanize.Plural(t.Blunders, "game", "games"), humanize.Plural(t.Missed, "win", "wins"))
	}
	if w := t.Worst; w != nil {
		fmt.Fprintf(r.out, "worst: game %d, ply %d: %s (%s) instead of %s (%s)\n",
			w.Game, w.Ply, w.Move, w.Value, w.Bot, w.Best)
	}
	switch {
	case t.Reference == "":
	case t.Divergences == 0:
		fmt.Fprintf(r.out, "%s plays the same in every one\n", t.Reference)
	default:
		fmt.Fprintf(r.out, "%s plays otherwise in %s\n", t.Reference, humanize.Plural(t.Divergences, "game", "games"))
	}
}
