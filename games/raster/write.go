package raster

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
)

// WritePNG draws an SVG picture as a PNG image: as it stands, or the last position of one
// that moves. Nothing is written where the picture cannot be drawn.
func WritePNG(w io.Writer, svg []byte) error {
	p, err := read(svg)
	if err != nil {
		return err
	}
	im, err := p.draw(-1)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, im); err != nil {
		return err
	}
	_, err = w.Write(slices.Concat(out.Bytes()[:pngHead], pngMark(), out.Bytes()[pngHead:]))
	return err
}

// The marks by which [IsImage] knows the images of this package.
const (
	pngHead     = 8 + 25 // bytes of the signature and of the chunk IHDR
	pngSoftware = "tEXtSoftware\x00loopline"
	gifComment  = "\x21\xfe\x08loopline\x00" // a comment extension
)

// pngMark is a chunk that names the program (PNG, section 11.3.3).
func pngMark() []byte {
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(pngSoftware)-len("tEXt")))
	chunk = append(chunk, pngSoftware...)
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE([]byte(pngSoftware)))
}

// IsImage reports whether a file that begins so, with 1 KiB or more of it, is an image of
// this package.
func IsImage(start string) bool {
	return strings.HasPrefix(start, "\x89PNG") && strings.Contains(start, pngSoftware) ||
		strings.HasPrefix(start, "GIF89a") && strings.Contains(start, gifComment)
}

// MaxFrames bounds the frames of a GIF.
const MaxFrames = 1000

// WriteGIF draws an SVG picture that moves as a GIF animation that repeats. Each frame holds
// what changed since the one before. Nothing is written where the picture cannot be drawn.
func WriteGIF(w io.Writer, svg []byte) error {
	p, err := read(svg)
	if err != nil {
		return err
	}
	shares := map[float64]bool{0: true}
	seconds, err := p.root.moments(shares)
	if err != nil {
		return err
	}
	if seconds == 0 {
		return errors.New("the picture does not move")
	}
	if len(shares) > MaxFrames {
		return fmt.Errorf("the game has %d frames; a GIF has at most %d: stop at an earlier --ply, or draw it as .svg", len(shares), MaxFrames)
	}
	times := slices.Sorted(maps.Keys(shares))
	var f film
	for i, t := range times {
		end := 1.0
		if i+1 < len(times) {
			end = times[i+1]
		}
		im, err := p.draw(math.Nextafter(t, 2)) // what begins at t has begun
		if err != nil {
			return err
		}
		f.add(im, (end-t)*seconds)
	}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, &f.gif); err != nil {
		return err
	}
	head := 13 + 3<<(out.Bytes()[10]&7+1) // the header and the palette
	_, err = w.Write(slices.Concat(out.Bytes()[:head], []byte(gifComment), out.Bytes()[head:]))
	return err
}

// film collects the frames of an animation.
type film struct {
	last *image.RGBA
	gif  gif.GIF
}

// add adds a frame that stays for a time.
func (f *film) add(im *image.RGBA, seconds float64) {
	delay := max(2, int(math.Round(seconds*100))) // below 2 browsers take 10
	at := im.Bounds()
	if f.last != nil {
		if at = changed(f.last, im); at.Empty() {
			f.gif.Delay[len(f.gif.Delay)-1] += delay
			return
		}
	}
	part := f.quantize(im, at)
	if f.last == nil {
		f.gif.Config = image.Config{ColorModel: part.Palette, Width: at.Dx(), Height: at.Dy()}
	}
	f.last = im
	f.gif.Image = append(f.gif.Image, part)
	f.gif.Delay = append(f.gif.Delay, delay)
	f.gif.Disposal = append(f.gif.Disposal, gif.DisposalNone)
}

// quantize returns what has changed within a rectangle, in a palette of its own: nothing, and
// the 255 colours that most pixels have. Each other becomes the nearest of them.
func (f *film) quantize(im *image.RGBA, at image.Rectangle) *image.Paletted {
	counted := map[color.RGBA]int{}
	each := func(do func(x, y int, c color.RGBA)) {
		for y := at.Min.Y; y < at.Max.Y; y++ {
			for x := at.Min.X; x < at.Max.X; x++ {
				i := im.PixOffset(x, y)
				if f.last == nil || *(*[4]uint8)(im.Pix[i:]) != *(*[4]uint8)(f.last.Pix[i:]) {
					do(x, y, color.RGBA{im.Pix[i], im.Pix[i+1], im.Pix[i+2], 255}) // the sheet covers all
				}
			}
		}
	}
	each(func(_, _ int, c color.RGBA) { counted[c]++ })
	colors := slices.SortedFunc(maps.Keys(counted), func(a, b color.RGBA) int {
		return cmp.Or(counted[b]-counted[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	palette, index := color.Palette{color.RGBA{}}, map[color.RGBA]uint8{}
	for i, c := range colors {
		if i < 255 {
			index[c] = uint8(len(palette))
			palette = append(palette, c)
		} else {
			index[c] = uint8(1 + palette[1:].Index(c))
		}
	}
	part := image.NewPaletted(at, palette)
	each(func(x, y int, c color.RGBA) { part.SetColorIndex(x, y, index[c]) })
	return part
}

// changed is the smallest rectangle beyond which two images are equal.
func changed(a, b *image.RGBA) image.Rectangle {
	var all image.Rectangle
	for y := range a.Rect.Dy() {
		rowA, rowB := a.Pix[y*a.Stride:(y+1)*a.Stride], b.Pix[y*b.Stride:(y+1)*b.Stride]
		first := 0
		for first < len(rowA) && rowA[first] == rowB[first] {
			first++
		}
		if first == len(rowA) {
			continue
		}
		last := len(rowA) - 1
		for rowA[last] == rowB[last] {
			last--
		}
		all = all.Union(image.Rect(first/4, y, last/4+1, y+1))
	}
	return all
}
