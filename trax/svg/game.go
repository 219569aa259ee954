package svg

import (
	"io"
	"time"
	"unicode/utf8"
)

// Game writes the game of the given moves, in strict notation, as an animated
// SVG picture: one turn after the other, forced tiles one by one, then the
// final board with the winning track. It repeats for ever.
//
// An illegal move's error names the ply and wraps a [*trax.IllegalError];
// nothing is written then.
func Game(w io.Writer, moves []string, o Options) error {
	s, err := read(moves)
	if err != nil {
		return err
	}
	o = o.complete()
	o.NoCoordinates = true
	if o.Caption == "" {
		o.Caption = s.conclusion()
	}
	c := &canvas{}
	newAnimation(s, o).draw(c)
	_, err = w.Write(c.Bytes())
	return err
}

// animation draws a script.
type animation struct {
	script
	timeline
	layout
}

func newAnimation(s script, o Options) *animation {
	longest := utf8.RuneCountInString(o.Caption)
	for i := range s.turns {
		longest = max(longest, utf8.RuneCountInString(s.caption(i)))
	}
	return &animation{
		script:   s,
		timeline: timeline{time.Duration(len(s.turns))*o.Step + o.Hold},
		layout:   newLayout(o, s.end.Width(), s.end.Height(), longest+2),
	}
}

// start returns when turn i begins; the end follows the last turn.
func (m *animation) start(i int) time.Duration { return time.Duration(i) * m.Step }

// draw writes the whole picture. Tiles lie lowest, marks and the outline of
// what has won above them.
func (m *animation) draw(c *canvas) {
	m.open(c, describe(m.end))
	for i := range m.turns {
		m.turn(c, i)
	}
	c.line(`<g %s>`, frameStyle)
	for i := range m.turns {
		m.during(c, i, func() { m.frames(c, m.turns[i].placed) })
	}
	c.line(`</g>`)
	if m.end.Outcome().Over {
		c.line(`<g>`)
		m.appear(c, m.start(len(m.turns)))
		m.outline(c, m.end)
		c.line(`</g>`)
	}
	m.captions(c)
	m.shut(c)
}

// turn writes the tiles of turn i: the written one at once, the forced ones
// one after the other within the first half of its time.
func (m *animation) turn(c *canvas, i int) {
	placed := m.turns[i].placed
	for j, t := range placed {
		c.line(`<g>`)
		m.appear(c, m.start(i)+m.Step*time.Duration(j)/time.Duration(2*len(placed)))
		m.tile(c, t.Tile, t.Cell)
		c.line(`</g>`)
	}
}

// during writes what body writes so that it is seen only in turn i. Where
// nothing is animated it is not seen, unless it is the last turn.
func (m *animation) during(c *canvas, i int, body func()) {
	from, to, still := m.start(i), m.start(i+1), ` display="none"`
	if i == len(m.turns)-1 {
		to, still = m.total, ""
	}
	c.line(`<g%s>`, still)
	m.show(c, from, to)
	body()
	c.line(`</g>`)
}

// captions writes the caption below the board.
func (m *animation) captions(c *canvas) {
	for i, t := range m.turns {
		c.line(`<g display="none">`)
		m.show(c, m.start(i), m.start(i+1))
		m.say(c, m.caption(i), ink(t.color))
		c.line(`</g>`)
	}
	c.line(`<g>`)
	m.show(c, m.start(len(m.turns)), m.total)
	dot := ""
	if o := m.end.Outcome(); o.Over {
		dot = ink(o.Winner)
	}
	m.say(c, m.Caption, dot)
	c.line(`</g>`)
}
