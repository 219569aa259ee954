package scoreboard

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/trax"
)

// differs notes the first difference, with both boards as they are now.
func (s *Scoreboard) differs(faults ...string) bool {
	const most = 12 // lines: a wrong GEN may have hundreds
	var b strings.Builder
	fmt.Fprintf(&b, "FIRST DIFFERENCE at command %d, %s:\n", s.commands, s.command)
	for i, f := range faults {
		if i == most {
			fmt.Fprintf(&b, "  and %d more\n", len(faults)-most)
			break
		}
		fmt.Fprintf(&b, "  %s\n", f)
	}
	pos := s.ref.Position()
	moves := string(s.ref.Moves())
	if pos.Ply() == 0 {
		fmt.Fprintln(&b, "The board is empty after it.")
	} else {
		fmt.Fprintf(&b, "The moves after it, by the rules: %s\nTo see them: loopline replay '%s'\n", moves, moves)
	}
	s.drawBoth(&b)
	s.difference = b.String()
	return true
}

// drawBoth draws the reference model's board next to the board of the trace port, and marks
// the rows that differ.
func (s *Scoreboard) drawBoth(b *strings.Builder) {
	pos := s.ref.Position()
	width := min(max(pos.Width(), s.state.Width, 1), s.size-1)
	height := min(max(pos.Height(), s.state.Height, 1), s.size-1)
	line := func(row int, letter func(trax.Cell) byte) string {
		var l strings.Builder
		fmt.Fprintf(&l, "%5d", row)
		for col := 1; col <= width; col++ {
			l.WriteByte(' ')
			l.WriteByte(letter(trax.Cell{Col: col, Row: row}))
		}
		return l.String()
	}
	names := "     "
	for col := 1; col <= width; col++ {
		name := strings.TrimSuffix(trax.Cell{Col: col}.String(), "0")
		names += " " + name[len(name)-1:]
	}
	gap := strings.Repeat(" ", 4)
	fmt.Fprintf(b, "%-*s%s%s\n", len(names), "     by the rules", gap, "     by the core's trace")
	fmt.Fprintf(b, "%s%s%s\n", names, gap, names)
	for row := 1; row <= height; row++ {
		want := line(row, func(c trax.Cell) byte { return pos.At(c).Letter() })
		got := line(row, func(c trax.Cell) byte {
			x, y := (c.Col+s.state.OriginX)&(s.size-1), (c.Row+s.state.OriginY)&(s.size-1)
			return s.cells[y*s.size+x].Letter()
		})
		marked := ""
		if want != got {
			marked = "  <"
		}
		fmt.Fprintf(b, "%s%s%s%s\n", want, gap, got, marked)
	}
}

// Difference returns the first difference as text: what differs, the moves that lead
// there, and both boards. It is empty if there is none.
func (s *Scoreboard) Difference() string { return s.difference }

// Finish ends the comparison. It reports whether turns were compared, all agree, and no
// command waits for its answer.
func (s *Scoreboard) Finish() bool {
	s.finished = true
	return !s.Differs() && s.turns > 0 && !s.pending
}

// Finished reports whether Finish was called.
func (s *Scoreboard) Finished() bool { return s.finished }

// Summary returns what was compared: turns, operations by status, and functional
// coverage.
func (s *Scoreboard) Summary() string {
	var b strings.Builder
	switch {
	case s.Differs():
		fmt.Fprintf(&b, "FAIL: the core differs, after %s as the rules say\n", humanize.Plural(s.turns, "turn", "turns"))
	case !s.finished:
		fmt.Fprintf(&b, "FAIL: the simulation ended before the scoreboard was finished, after %s as the rules say\n", humanize.Plural(s.turns, "turn", "turns"))
	case s.pending:
		fmt.Fprintf(&b, "FAIL: the simulation ended while %s waits for its answer, after %s as the rules say\n", s.command, humanize.Plural(s.turns, "turn", "turns"))
	case s.turns == 0:
		b.WriteString("FAIL: no turn was compared; connect the scoreboard to the ports, and play\n")
	default:
		fmt.Fprintf(&b, "PASS: %s, all as the rules say\n", humanize.Plural(s.turns, "turn", "turns"))
	}
	for op := range numOps {
		text := ""
		for status, n := range s.met[op] {
			if n > 0 {
				text += fmt.Sprintf(" %s %d", StatusName(uint8(status)), n)
			}
		}
		if text != "" {
			fmt.Fprintf(&b, "%-5s%s\n", op, text)
		}
	}
	bins, holes := s.ref.Holes()
	fmt.Fprintf(&b, "coverage: %d of %d bins of docs/vectors.md met", bins-len(holes), bins)
	const named = 8
	if n := min(len(holes), named); n > 0 {
		fmt.Fprintf(&b, "; not met: %s", strings.Join(holes[:n], " "))
		if len(holes) > n {
			fmt.Fprintf(&b, " and %d more", len(holes)-n)
		}
	}
	b.WriteByte('\n')
	return b.String()
}
