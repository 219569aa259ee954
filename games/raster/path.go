package raster

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"git.sr.ht/~sbinet/gg"
)

// pathReader reads the data of a path (SVG 1.1, section 8.3).
type pathReader struct {
	dc     *gg.Context
	rest   string
	x, y   float64 // the current point
	fromX  float64 // where the subpath began
	fromY  float64
	failed error
}

// addPath adds the path of the given data to dc.
func addPath(dc *gg.Context, data string) error {
	p := &pathReader{dc: dc, rest: data}
	var command byte
	for p.failed == nil {
		p.rest = strings.TrimLeft(p.rest, " ,\n\t")
		if p.rest == "" {
			return nil
		}
		if c := p.rest[0]; c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			command, p.rest = c, p.rest[1:]
		}
		p.step(command)
		switch command { // further pairs are lines
		case 'M':
			command = 'L'
		case 'm':
			command = 'l'
		}
	}
	return fmt.Errorf("path %q: %w", data, p.failed)
}

// step reads the numbers of a command and does it.
func (p *pathReader) step(command byte) {
	baseX, baseY := 0.0, 0.0
	if command >= 'a' {
		baseX, baseY = p.x, p.y
	}
	switch command {
	case 'M', 'm':
		p.x, p.y = baseX+p.number(), baseY+p.number()
		p.fromX, p.fromY = p.x, p.y
		p.dc.MoveTo(p.x, p.y)
		return
	case 'L', 'l':
		p.x, p.y = baseX+p.number(), baseY+p.number()
	case 'H', 'h':
		p.x = baseX + p.number()
	case 'V', 'v':
		p.y = baseY + p.number()
	case 'A', 'a':
		rx, ry := p.number(), p.number()
		turned, large, sweep := p.number(), p.number() != 0, p.number() != 0
		x, y := baseX+p.number(), baseY+p.number()
		if turned != 0 {
			p.failed = fmt.Errorf("an ellipse turned by %v degrees", turned)
			return
		}
		p.arc(rx, ry, large, sweep, x, y)
		return
	case 'Z', 'z':
		p.dc.ClosePath()
		p.x, p.y = p.fromX, p.fromY
		return
	default:
		p.failed = fmt.Errorf("command %q", command)
		return
	}
	p.dc.LineTo(p.x, p.y)
}

// number reads a number.
func (p *pathReader) number() float64 {
	p.rest = strings.TrimLeft(p.rest, " ,\n\t")
	n := 0
	for dot := false; n < len(p.rest); n++ {
		c := p.rest[n]
		if c == '.' && !dot {
			dot = true
		} else if (c < '0' || c > '9') && (n > 0 || c != '-') {
			break
		}
	}
	f, err := strconv.ParseFloat(p.rest[:n], 64)
	if err != nil && p.failed == nil {
		p.failed = err
	}
	p.rest = p.rest[n:]
	return f
}

// arc draws an elliptical arc to x, y (SVG 1.1, appendix F.6).
func (p *pathReader) arc(rx, ry float64, large, sweep bool, x, y float64) {
	if rx <= 0 || ry <= 0 || x == p.x && y == p.y {
		p.x, p.y = x, y
		p.dc.LineTo(x, y)
		return
	}
	dx, dy := (p.x-x)/2/rx, (p.y-y)/2/ry // half the chord, of a unit circle
	if d := dx*dx + dy*dy; d > 1 {       // radii that are too small grow
		rx, ry = rx*math.Sqrt(d), ry*math.Sqrt(d)
		dx, dy = dx/math.Sqrt(d), dy/math.Sqrt(d)
	}
	d := dx*dx + dy*dy
	off := math.Sqrt(max(0, 1/d-1))
	if large == sweep {
		off = -off
	}
	cx, cy := off*dy, -off*dx // the centre, seen from the middle of the chord
	from, to := math.Atan2(dy-cy, dx-cx), math.Atan2(-dy-cy, -dx-cx)
	if sweep && to < from {
		to += 2 * math.Pi
	} else if !sweep && to > from {
		to -= 2 * math.Pi
	}
	p.dc.DrawEllipticalArc((p.x+x)/2+cx*rx, (p.y+y)/2+cy*ry, rx, ry, from, to)
	p.x, p.y = x, y
}
