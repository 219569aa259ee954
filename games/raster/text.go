package raster

import (
	"os"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fonts holds the fonts of the package, upright and bold.
var fonts = sync.OnceValue(func() [2]*sfnt.Font {
	var all [2]*sfnt.Font
	for i, file := range [][]byte{goregular.TTF, gobold.TTF} {
		f, err := sfnt.Parse(file)
		if err != nil {
			panic(err) // the file is part of the program
		}
		all[i] = f
	}
	return all
})

// systemFonts are files in which systems keep a font for Japanese.
var systemFonts = []string{
	"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
	"/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
	"/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
	"/System/Library/Fonts/ヒラギノ角ゴシック W3.ttc",
	`C:\Windows\Fonts\YuGothR.ttc`,
	`C:\Windows\Fonts\msgothic.ttc`,
}

// systemFont is the first of systemFonts that is there; nil if none is.
var systemFont = sync.OnceValue(func() *sfnt.Font {
	for _, name := range systemFonts {
		file, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		collection, err := sfnt.ParseCollection(file)
		if err != nil {
			continue
		}
		if f, err := collection.Font(0); err == nil {
			return f
		}
	}
	return nil
})

// glyph is a character of a text.
type glyph struct {
	font    *sfnt.Font
	index   sfnt.GlyphIndex
	size    float64
	advance float64
	look    style
}

// text draws a text with its spans.
func (b *brush) text(e *element, s style) error {
	at, err := e.numbers("x", "y")
	if err != nil {
		return err
	}
	var buffer sfnt.Buffer
	glyphs, err := line(nil, e, s, &buffer)
	if err != nil {
		return err
	}
	x, width := at[0], 0.0
	for _, g := range glyphs {
		width += g.advance
	}
	switch s["text-anchor"] {
	case "middle":
		x -= width / 2
	case "end":
		x -= width
	}
	for _, g := range glyphs {
		if err := b.glyph(g, x, at[1], &buffer); err != nil {
			return err
		}
		x += g.advance
	}
	return nil
}

// line appends the characters of an element and of its spans.
func line(all []glyph, e *element, s style, buffer *sfnt.Buffer) ([]glyph, error) {
	var err error
	for _, c := range e.children {
		switch {
		case c.name == "tspan":
			if all, err = line(all, c, s.inherit(c), buffer); err != nil {
				return nil, err
			}
		case c.name == "":
			for _, r := range strings.ReplaceAll(c.text, "\n", " ") {
				g := glyph{look: s, size: s.number("font-size"), font: fonts()[0]}
				if s["font-weight"] == "bold" {
					g.font = fonts()[1]
				}
				if g.index, err = g.font.GlyphIndex(buffer, r); err != nil {
					return nil, err
				}
				if g.index == 0 && systemFont() != nil {
					if index, err := systemFont().GlyphIndex(buffer, r); err == nil && index != 0 {
						g.font, g.index = systemFont(), index
					}
				}
				advance, err := g.font.GlyphAdvance(buffer, g.index, em, font.HintingNone)
				if err != nil {
					return nil, err
				}
				g.advance = g.length(advance)
				all = append(all, g)
			}
		}
	}
	return all, nil
}

// em is the size at which outlines are read.
const em = fixed.Int26_6(1024 << 6)

// length returns a length of an outline in the units of the picture.
func (g *glyph) length(of fixed.Int26_6) float64 { return float64(of) / float64(em) * g.size }

// glyph draws a character whose foot begins at x, y.
func (b *brush) glyph(g glyph, x, y float64, buffer *sfnt.Buffer) error {
	outline, err := g.font.LoadGlyph(buffer, g.index, em, nil)
	if err != nil {
		return err
	}
	b.dc.ClearPath()
	for _, s := range outline {
		var p [6]float64
		for i, a := range s.Args {
			p[2*i], p[2*i+1] = x+g.length(a.X), y+g.length(a.Y)
		}
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			b.dc.MoveTo(p[0], p[1])
		case sfnt.SegmentOpLineTo:
			b.dc.LineTo(p[0], p[1])
		case sfnt.SegmentOpQuadTo:
			b.dc.QuadraticTo(p[0], p[1], p[2], p[3])
		case sfnt.SegmentOpCubeTo:
			b.dc.CubicTo(p[0], p[1], p[2], p[3], p[4], p[5])
		}
	}
	return b.paint(g.look)
}
