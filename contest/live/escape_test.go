package live

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/say"
)

// hostile are texts that act on a page into which they come unescaped.
var hostile = []string{
	`<script>alert(1)</script>`, `</title></textarea><img src=x onerror=alert(1)>`, `javascript:alert(1)`, `JaVaScRiPt:alert(1)//"`,
	`data:text/html,<script>alert(1)</script>`, `" onmouseover="alert(1)`, `' onfocus='alert(1)' autofocus x='`, "`x`", `&lt;b&gt;&#34;`, `<!--`, `]]>{{.}}`,
}

// everyPage is every page by its template, with each text of others the given one,
// and each switch the given one.
func everyPage(text string, on bool, l Lang) map[string]any {
	f := filled[pageData](text, on)
	f.Lang = l
	work := farmPage{pageData: f, FarmStatus: filled[FarmStatus](text, on), Version: text}
	work.Jobs = 100
	contest := contestPage{pageData: f, contestView: new(filled[contestView](text, on)), Hide: !on, Version: text}
	for _, s := range contest.Stages {
		for i := range s.Rounds {
			s.Rounds[i].Left = "left-2" // a message of ours
		}
	}
	director := filled[directorPage](text, on)
	director.contestPage = contest
	hall := filled[hallPage](text, on)
	hall.contestPage, hall.Mode = contest, map[bool]string{true: "game", false: "boards"}[on]
	hall.Game.Picture = "<svg></svg>"
	for i := range hall.Boards {
		hall.Boards[i].Picture = "<svg></svg>"
	}
	game := filled[gamePage](text, on)
	game.pageData, game.Picture = f, "<svg></svg>"
	list := filled[listPage](text, on)
	list.pageData = f
	openings := filled[openingsPage](text, on)
	openings.pageData = f
	paste := filled[pastePage](text, on)
	paste.pageData = f
	return map[string]any{
		"game.html": game, "contest.html": contest, "director.html": director, "hall.html": hall, "ceremony.html": ceremonyPage{contest, on}, "farm.html": work, "list.html": list,
		"enter.html": enterPage{f, on}, "nothing.html": f, "seat.html": seatPage{f, on, on}, "overlay.html": overlayPage{hallPage: hall, Part: map[bool]string{true: "lower-third", false: "clocks"}[on]}, "grid.html": gridPage{pageData: f, Grid: Grid{Columns: []string{text}, Rows: []string{text}, Cells: [][]say.Text{{say.Raw(text)}}}}, "stand.html": standPage{pageData: f, URL: text, QR: text, Side: 1},
		"gamefile.html": gameFile{game, "unpack.js"}, "paste.html": paste, "openings.html": openings,
		"desk.html": deskOf(f, text, on),
	}
}

// deskOf is the page of the desk.
func deskOf(f pageData, text string, on bool) deskPage {
	p := filled[deskPage](text, on)
	p.pageData = f
	return p
}

// filled is a value whose texts are all text, whose switches are all on, and whose
// lists have two elements.
func filled[T any](text string, on bool) (v T) {
	fill(reflect.ValueOf(&v).Elem(), text, on)
	return v
}

func fill(v reflect.Value, text string, on bool) {
	switch {
	case v.Type() == reflect.TypeFor[string](): // not what is HTML already
		if v.CanSet() {
			v.SetString(text)
		}
	case v.Kind() == reflect.Bool && v.CanSet():
		v.SetBool(on)
	case v.CanInt() && v.CanSet():
		v.SetInt(1)
	case v.CanFloat() && v.CanSet():
		v.SetFloat(1)
	case v.Kind() == reflect.Pointer && v.CanSet():
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), text, on)
	case v.Kind() == reflect.Slice && v.CanSet():
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), text, on)
		fill(v.Index(1), text, on)
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), text, on)
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), text, on)
		}
	}
}

// skeleton is a page without its texts and values, the addresses in it, and how
// often people read a text there.
func skeleton(t *testing.T, page []byte, text string) (shape, addresses []string, read int) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(page))
	d.Strict, d.Entity = false, xml.HTMLEntity
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return shape, addresses, read
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			shape = append(shape, token.Name.Local)
			for _, a := range token.Attr {
				shape = append(shape, "  "+a.Name.Local)
				switch a.Name.Local {
				case "href", "src", "action", "formaction":
					addresses = append(addresses, a.Value)
				}
			}
		case xml.EndElement:
			shape = append(shape, "/"+token.Name.Local)
		case xml.CharData:
			read += strings.Count(string(token), text)
		case xml.Comment:
			shape = append(shape, "comment")
		}
	}
}

// Every page can be filled, with every switch on and off, in both languages; whatever
// others have written is read there as it was written, adds no element and no
// attribute, and is no address that runs.
func TestEveryPageEscapes(t *testing.T) {
	const plain = "wxyz"
	for l := range langs {
		for _, on := range []bool{true, false} {
			harmless := everyPage(plain, on, Lang(l))
			for _, page := range templates.Templates() {
				name := page.Name()
				if !strings.HasSuffix(name, ".html") || name == "frame.html" || name == "analysis.html" {
					continue // parts of pages
				}
				require.Contains(t, harmless, name, "no test fills this page")
				want, _, read := skeleton(t, executed(t, name, harmless[name]), plain)
				require.Greater(t, len(want), 20)
				for _, text := range hostile {
					got, addresses, gotRead := skeleton(t, executed(t, name, everyPage(text, on, Lang(l))[name]), text)
					require.Equal(t, want, got, "%s with %s", name, text)
					require.Equal(t, read, gotRead, "%s shows %s otherwise than it was written", name, text)
					for _, address := range addresses {
						scheme, _, found := strings.Cut(address, ":")
						require.True(t, !found || address == "data:," || strings.ContainsAny(scheme, "/?#"), "%s leads to %s", name, address)
					}
				}
			}
		}
	}
}

// FuzzPages: a text of others adds no element and no attribute to any page.
func FuzzPages(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	pages := func(t *testing.T, text string) (shapes map[string][]string) {
		shapes = map[string][]string{}
		for name, data := range everyPage(text, true, 0) {
			if templates.Lookup(name) != nil {
				shapes[name], _, _ = skeleton(t, executed(t, name, data), "wxyz")
			}
		}
		return shapes
	}
	var want map[string][]string
	f.Fuzz(func(t *testing.T, text string) {
		if want == nil {
			want = pages(t, "wxyz")
		}
		if text == "" || strings.ContainsFunc(text, unicode.IsControl) || !utf8.ValidString(text) {
			return // nothing that gets to a page: names and addresses are checked before
		}
		require.Equal(t, want, pages(t, text))
	})
}

// executed is a page.
func executed(t *testing.T, name string, data any) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, templates.Lookup(name).Execute(&b, data), name)
	return b.Bytes()
}
