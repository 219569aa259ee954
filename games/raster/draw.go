package raster

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"maps"
	"math"
	"strconv"
	"strings"

	"git.sr.ht/~sbinet/gg"
)

// MaxSide bounds the width and the height of an image, in pixels.
const MaxSide = 8192

// picture is a picture that can be drawn at any moment.
type picture struct {
	root          *element
	ids           map[string]*element
	left, top     float64 // of its viewBox
	scale         float64 // pixels a unit
	width, height int     // pixels
}

// read reads a picture; it has the size that its root says, or else that of its viewBox.
func read(svg []byte) (*picture, error) {
	root, err := parse(svg)
	if err != nil {
		return nil, err
	}
	p := &picture{root: root, ids: map[string]*element{}}
	root.ids(p.ids)
	var box [4]float64
	words := strings.Fields(root.attrs["viewBox"])
	if len(words) != len(box) {
		return nil, fmt.Errorf("viewBox %q has not four numbers", root.attrs["viewBox"])
	}
	for i, word := range words {
		if box[i], err = strconv.ParseFloat(word, 64); err != nil {
			return nil, fmt.Errorf("viewBox %q: %w", root.attrs["viewBox"], err)
		}
	}
	size, err := root.numbers("width", "height")
	if err != nil {
		return nil, err
	}
	width, height := cmp.Or(size[0], box[2]), cmp.Or(size[1], box[3])
	if !(width >= 1 && height >= 1 && box[2] > 0) || width > MaxSide || height > MaxSide {
		return nil, fmt.Errorf("the picture has %v x %v pixels; an image has 1 to %d on a side: draw it with a smaller --cell, or as .svg",
			width, height, MaxSide)
	}
	p.left, p.top, p.scale = box[0], box[1], width/box[2]
	p.width, p.height = int(math.Round(width)), int(math.Round(height))
	return p, nil
}

// draw draws the picture as it is at a share of its time; below 0 nothing is animated.
func (p *picture) draw(share float64) (*image.RGBA, error) {
	dc := gg.NewContext(p.width, p.height)
	dc.Scale(p.scale, p.scale)
	dc.Translate(-p.left, -p.top)
	b := &brush{picture: p, dc: dc, share: share}
	look := style{"fill": "#000", "stroke": "none", "stroke-width": "1", "font-size": "16", "text-anchor": "start"}
	if err := b.each(p.root.children, look.inherit(p.root)); err != nil {
		return nil, err
	}
	return dc.Image().(*image.RGBA), nil
}

// style holds the attributes that an element inherits.
type style map[string]string

// presentation are the attributes that are inherited.
var presentation = []string{
	"fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray", "paint-order",
	"font-size", "font-weight", "font-family", "text-anchor",
}

// inherit is the style within e.
func (s style) inherit(e *element) style {
	inner := s
	for _, name := range presentation {
		if value, ok := e.attrs[name]; ok {
			if len(inner) == len(s) || inner[name] != value {
				inner = maps.Clone(inner)
			}
			inner[name] = value
		}
	}
	if opacity, ok := e.attrs["opacity"]; ok { // of a group as of each part: none lie over each other
		inner = maps.Clone(inner)
		inner["opacity"] = strings.TrimSpace(s["opacity"] + " " + opacity)
	}
	return inner
}

// number returns a length.
func (s style) number(name string) float64 {
	f, _ := strconv.ParseFloat(s[name], 64)
	return f
}

// brush draws elements.
type brush struct {
	*picture
	dc    *gg.Context
	share float64
	depth int
}

// maxDepth bounds how deep elements lie in each other, also by use.
const maxDepth = 50

func (b *brush) each(all []*element, s style) error {
	for _, e := range all {
		if err := b.element(e, s); err != nil {
			return err
		}
	}
	return nil
}

// element draws e and what it holds.
func (b *brush) element(e *element, s style) error {
	switch e.name {
	case "", "title", "desc", "defs", "animate":
		return nil
	}
	if b.depth++; b.depth > maxDepth {
		return fmt.Errorf("elements lie more than %d deep in each other", maxDepth)
	}
	defer func() { b.depth-- }()
	if b.share >= 0 {
		var err error
		if e, err = e.at(b.share); err != nil {
			return err
		}
	}
	if e.attrs["display"] == "none" || e.attrs["opacity"] == "0" {
		return nil
	}
	s = s.inherit(e)
	b.dc.Push()
	defer b.dc.Pop()
	if err := b.transform(e.attrs["transform"]); err != nil {
		return err
	}
	switch e.name {
	case "g":
		return b.each(e.children, s)
	case "use":
		return b.use(e, s)
	case "text":
		return b.text(e, s)
	case "rect", "circle", "path":
		if err := b.outline(e); err != nil {
			return err
		}
		return b.paint(s)
	}
	return fmt.Errorf("<%s> is not drawn as pixels", e.name)
}

func (b *brush) use(e *element, s style) error {
	at, err := e.numbers("x", "y")
	if err != nil {
		return err
	}
	b.dc.Translate(at[0], at[1])
	target := b.ids[strings.TrimPrefix(e.attrs["href"], "#")]
	if target == nil {
		return fmt.Errorf("<use href=%q>: there is no such element", e.attrs["href"])
	}
	return b.element(target, s)
}

// transform takes in translations and turns.
func (b *brush) transform(list string) error {
	for list = strings.TrimSpace(list); list != ""; {
		name, rest, _ := strings.Cut(list, "(")
		arguments, after, closed := strings.Cut(rest, ")")
		var n [3]float64
		words := strings.FieldsFunc(arguments, func(r rune) bool { return r == ' ' || r == ',' })
		for i := range min(len(words), len(n)) {
			n[i], _ = strconv.ParseFloat(words[i], 64)
		}
		switch {
		case closed && name == "translate":
			b.dc.Translate(n[0], n[1])
		case closed && name == "rotate":
			b.dc.RotateAbout(gg.Radians(n[0]), n[1], n[2])
		default:
			return fmt.Errorf("transform %q is not known", list)
		}
		list = strings.TrimSpace(after)
	}
	return nil
}

// outline makes the path of a shape.
func (b *brush) outline(e *element) error {
	b.dc.ClearPath()
	switch e.name {
	case "rect":
		n, err := e.numbers("x", "y", "width", "height", "rx")
		if err != nil {
			return err
		}
		if radius := min(n[4], n[2]/2, n[3]/2); radius > 0 {
			b.dc.DrawRoundedRectangle(n[0], n[1], n[2], n[3], radius)
		} else {
			b.dc.DrawRectangle(n[0], n[1], n[2], n[3])
		}
	case "circle":
		n, err := e.numbers("cx", "cy", "r")
		if err != nil {
			return err
		}
		b.dc.DrawCircle(n[0], n[1], n[2])
	case "path":
		return addPath(b.dc, e.attrs["d"])
	}
	return nil
}

// paint fills and strokes the path, and drops it.
func (b *brush) paint(s style) error {
	defer b.dc.ClearPath()
	fill, err := b.pattern(s["fill"], s)
	if err != nil {
		return err
	}
	stroke, err := b.pattern(s["stroke"], s)
	if err != nil {
		return err
	}
	filled := func() {
		if fill != nil {
			b.dc.SetFillStyle(fill)
			b.dc.FillPreserve()
		}
	}
	behind := strings.HasPrefix(s["paint-order"], "stroke")
	if !behind {
		filled()
	}
	if width := s.number("stroke-width"); stroke != nil && width > 0 {
		b.dc.SetStrokeStyle(stroke)
		b.dc.SetLineWidth(width * b.scale)
		b.dc.SetLineCap(map[string]gg.LineCap{"round": gg.LineCapRound, "square": gg.LineCapSquare, "": gg.LineCapButt, "butt": gg.LineCapButt}[s["stroke-linecap"]])
		b.dc.SetLineJoinRound()
		var dashes []float64
		for word := range strings.FieldsSeq(strings.ReplaceAll(s["stroke-dasharray"], ",", " ")) {
			if length, err := strconv.ParseFloat(word, 64); err == nil {
				dashes = append(dashes, length*b.scale)
			}
		}
		b.dc.SetDash(dashes...)
		b.dc.StrokePreserve()
	}
	if behind {
		filled()
	}
	return nil
}

// pattern is the fill of a paint; nil fills nothing.
func (b *brush) pattern(paint string, s style) (gg.Pattern, error) {
	if paint == "none" || paint == "transparent" {
		return nil, nil
	}
	if id, ok := strings.CutPrefix(paint, "url(#"); ok {
		return b.tile(b.ids[strings.TrimSuffix(id, ")")], s)
	}
	digits, ok := strings.CutPrefix(paint, "#")
	if ok && len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	rgb, err := strconv.ParseUint(digits, 16, 32)
	if !ok || len(digits) != 6 || err != nil {
		return nil, fmt.Errorf("colour %q is not known", paint)
	}
	opacity := 1.0
	for word := range strings.FieldsSeq(s["opacity"]) {
		f, _ := strconv.ParseFloat(word, 64)
		opacity *= f
	}
	return gg.NewSolidPattern(color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), uint8(math.Round(opacity * 255))}), nil
}

// tiling repeats an image over the plane.
type tiling struct {
	tile          *image.RGBA
	left, top     float64 // pixels, of the tile at the origin
	width, height float64 // pixels, of a tile
}

// ColorAt returns the colour of a pixel.
func (t *tiling) ColorAt(x, y int) color.Color {
	size := t.tile.Bounds().Size()
	column := math.Mod(math.Mod(float64(x)+0.5-t.left, t.width)+t.width, t.width) / t.width
	row := math.Mod(math.Mod(float64(y)+0.5-t.top, t.height)+t.height, t.height) / t.height
	return t.tile.At(min(int(column*float64(size.X)), size.X-1), min(int(row*float64(size.Y)), size.Y-1))
}

// tile draws a pattern element, in whose space the brush is.
func (b *brush) tile(e *element, s style) (gg.Pattern, error) {
	if e == nil || e.name != "pattern" {
		return nil, fmt.Errorf("a paint names no pattern")
	}
	n, err := e.numbers("width", "height")
	if err != nil {
		return nil, err
	}
	width, height := n[0]*b.scale, n[1]*b.scale
	if !(width >= 1 && height >= 1) || width > MaxSide || height > MaxSide {
		return nil, fmt.Errorf("a pattern has %v x %v pixels", width, height)
	}
	columns, rows := int(math.Ceil(width)), int(math.Ceil(height))
	inner := &brush{picture: b.picture, dc: gg.NewContext(columns, rows), share: b.share, depth: b.depth}
	inner.dc.Scale(float64(columns)/n[0], float64(rows)/n[1])
	plain := style{"fill": "#000", "stroke": "none", "stroke-width": "1", "opacity": s["opacity"]}
	if err := inner.each(e.children, plain.inherit(e)); err != nil {
		return nil, err
	}
	t := &tiling{tile: inner.dc.Image().(*image.RGBA), width: width, height: height}
	t.left, t.top = b.dc.TransformPoint(0, 0)
	return t, nil
}
