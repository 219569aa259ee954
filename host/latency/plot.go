package latency

import (
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/internal/caption"
	"github.com/loopline/loopline/internal/say"
)

// Plot is a picture of answer times: how they are distributed, and each of them
// against something that may explain it.
type Plot struct {
	Title say.Text
	Notes []say.Text // lines under the title
	Times *Distribution

	Points       []Point
	ScatterLabel string // what Point.X is, and as Point.Group a word of the catalogue, if it has it

	Language say.Language
}

// Point is one answer.
type Point struct {
	X     float64
	Time  time.Duration
	Group string // answers of a group have a colour
}

// The picture in SVG's units: two panels below a heading.
const (
	plotWidth   = 860
	panelLeft   = 76
	panelRight  = 836
	panelHeight = 220
	headHeight  = 44
	noteHeight  = 17
	gapHeight   = 78
	plotBins    = 40
	maxPoints   = 20_000 // drawn; more would only make the file large
)

// palette has colours that the colour-blind tell apart (Okabe and Ito).
var palette = [...]string{
	"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a7a00", "#555555",
}

// WriteSVG writes the picture.
func (p *Plot) WriteSVG(w io.Writer) error {
	d := drawing{unit: UnitOf(p.Times.Percentile(99))}
	top := headHeight + noteHeight*len(p.Notes) + 44
	height := top + 2*panelHeight + 2*gapHeight
	d.put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" `+
		`font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="12" fill="#222">`,
		plotWidth, height, plotWidth, height)
	d.put(`<rect width="100%%" height="100%%" fill="#fff"/>`)
	title, size := caption.Name(p.Language.Say(p.Title), plotWidth-2*24, 18, 14)
	d.put(`<text x="24" y="30" font-size="%d" font-weight="bold">%s</text>`, size, title)
	for i, note := range p.Notes {
		text, size := caption.Name(p.Language.Say(note), plotWidth-2*24, 12, 9)
		d.put(`<text x="24" y="%d" font-size="%d" fill="#555">%s</text>`, headHeight+8+noteHeight*i, size, text)
	}
	if p.Times.Count() > 0 {
		p.histogram(&d, top)
		p.scatter(&d, top+panelHeight+gapHeight)
	}
	d.put(`</svg>`)
	_, err := io.WriteString(w, d.String())
	return err
}

// drawing is the picture as far as it is drawn.
type drawing struct {
	strings.Builder
	unit Unit
}

func (d *drawing) put(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

func (d *drawing) text(x, y float64, anchor, text string) {
	d.put(`<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, x, y, anchor, html.EscapeString(text))
}

func (d *drawing) line(x1, y1, x2, y2 float64, style string) {
	d.put(`<path d="M%.1f %.1fL%.1f %.1f" %s/>`, x1, y1, x2, y2, style)
}

const gridStyle = `stroke="#e4e4e4"`

func across(share float64) float64 { return panelLeft + share*(panelRight-panelLeft) }

// histogram draws how many answers took how long.
func (p *Plot) histogram(d *drawing, top int) {
	bottom := float64(top + panelHeight)
	bins := p.Times.binsTo(p.Times.Max(), plotBins)
	s := newScale(bins[0].From, p.Times.Max(), plotBins)
	most := 0
	for _, b := range bins {
		most = max(most, b.Count)
	}
	tick := countTick(most)
	full := float64((most + tick - 1) / tick * tick)
	for n := 0; n <= int(full); n += tick {
		y := bottom - float64(n)/full*panelHeight
		d.line(panelLeft, y, panelRight, y, gridStyle)
		d.text(panelLeft-8, y+4, "end", fmt.Sprint(n))
	}
	for _, b := range bins {
		x1, x2 := across(s.at(b.From)), across(s.at(b.To))
		h := float64(b.Count) / full * panelHeight
		d.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#0072b2" fill-opacity=".75"/>`,
			x1+.5, bottom-h, x2-x1-1, h)
	}
	p.timeTicks(d, s, bottom)
	p.marks(d, s, float64(top), bottom)
	d.text(panelLeft, float64(top)-14, "start", p.Language.Say(say.Format("answers")))
	d.text(panelRight, bottom+38, "end", p.Language.Say(say.Format("hardware time, %s", d.unit.Name)))
}

// timeTicks writes the times under the histogram, as many as have room.
func (p *Plot) timeTicks(d *drawing, s scale, bottom float64) {
	free := 0.
	for _, edge := range s.edges {
		x := across(s.at(edge))
		text := d.unit.short(edge)
		if half := float64(4*width(text) + 4); x-half >= free {
			d.line(x, bottom, x, bottom+5, `stroke="#888"`)
			d.text(x, bottom+19, "middle", text)
			free = x + half
		}
	}
	d.line(panelLeft, bottom, panelRight, bottom, `stroke="#888"`)
}

// marks draws the percentiles and the maximum. Those without room for a label of their
// own share one.
func (p *Plot) marks(d *drawing, s scale, top, bottom float64) {
	type label struct {
		left, x float64
		text    string
	}
	var labels []label
	mark := func(t time.Duration, name string) {
		x := across(s.at(t))
		d.line(x, top-4, x, bottom, `stroke="#d55e00" stroke-dasharray="4 3"`)
		left := x - float64(4*width(name)+6)
		if n := len(labels); n > 0 && left < labels[n-1].x+float64(4*width(labels[n-1].text)+22) {
			last := &labels[n-1]
			last.text, last.x = last.text+", "+name, (last.left+x)/2
			return
		}
		labels = append(labels, label{x, x, name})
	}
	for _, percent := range percentiles {
		mark(p.Times.Percentile(percent), fmt.Sprintf("p%g", percent))
	}
	mark(p.Times.Max(), "max")
	for _, l := range labels {
		x := min(l.x, plotWidth-float64(4*width(l.text)))
		d.text(x, top-8, "middle", l.text)
	}
}

// countTick is the distance of the marks for counts up to most.
func countTick(most int) int { return int(roundUp(time.Duration((most + 4) / 5))) }

// scatter draws each answer.
func (p *Plot) scatter(d *drawing, top int) {
	if len(p.Points) == 0 {
		return
	}
	bottom := float64(top + panelHeight)
	right := 1.
	for _, point := range p.Points {
		right = max(right, point.X)
	}
	tick := countTick(int(math.Ceil(right)))
	right = float64((int(math.Ceil(right)) + tick - 1) / tick * tick)
	s := newScale(p.Times.Min(), p.Times.Max(), 8)
	for _, edge := range s.edges {
		y := bottom - s.at(edge)*panelHeight
		d.line(panelLeft, y, panelRight, y, gridStyle)
		d.text(panelLeft-8, y+4, "end", d.unit.short(edge))
	}
	for n := 0; n <= int(right); n += tick {
		d.text(across(float64(n)/right), bottom+19, "middle", fmt.Sprint(n))
	}
	d.line(panelLeft, bottom, panelRight, bottom, `stroke="#888"`)
	groups := p.groups()
	for i := range min(len(p.Points), maxPoints) {
		point := &p.Points[i]
		d.put(`<circle cx="%.1f" cy="%.1f" r="2.6" fill="%s" fill-opacity=".6"/>`,
			across(point.X/right), bottom-s.at(max(point.Time, 0))*panelHeight,
			palette[slices.Index(groups, point.Group)%len(palette)])
	}
	d.text(panelLeft, float64(top)-14, "start", p.Language.Say(say.Format("hardware time of each answer, %s", d.unit.Name)))
	d.text(panelRight, bottom+38, "end", p.Language.Say(say.Word(p.ScatterLabel)))
	p.legend(d, groups, bottom+38)
}

// groups are the names of the groups, as they come.
func (p *Plot) groups() (names []string) {
	for i := range p.Points {
		if !slices.Contains(names, p.Points[i].Group) {
			names = append(names, p.Points[i].Group)
		}
	}
	return names
}

func (p *Plot) legend(d *drawing, groups []string, y float64) {
	x := float64(panelLeft)
	for i, name := range groups {
		if i == len(palette) {
			return
		}
		d.put(`<circle cx="%.1f" cy="%.1f" r="4" fill="%s"/>`, x+4, y-4, palette[i])
		name = p.Language.Say(say.Word(name))
		d.text(x+13, y, "start", name)
		x += float64(7*width(name) + 34)
	}
}
