package livetest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"html"
	"html/template"
	"io"
	"io/fs"
	"path"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"text/template/parse"
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

// Filled returns a value whose texts are all text, whose switches are all on, and whose
// lists have two elements.
func Filled[T any](text string, on bool) (v T) {
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
func skeleton(t testing.TB, page []byte, text string) (shape, addresses []string, read int) {
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

// readable finds what people see or hear of a page: its text, and attributes that are said.
var readable = regexp.MustCompile(`>([^<>]+)<|\s(?:title|alt|value|aria-label|data-(?:say-move|move-of|new-move|play|pause|lost|behind|total|for|wins|even|thinking))="([^"]*)"`)

// hidden are fields that nobody sees, and choices that are written as they stand.
var hidden = regexp.MustCompile(`(?s)<input type="hidden"[^>]*>|<datalist.*?</datalist>|<option[^>]*>|<!DOCTYPE html>`)

// notation is what is written as it stands in every language: names, notation, formats,
// keys, units, options of the command.
var notation = regexp.MustCompile(`English|JSON Lines|SVG|Home End|STAGE/ROUND/PAIR/GAME|U\+[0-9A-F]+` +
	`|\b(?:draw|GAME|WINNER|NAME|ADDR|cascade|keep|adjudicate|amend|contest|status|loopline|play|void|pause|resume|replay|withdraw|readdress|add|reinstate|rename|postpone|call|replan|undo|follow|boards|standings|next|slides|rotate|tables|wait|move-time|games|start|run|help|why|TEXT)\b` +
	`|(?:all|end|groups)/[0-9/]+|^(?:all|end)\b|"[^"]*"`)

// RequireJapanese wants a page that says nothing in English, but for names.
func RequireJapanese(t testing.TB, page string, names ...string) {
	t.Helper()
	for _, m := range readable.FindAllStringSubmatch(hidden.ReplaceAllString(page, ""), -1) {
		text := html.UnescapeString(strings.TrimSpace(m[1] + m[2]))
		rest := text
		for _, name := range names {
			rest = strings.ReplaceAll(rest, name, "")
		}
		require.NotRegexp(t, `[A-Za-z]{3,}`, notation.ReplaceAllString(rest, ""), text)
	}
}

// EveryPage returns the pages of a package by the names of their templates: each text of others is the given one, and each switch
// as given.
type EveryPage func(text string, on bool, l say.Language) map[string]any

// RequireEscapes wants every page whose template is among some files to be filled, with every switch on and off, in both
// languages: whatever others have written is read there as it was written, adds no element and no attribute, and is no
// address that runs.
func RequireEscapes(t *testing.T, files fs.FS, templates *template.Template, pages EveryPage) {
	const plain = "wxyz"
	var names []string
	require.NoError(t, fs.WalkDir(files, ".", func(file string, d fs.DirEntry, err error) error {
		if page := templates.Lookup(path.Base(file)); strings.HasSuffix(file, ".html") && page != nil && !parse.IsEmptyTree(page.Tree.Root) {
			names = append(names, page.Name())
		}
		return err
	}))
	require.NotEmpty(t, names)
	for l := range say.Names() {
		for _, on := range []bool{true, false} {
			harmless := pages(plain, on, say.Language(l))
			for _, name := range names {
				require.Contains(t, harmless, name, "no test fills this page")
				want, _, read := skeleton(t, executed(t, templates, name, harmless[name]), plain)
				require.Greater(t, len(want), 20)
				for _, text := range hostile {
					got, addresses, gotRead := skeleton(t, executed(t, templates, name, pages(text, on, say.Language(l))[name]), text)
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

// FuzzEscapes is a fuzz target: a text of others adds no element and no attribute to any page.
func FuzzEscapes(f *testing.F, templates *template.Template, pages EveryPage) {
	for _, text := range hostile {
		f.Add(text)
	}
	shapes := func(t *testing.T, text string) map[string][]string {
		all := map[string][]string{}
		for name, data := range pages(text, true, 0) {
			all[name], _, _ = skeleton(t, executed(t, templates, name, data), "wxyz")
		}
		return all
	}
	var want map[string][]string
	f.Fuzz(func(t *testing.T, text string) {
		if want == nil {
			want = shapes(t, "wxyz")
		}
		if text == "" || strings.ContainsFunc(text, unicode.IsControl) || !utf8.ValidString(text) {
			return // nothing that gets to a page: names and addresses are checked before
		}
		require.Equal(t, want, shapes(t, text))
	})
}

// executed is a page.
func executed(t testing.TB, templates *template.Template, name string, data any) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, templates.ExecuteTemplate(&b, name, data), name)
	return b.Bytes()
}
