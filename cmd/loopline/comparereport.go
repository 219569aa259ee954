package main

import (
	"fmt"
	"io"
)

// compareReport prints a comparison: a table for people, or JSON Lines. The
// writer keeps its error.
type compareReport struct {
	out io.Writer
	o   *compareOptions
}

// begin begins a game.
func (r *compareReport) begin(number int, g *comparedGame) {
	if r.o.asJSON {
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
	if r.o.bot != noBot {
		fmt.Fprintf(r.out, "%12s  %-10s%12s%8s", "value", "bot's", "value", "loss")
	}
	fmt.Fprintln(r.out)
}

// add prints a move.
func (r *compareReport) add(one *comparison) {
	if r.o.asJSON {
		writeJSON(r.out, one)
		r.addWrong(one)
		return
	}
	fmt.Fprintf(r.out, "%4d  %-5s  %-10.10s", one.Ply, one.Seat, one.Move)
	if r.o.bot != noBot {
		bot := one.Bot
		if one.Same {
			bot = "="
		}
		fmt.Fprintf(r.out, "%12s  %-10s%12s%8s", one.Value, bot, one.Best, one.lossWord())
	}
	for _, w := range one.words() {
		fmt.Fprint(r.out, "  ", w)
	}
	fmt.Fprintln(r.out)
	if one.moment != nil {
		r.draw(one)
	}
}

// lossWord is what the move loses, for people.
func (one *comparison) lossWord() string {
	switch {
	case one.decided != "":
		return one.decided
	case one.Loss == nil || *one.Loss == 0:
		return ""
	}
	return fmt.Sprint(*one.Loss)
}

// words are what is wrong with a move.
func (one *comparison) words() (words []string) {
	if one.Agrees != nil && !*one.Agrees {
		words = append(words, "DIVERGES: "+one.Twin)
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
func (r *compareReport) draw(one *comparison) {
	fmt.Fprintf(r.out, "\n%s", one.moment.text)
	if one.Line > 0 {
		fmt.Fprintf(r.out, "line %d of the record; ", one.Line)
	}
	fmt.Fprintf(r.out, "%s to move after %s\n", one.moment.turn, plural(one.Ply-1, "ply", "plies"))
	fmt.Fprintf(r.out, "to see it: loopline moves %s\n\n", shellQuote(one.moment.Moves))
}

// shellQuote quotes a text for a shell.
func shellQuote(s string) string { return "'" + s + "'" }

// wrongJSON is a divergence or an illegal move for programs.
type wrongJSON struct {
	Type string `json:"type"`
	Game int    `json:"game"`
	Ply  int    `json:"ply"`
	Seat string `json:"seat"`
	Line int    `json:"line,omitempty"`
	Move string `json:"move"`
	Is   string `json:"is,omitempty"`      // what it is supposed to be
	Twin string `json:"is_move,omitempty"` // and what that answers
	*moment
}

func (r *compareReport) addWrong(one *comparison) {
	if one.moment == nil {
		return
	}
	w := wrongJSON{"", one.Game, one.Ply, one.Seat, one.Line, one.Move, "", "", one.moment}
	if one.Agrees != nil && !*one.Agrees {
		d := w
		d.Type, d.Is, d.Twin = "divergence", r.o.twin, one.Twin
		writeJSON(r.out, d)
	}
	if !one.Legal {
		w.Type = "illegal"
		writeJSON(r.out, w)
	}
}

// note prints a remark on the game.
func (r *compareReport) note(text string) {
	if !r.o.asJSON {
		fmt.Fprintf(r.out, "note: %s\n", text)
	}
}

// finish prints the summary.
func (r *compareReport) finish(t *comparedTotal) {
	if r.o.asJSON {
		writeJSON(r.out, t)
		return
	}
	fmt.Fprintf(r.out, "\n%s: %s in %s, %d legal", t.Subject, plural(t.Moves, "move", "moves"),
		plural(t.Games, "game", "games"), t.Legal)
	if t.Partial {
		fmt.Fprintf(r.out, " – PARTIAL, it ended early: %s", t.PartialWhy)
	}
	fmt.Fprintln(r.out)
	if t.Bot != "" {
		fmt.Fprintf(r.out, "%s plays the same in %d; values are by search of %s, +100 is a track that one turn can close\n",
			t.Bot, t.Same, plural(t.Depth, "ply", "plies"))
		fmt.Fprintf(r.out, "lost against it: %.1f points a move; %s by force given away, %s by force missed\n",
			t.Loss, plural(t.Blunders, "game", "games"), plural(t.Missed, "win", "wins"))
	}
	if w := t.Worst; w != nil {
		fmt.Fprintf(r.out, "worst: game %d, ply %d: %s (%s) instead of %s (%s)\n",
			w.Game, w.Ply, w.Move, w.Value, w.Bot, w.Best)
	}
	switch {
	case t.Is == "":
	case t.Divergences == 0:
		fmt.Fprintf(r.out, "%s plays the same in every one\n", t.Is)
	default:
		fmt.Fprintf(r.out, "%s plays otherwise in %s\n", t.Is, plural(t.Divergences, "game", "games"))
	}
}
