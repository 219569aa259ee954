package raster

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax/svg"
)

// sheet is a picture of 40 by 20 with the given elements on grey.
func sheet(elements string) []byte {
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -5 40 20" width="80" height="40">` +
		`<rect x="-10" y="-5" width="40" height="20" fill="#808080"/>` + elements + `</svg>`)
}

func still(t *testing.T, picture []byte) image.Image {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, WritePNG(&out, picture))
	require.True(t, IsImage(out.String()[:min(1024, out.Len())]))
	im, err := png.Decode(&out)
	require.NoError(t, err)
	return im
}

// at is the colour at a point of the picture, as #rrggbb.
func at(im image.Image, x, y float64) string {
	r, g, b, _ := im.At(int((x+10)*2), int((y+5)*2)).RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func TestElements(t *testing.T) {
	for _, c := range []struct {
		elements string
		x, y     float64
		want     string
	}{
		{`<rect x="0" y="0" width="10" height="5" fill="#f00"/>`, 5, 2, "#ff0000"},
		{`<rect x="0" y="0" width="10" height="5" fill="#f00"/>`, 11, 2, "#808080"},
		{`<rect x="0" y="0" width="10" height="10" rx="5" fill="#f00"/>`, 0.3, 0.3, "#808080"},
		{`<circle cx="5" cy="5" r="5" fill="none" stroke="#00ff00" stroke-width="2"/>`, 0.2, 5, "#00ff00"},
		{`<circle cx="5" cy="5" r="5" fill="none" stroke="#00ff00" stroke-width="2"/>`, 5, 5, "#808080"},
		{`<path d="M0 0h10v5l-10 0z" fill="#0000ff"/>`, 9.2, 4.2, "#0000ff"},
		{`<path d="M0 0H10M0 5H10" fill="none" stroke="#123456" stroke-width="2"/>`, 5, 5, "#123456"},
		{`<path d="M0 5A5 5 0 0 1 10 5Z" fill="#0000ff"/>`, 5, 1, "#0000ff"},
		{`<path d="M0 5A5 5 0 0 1 10 5Z" fill="#0000ff"/>`, 5, 9, "#808080"},
		{`<path d="M0 5A5 5 0 0 0 10 5Z" fill="#0000ff"/>`, 5, 9, "#0000ff"},
		{`<path d="M5 0A5 5 0 1 1 0 5L5 5Z" fill="#0000ff"/>`, 8, 8, "#0000ff"},
		{`<path d="M5 0A5 5 0 1 1 0 5L5 5Z" fill="#0000ff"/>`, 3, 3, "#808080"},
		{`<path d="M0 5H10" stroke="#ff0000" stroke-width="4" stroke-dasharray="4 4"/>`, 2, 5, "#ff0000"},
		{`<path d="M0 5H10" stroke="#ff0000" stroke-width="4" stroke-dasharray="4 4"/>`, 6, 5, "#808080"},
		{`<g transform="translate(3 2)" fill="#ff0000"><rect width="2" height="2"/></g>`, 4, 3, "#ff0000"},
		{`<g transform="translate(3 2) rotate(90)" fill="#ff0000"><rect width="4" height="2"/></g>`, 2, 4, "#ff0000"},
		{`<g opacity="0.5"><rect width="9" height="9" fill="#ffffff"/></g>`, 4, 4, "#c0c0c0"},
		{`<g display="none"><rect width="9" height="9" fill="#ffffff"/></g>`, 4, 4, "#808080"},
		{`<defs><rect id="r" width="4" height="4"/></defs><use href="#r" x="5" y="1" fill="#ff0000"/>`, 7, 3, "#ff0000"},
		{`<defs><rect id="r" width="4" height="4"/></defs><use href="#r" x="5" y="1" fill="#ff0000"/>`, 2, 2, "#808080"},
		{`<defs><pattern id="p" width="4" height="4"><rect width="2" height="4" fill="#ff0000"/></pattern></defs>` +
			`<g transform="translate(1 0)"><rect width="12" height="9" fill="url(#p)"/></g>`, 6, 4, "#ff0000"},
		{`<defs><pattern id="p" width="4" height="4"><rect width="2" height="4" fill="#ff0000"/></pattern></defs>` +
			`<g transform="translate(1 0)"><rect width="12" height="9" fill="url(#p)"/></g>`, 8, 4, "#808080"},
		{`<text x="0" y="10" font-size="20" font-weight="bold" fill="#ffffff">l</text>`, 3, 2, "#ffffff"},
		{`<text x="20" y="10" font-size="20" text-anchor="end" fill="#ffffff">-</text>`, 14, 4, "#ffffff"},
		{`<text x="20" y="10" font-size="20" text-anchor="end" fill="#ffffff">-</text>`, 22, 4, "#808080"},
	} {
		require.Equal(t, c.want, at(still(t, sheet(c.elements)), c.x, c.y), "%s at %v, %v", c.elements, c.x, c.y)
	}
}

// What is not known is an error that names it, never a picture without it.
func TestUnknown(t *testing.T) {
	for elements, want := range map[string]string{
		`<ellipse rx="3" ry="4"/>`:                    "<ellipse> is not drawn as pixels",
		`<rect width="a"/>`:                           `<rect width="a">: not a number`,
		`<rect width="1" height="1" fill="red"/>`:     `colour "red" is not known`,
		`<path d="M0 0Q1 1 2 2"/>`:                    `path "M0 0Q1 1 2 2": command 'Q'`,
		`<path d="M0"/>`:                              `path "M0": `,
		`<g transform="skewX(3)"/>`:                   `transform "skewX(3)" is not known`,
		`<use href="#a"/>`:                            `<use href="#a">: there is no such element`,
		`<g id="a"><use href="#a"/></g>`:              "more than 50 deep",
		`<rect width="1" height="1" fill="url(#a)"/>`: "a paint names no pattern",
		`<g>`:                           "reading the picture",
		`</svg><svg viewBox="0 0 1 1">`: "",
	} {
		err := WritePNG(&bytes.Buffer{}, sheet(elements))
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, want, elements)
	}
	for picture, want := range map[string]string{
		``:                            "the picture has no svg element",
		`<svg viewBox="0 0 1"/>`:      "has not four numbers",
		`<svg viewBox="0 0 9000 2"/>`: "9000 x 2 pixels; an image has 1 to 8192 on a side",
		`<svg viewBox="0 0 NaN 2"/>`:  "pixels",
	} {
		require.ErrorContains(t, WritePNG(&bytes.Buffer{}, []byte(picture)), want, picture)
	}
	require.EqualError(t, WriteGIF(&bytes.Buffer{}, sheet("")), "the picture does not move")
}

// A game in motion ends as its last position; each frame stands for the time of its turn.
func TestGIF(t *testing.T) {
	moves := strings.Fields(`@0/ A2\ B1\`)
	var moving, last bytes.Buffer
	require.NoError(t, svg.Game(&moving, moves, svg.Options{}))
	var out bytes.Buffer
	require.NoError(t, WriteGIF(&out, moving.Bytes()))
	require.True(t, IsImage(out.String()[:1024]))
	all, err := gif.DecodeAll(&out)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(all.Image), 4)
	hundredths := 0
	shown := image.NewRGBA(image.Rect(0, 0, all.Config.Width, all.Config.Height))
	for i, frame := range all.Image {
		hundredths += all.Delay[i]
		draw.Draw(shown, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
	}
	require.InDelta(t, 3*90+400, hundredths, 5)
	require.NoError(t, WritePNG(&last, moving.Bytes()))
	want, err := png.Decode(&last)
	require.NoError(t, err)
	different := 0
	for y := range shown.Rect.Dy() {
		for x := range shown.Rect.Dx() {
			a, b := shown.RGBAAt(x, y), color.RGBAModel.Convert(want.At(x, y)).(color.RGBA)
			if b.A == 255 && (max(a.R, b.R)-min(a.R, b.R) > 16 || max(a.G, b.G)-min(a.G, b.G) > 16 || max(a.B, b.B)-min(a.B, b.B) > 16) {
				different++
			}
		}
	}
	require.Less(t, different, 20, "pixels that are not those of the last position")
}
