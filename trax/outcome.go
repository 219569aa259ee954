package trax

import "fmt"

// minLine is the length in cells from which a track between two opposite
// sides of the bounding box is a line.
const minLine = 8

// Completed is the set of things that a turn completed.
type Completed uint8

// The four things that end a game.
const (
	WhiteLoop Completed = 1 << iota
	WhiteLine
	RedLoop
	RedLine
)

func loopOf(c Color) Completed { return WhiteLoop << (2 * c) }
func lineOf(c Color) Completed { return WhiteLine << (2 * c) }

// Has reports whether every member of d is in c.
func (c Completed) Has(d Completed) bool { return c&d == d }

// of returns the members of c that belong to one colour.
func (c Completed) of(color Color) Completed {
	return c & (loopOf(color) | lineOf(color))
}

// Names returns the members as words such as "white-loop", sorted. It is
// never nil.
func (c Completed) Names() []string {
	names := []string{}
	for _, m := range [...]struct {
		Completed
		name string
	}{
		{RedLine, "red-line"},
		{RedLoop, "red-loop"},
		{WhiteLine, "white-line"},
		{WhiteLoop, "white-loop"},
	} {
		if c.Has(m.Completed) {
			names = append(names, m.name)
		}
	}
	return names
}

// Outcome is the state of a game by the rules: not over, or won by a colour.
type Outcome struct {
	Over      bool
	Winner    Color     // only when Over
	Completed Completed // what the last turn completed, of both colours
}

// Reason returns "loop", "line" or "loop+line": what the winner completed. It
// is empty when the game is not over.
func (o Outcome) Reason() string {
	if !o.Over {
		return ""
	}
	loop, line := o.Completed.Has(loopOf(o.Winner)), o.Completed.Has(lineOf(o.Winner))
	switch {
	case loop && line:
		return "loop+line"
	case loop:
		return "loop"
	default:
		return "line"
	}
}

// String returns words such as "red wins by loop" or "not over".
func (o Outcome) String() string {
	format, parts := o.Parts()
	return fmt.Sprintf(format, parts...)
}

// Parts returns the outcome as a format and its parts, for other languages.
func (o Outcome) Parts() (format string, parts []any) {
	if !o.Over {
		return "not over", nil
	}
	return "%s wins by %s", []any{o.Winner, sentencef(o.Reason())}
}

// Outcome returns the state of the game. The colour that completed a loop or a
// line wins, whoever moved; if both did, the player who moved wins.
func (p *Position) Outcome() Outcome {
	o := Outcome{Over: p.completed != 0, Completed: p.completed}
	if !o.Over {
		return o
	}
	white, red := p.completed.of(White), p.completed.of(Red)
	switch {
	case white != 0 && red != 0:
		o.Winner = p.Turn().Other()
	case red != 0:
		o.Winner = Red
	}
	return o
}

// updateOutcome looks for lines once the turn that began with placed[first] is done.
// A new line passes through a tile of the turn: it has an end in the outermost
// column or row, and had that been there before with both ends where they
// are, the game would have been over or the box too short.
func (p *Position) updateOutcome(first int) {
	if p.width < minLine && p.height < minLine {
		return
	}
	for _, t := range p.placed[first:] {
		for color, end := range t.ends {
			if p.spans(end) {
				p.completed |= lineOf(Color(color))
			}
		}
	}
}

// spans reports whether the track with an end at the given edge joins two
// opposite sides of a box that is long enough. The edge may have been joined
// since it was noted; it then does not face outward and spans nothing.
func (p *Position) spans(end uint32) bool {
	far := p.grid.ends[end]
	if (end^far)&3 != 2 { // not opposite sides
		return false
	}
	side := Side(end & 3)
	if !p.outward(end/4, side) || !p.outward(far/4, side.Opposite()) {
		return false
	}
	if side == Left || side == Right {
		return p.width >= minLine
	}
	return p.height >= minLine
}

// outward reports whether side s of cell c lies on the rim of the box.
func (p *Position) outward(c uint32, s Side) bool {
	col, row := p.grid.offset(p.base, c)
	switch s {
	case Right:
		return col == p.width
	case Top:
		return row == 1
	case Left:
		return col == 1
	default:
		return row == p.height
	}
}
