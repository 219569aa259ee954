package rtl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// shownCommands is the number of commands listed before the wrong one.
const shownCommands = 12

// Where names the round, or the game.
func (d *Divergence) Where() string {
	if d.Round < 0 {
		return d.Name
	}
	return fmt.Sprintf("round %d of seed %d", d.Round, d.Seed)
}

// Bin returns the name of the coverage bin of the right answer, as [CoverageCount.String]
// has it; empty if a crash leaves that unknown.
func (d *Divergence) Bin() string {
	if d.Crash != nil {
		return ""
	}
	return CoverageCount{What: d.Command().Op.String(), How: statusName(d.Want.Status)}.String()
}

// GotText is the core's answer in words.
func (d *Divergence) GotText() string {
	if d.Crash != nil {
		return d.Crash.Error()
	}
	return d.Got.String()
}

// Fields names what differs, each as a sentence.
func (d *Divergence) Fields() []string {
	w, g := &d.Want, &d.Got
	switch {
	case d.Crash != nil:
		return []string{d.Crash.Error()}
	case g.Violation != 0:
		return []string{g.Violation.String()}
	}
	var all []string
	differs := func(name string, want, got any) {
		if want != got {
			all = append(all, fmt.Sprintf("%s is %v, it should be %v", name, got, want))
		}
	}
	differs("status", statusName(w.Status), statusName(g.Status))
	differs("completed", setText(w.Completed.Names()), setText(g.Completed.Names()))
	differs("width", w.Width, g.Width)
	differs("height", w.Height, g.Height)
	differs("tiles", w.Tiles, g.Tiles)
	differs("red", w.Red, g.Red)
	differs("over", w.Over, g.Over)
	if w.Over && g.Over {
		differs("winner", w.Winner, g.Winner)
	}
	if w.Status == g.Status {
		all = append(all, placedDifference(w.Placed, g.Placed)...)
		all = append(all, setDifference("move", texts(w.Moves, GenMove.String), texts(g.Moves, GenMove.String))...)
		if !slices.Equal(w.Board, g.Board) {
			all = append(all, "the board that the traces add up to is another")
		}
	}
	return all
}

func setText(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, " ")
}

// texts are the items of a list as words.
func texts[T any](list []T, text func(T) string) []string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = text(v)
	}
	return words
}

// placedDifference names the tiles that differ, and of those that lie as they should the
// ones with a wrong mark of forced play.
func placedDifference(want, got []trax.Placement) (all []string) {
	got = slices.Clone(got)
	for _, w := range want {
		other := w
		other.Forced = !w.Forced
		// The right tile may be there beside it: then one is too many.
		if j := slices.Index(got, other); j >= 0 && !slices.Contains(got, w) {
			got[j] = w
			is, should := "low", "high"
			if !w.Forced {
				is, should = should, is
			}
			all = append(all, fmt.Sprintf("trace_forced_o is %s with tile %s%s, it should be %s", is, w.Cell, w.Tile, should))
		}
	}
	return append(all, setDifference("tile", texts(want, placementText), texts(got, placementText))...)
}

// setDifference names what is missing from a set, and what should not be there.
func setDifference(what string, want, got []string) (all []string) {
	const shown = 8
	rest := slices.Clone(got)
	for _, w := range want {
		if i := slices.Index(rest, w); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
			continue
		}
		all = append(all, fmt.Sprintf("%s %s is missing", what, w))
	}
	for _, g := range rest {
		all = append(all, fmt.Sprintf("%s %s should not be there", what, g))
	}
	if len(all) > shown {
		all = append(all[:shown], fmt.Sprintf("and %d more of the kind", len(all)-shown))
	}
	return all
}

// AppendText appends a report as text: the position, what was asked, both
// answers, what differs, and the commands that led there.
func (d *Divergence) AppendText(dst []byte) []byte {
	pos, moves := d.Position()
	dst = fmt.Appendf(dst, "%s differs from the rules: command %d of %s\n\n", d.Source, d.Index, d.Where())
	dst = pos.AppendText(dst)
	dst = fmt.Appendf(dst, "\nafter:    %s\nasked:    %s\n", moves, d.Command())
	dst = fmt.Appendf(dst, "rules:    %s\n", d.Want)
	if d.Want.Status == uint8(vectors.ForcedPlay) {
		if illegal, ok := errors.AsType[*trax.IllegalError](pos.Play(d.Command().Move)); ok {
			dst = fmt.Appendf(dst, "          %s\n", illegal.Detail)
		}
	}
	dst = fmt.Appendf(dst, "core:     %s\n\n", d.GotText())
	for _, f := range d.Fields() {
		dst = fmt.Appendf(dst, "  %s\n", f)
	}
	dst = append(dst, "\nthe last commands:\n"...)
	from := max(0, len(d.Commands)-shownCommands-1)
	for i, c := range d.Commands[from:] {
		mark := "  "
		if from+i == len(d.Commands)-1 {
			mark = "->"
		}
		dst = fmt.Appendf(dst, "  %s %s\n", mark, c)
	}
	replay := strings.TrimSpace(moves + " " + moveText(d.Command()))
	dst = fmt.Appendf(dst, "\nmoves:    %s\n", humanize.ShellQuote(replay))
	return dst
}

// moveText is the move of a command, if it has one.
func moveText(c Command) string {
	if (c.Op == Play || c.Op == Try) && shapeNumber(c.Move.Shape) < 3 {
		return c.Move.String()
	}
	return ""
}
