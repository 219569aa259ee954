// Package animation makes one picture of many: an SVG document that shows the
// positions of a game one after the other, again and again, in any browser.
//
// It knows no game. A game draws each position as a whole SVG document; what
// stays from one to the next is in the film once.
package animation

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Frames are the pictures that a film is made of.
type Frames struct {
	Count int
	// Frame writes picture i, 0 to Count-1, as a whole SVG document. All have the
	// viewBox of the first.
	Frame func(w io.Writer, i int) error
	// Words returns the text below picture i, which may be empty.
	Words func(i int) string
}

// Options configure an animation. The zero value is usable.
type Options struct {
	Title   string        // above the pictures; may be empty
	Caption string        // below the last picture, instead of its words
	Step    time.Duration // time of a picture; 900 ms
	Hold    time.Duration // time of the last one; 4 s
}

// Limits of an animation.
const (
	// MaxFrames is the number of pictures from which an animation is refused: no person
	// watches one, and it would keep a browser busy.
	MaxFrames = 2500
	minTime   = 50 * time.Millisecond
	maxTime   = time.Minute
	maxText   = 120 // characters of a title or caption
)

// mark begins every document of this package.
const mark = `<svg xmlns="http://www.w3.org/2000/svg" data-by="loopline render" viewBox="`

// IsPicture reports whether a file that begins like this is a document of this
// package's.
func IsPicture(beginning string) bool { return strings.HasPrefix(beginning, mark) }

// WriteStill writes one picture with its title and its caption. Nothing is written
// when it cannot be drawn.
func WriteStill(w io.Writer, draw func(w io.Writer) error, o Options) error {
	return WriteAnimation(w, Frames{Count: 1, Frame: func(w io.Writer, _ int) error { return draw(w) }}, o)
}

// WriteAnimation writes the pictures as one document. Where nothing is animated, as on
// paper, it shows the last. Nothing is written when one cannot be drawn.
func WriteAnimation(w io.Writer, f Frames, o Options) error {
	switch {
	case f.Count < 1:
		return errors.New("there is nothing to draw")
	case f.Count > MaxFrames:
		return fmt.Errorf("the game has %d positions; an animation has at most %d", f.Count, MaxFrames)
	}
	var r elements
	for i := range f.Count {
		var b bytes.Buffer
		if err := f.Frame(&b, i); err != nil {
			return err
		}
		if err := r.add(i, b.Bytes()); err != nil {
			return fmt.Errorf("picture %d: %w", i, err)
		}
	}
	var out bytes.Buffer
	newAnimator(&r, &f, o).write(&out)
	_, err := w.Write(out.Bytes())
	return err
}

// animator writes a reel.
type animator struct {
	reel       *elements
	frames     *Frames
	o          Options
	step, hold time.Duration
	total      time.Duration
	band       float64 // height of a line of text
}

func newAnimator(r *elements, f *Frames, o Options) *animator {
	m := &animator{reel: r, frames: f, o: o, step: 900 * time.Millisecond, hold: 4 * time.Second}
	if o.Step > 0 {
		m.step = min(max(o.Step, minTime), maxTime)
	}
	if o.Hold > 0 {
		m.hold = min(max(o.Hold, minTime), maxTime)
	}
	m.total = m.start(f.Count-1) + m.hold
	m.band = max(20, r.box[3]/14)
	return m
}

// start is when a picture begins; that after the last is the end.
func (m *animator) start(i int) time.Duration {
	if i == m.frames.Count {
		return m.total
	}
	return time.Duration(i) * m.step
}

func (m *animator) write(b *bytes.Buffer) {
	x, y, width, height := m.reel.box[0], m.reel.box[1], m.reel.box[2], m.reel.box[3]
	above, below := 0.0, 0.0
	if m.o.Title != "" {
		above = m.band
	}
	if m.hasWords() {
		below = m.band
	}
	fmt.Fprintf(b, `%s%s %s %s %s"%s>`+"\n", mark, number(x), number(y-above), number(width), number(height+above+below), m.reel.rest)
	fmt.Fprintf(b, `<rect x="%s" y="%s" width="%s" height="%s" fill="#ffffff"/>`+"\n",
		number(x), number(y-above), number(width), number(height+above+below))
	if m.o.Title != "" {
		m.text(b, m.o.Title, y-above*0.25, span{0, m.frames.Count})
	}
	for n := m.reel.first; n != nil; n = n.next {
		b.WriteString(m.element(n.text, n.seen))
		b.WriteByte('\n')
	}
	if below > 0 {
		for i := range m.frames.Count {
			m.text(b, m.words(i), y+height+below*0.65, span{i, i + 1})
		}
	}
	b.WriteString("</svg>\n")
}

func (m *animator) words(i int) string {
	if i == m.frames.Count-1 && m.o.Caption != "" {
		return m.o.Caption
	}
	if m.frames.Words == nil {
		return ""
	}
	return m.frames.Words(i)
}

func (m *animator) hasWords() bool { return m.o.Caption != "" || m.frames.Words != nil }

// text writes a line of text in the middle, as large as fits, to be seen in some
// pictures.
func (m *animator) text(b *bytes.Buffer, text string, y float64, seen span) {
	if text == "" {
		return
	}
	runes := []rune(text)
	if len(runes) > maxText {
		runes = append(runes[:maxText-1], '…')
	}
	size := min(m.band*0.6, m.reel.box[2]/float64(len(runes))/0.56)
	b.WriteString(m.element(fmt.Sprintf(
		`<text x="%s" y="%s" font-size="%s" text-anchor="middle" fill="#1a1a1a" font-family="Helvetica, Arial, sans-serif">%s</text>`,
		number(m.reel.box[0]+m.reel.box[2]/2), number(y), number(size), escaped(string(runes))), []span{seen}))
	b.WriteByte('\n')
}

// element is an element that is seen in some pictures.
func (m *animator) element(text string, seen []span) string {
	last := seen[len(seen)-1].to == m.frames.Count
	switch {
	case last && len(seen) == 1 && seen[0].from == 0:
		return text
	case last:
		return "<g>" + m.animate(seen) + text + "</g>"
	}
	return `<g display="none">` + m.animate(seen) + text + "</g>"
}

// animate is the animation of elements visible in some pictures.
func (m *animator) animate(seen []span) string {
	var values, times []string
	at := func(value string, picture int) {
		values = append(values, value)
		times = append(times, strconv.FormatFloat(float64(m.start(picture))/float64(m.total), 'g', 7, 64))
	}
	if seen[0].from > 0 {
		at("none", 0)
	}
	for _, s := range seen {
		at("inline", s.from)
		if s.to < m.frames.Count {
			at("none", s.to)
		}
	}
	return fmt.Sprintf(`<animate attributeName="display" calcMode="discrete" values="%s" keyTimes="%s" dur="%ss" repeatCount="indefinite"/>`,
		strings.Join(values, ";"), strings.Join(times, ";"), strconv.FormatFloat(m.total.Seconds(), 'f', -1, 64))
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder takes everything
	return b.String()
}

// span is pictures in which an element is seen: from the first, before the
// second.
type span struct{ from, to int }

// elements is the elements of all pictures, each once, in an order in which those of
// every picture lie over each other as there.
type elements struct {
	box   [4]float64
	rest  string // attributes of the document beside its viewBox
	first *node
	known map[string][]*node
}

// node is an element.
type node struct {
	text string
	seen []span
	at   float64 // grows along the list
	next *node
}

// add takes in picture i.
func (r *elements) add(i int, document []byte) error {
	d, err := parse(document)
	if err != nil {
		return err
	}
	if i == 0 {
		r.box, r.rest, r.known = d.box, d.rest, map[string][]*node{}
	}
	if d.box != r.box || d.rest != r.rest {
		return fmt.Errorf("it has the viewBox %v, the first %v", d.box, r.box)
	}
	var below *node
	for _, text := range d.elements {
		n := r.above(below, text)
		if n == nil {
			n = r.insert(below, text)
		}
		if k := len(n.seen) - 1; k >= 0 && n.seen[k].to == i {
			n.seen[k].to++
		} else {
			n.seen = append(n.seen, span{i, i + 1})
		}
		below = n
	}
	return nil
}

// above is the lowest element of a text that lies above another; nil if there is
// none.
func (r *elements) above(below *node, text string) *node {
	for _, n := range r.known[text] {
		if below == nil || n.at > below.at {
			return n
		}
	}
	return nil
}

// insert puts an element right above another, or lowest.
func (r *elements) insert(below *node, text string) *node {
	n := &node{text: text}
	if below == nil {
		n.next, r.first = r.first, n
	} else {
		n.next, below.next = below.next, n
	}
	low, high := 0.0, 0.0
	if below != nil {
		low = below.at
	}
	if n.next != nil {
		high = n.next.at
	} else {
		high = low + 2
	}
	if n.at = (low + high) / 2; n.at <= low || n.at >= high {
		r.number()
	}
	same := append(r.known[text], n)
	slices.SortFunc(same, func(a, b *node) int {
		if a.at < b.at {
			return -1
		}
		return 1
	})
	r.known[text] = same
	return n
}

// number numbers the list again: there was no number left between two.
func (r *elements) number() {
	at := 0.0
	for n := r.first; n != nil; n = n.next {
		at++
		n.at = at
	}
}
