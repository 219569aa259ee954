package template

import (
	"bytes"
	htmltemplate "html/template"
	"testing"
	"testing/fstest"
	texttemplate "text/template"

	"github.com/stretchr/testify/require"
)

// page is what the templates of the tests see.
type page struct {
	Name, Link string
	Items      []item
	Pair       [2]string
	On         bool
	N          int
	Any        any
	Next       *item
	*embedded
}

type embedded struct{ Deep string }

type item struct {
	Label string
	Tags  []string
}

func (p page) Say(word string, n int) string { return word + " " + p.Name + string(rune('0'+n)) }
func (p page) First() item                   { return p.Items[0] }

func (p page) Method(name string) any {
	switch name {
	case "Say":
		return p.Say
	case "First":
		return p.First
	}
	return nil
}

var attacks = []string{
	"plain", `<script>alert(1)</script>`, `" onclick="x`, `' x='`, "a&b+c", "\x00<", "javascript:alert(1)", "日本語 <b>",
}

func pages() (all []page) {
	for i, a := range attacks {
		all = append(all, page{
			Name: a, Link: "game/1/?hide", On: i%2 == 0, N: i, Any: a, Pair: [2]string{a, "b"}, embedded: &embedded{a},
			Items: []item{{a, nil}, {"x", []string{a, "t"}}},
		})
	}
	all[0].Items, all[1].Next = all[0].Items[:1], &item{Label: "next"}
	return all
}

// sources are templates that the standard library fills in to the same bytes.
var sources = []string{
	`<p>{{.Name}} {{.Any}} {{.Deep}} {{.N}} {{.On}}</p>`,
	`<p class="a {{.Name}}" data-x="{{.Name}}{{.N}}"{{if .On}} hidden{{end}}>x</p>`,
	`<a href="{{.Link}}">{{.Name}}</a><img src="x/{{.N}}/y" alt="{{.Name}}">`,
	`{{range .Items}}<li>{{.Label}}{{range $i, $t := .Tags}}{{if $i}}, {{end}}{{$t}}{{else}}-{{end}}</li>{{end}}`,
	`{{range $p := .Pair}}{{$p}}{{end}}{{range $i, $p := .Pair}}{{$i}}{{$p}}{{end}}{{index .Pair 1}}{{(index .Items 0).Label}}`,
	`{{$f := .}}{{with .Next}}{{.Label}}{{$f.Name}}{{$.N}}{{else}}none{{end}}`,
	`{{if and .On (lt .N 4)}}a{{else if or .On (not .On)}}b{{end}}{{if eq .Name "plain"}}c{{end}}{{if ne .N 2}}d{{end}}`,
	`{{$f := .}}{{range .Items}}{{$f.Say "to" $f.N}}{{end}}{{.Say (printf "%d" .N) 3}}{{.First.Label}}{{"lit" | printf "%s"}}`,
	`{{define "row"}}<b>{{.Label}}</b>{{end}}{{range .Items}}{{template "row" .}}{{end}}`,
	"a {{- if .On}} b {{- end}}\n{{- /* not seen */ -}} c {{true}} {{7}}",
	`<title>{{.Name}}</title><script src="x.js" defer></script><p>{{.Name}}`,
}

// What is filled in is what the standard library fills in.
func TestAsTheStandardLibrary(t *testing.T) {
	for _, source := range sources {
		files := fstest.MapFS{"t": {Data: []byte(source)}}
		theirPage := htmltemplate.Must(htmltemplate.New("t").Parse(source))
		theirText := texttemplate.Must(texttemplate.New("t").Parse(source))
		ourPage, err := Page(files, "*", nil)
		require.NoError(t, err, source)
		ourText, err := Text(files, "*", nil)
		require.NoError(t, err, source)
		for _, data := range pages() {
			var want, got bytes.Buffer
			require.NoError(t, theirPage.Execute(&want, data), source)
			require.NoError(t, ourPage.ExecuteTemplate(&got, "t", data), source)
			require.Equal(t, want.String(), got.String(), source)
			want.Reset()
			got.Reset()
			require.NoError(t, theirText.Execute(&want, data), source)
			require.NoError(t, ourText.ExecuteTemplate(&got, "t", data), source)
			require.Equal(t, want.String(), got.String(), source)
		}
	}
}

// Addresses that run, and HTML that is ready.
func TestEscapes(t *testing.T) {
	files := fstest.MapFS{"t": {Data: []byte(`<a href="{{.Name}}">{{.Any}}</a><a href="?x={{.Name}}" title="{{.Any}}">`)}}
	s, err := Page(files, "*", nil)
	require.NoError(t, err)
	for address, want := range map[string]string{
		"javascript:alert(1)": "#", " JavaScript:x": "#", "data:x": "#", "/a:b": "/a:b", "?a:b": "?a:b", "#1": "#1",
		"HTTPS://x/": "HTTPS://x/", "a/b": "a/b",
	} {
		var got bytes.Buffer
		require.NoError(t, s.ExecuteTemplate(&got, "t", page{Name: address, Any: HTML("<svg/>")}))
		require.Equal(t, `<a href="`+want+`"><svg/></a><a href="?x=`+address+`" title="&lt;svg/&gt;">`, got.String())
	}
}

// What cannot be escaped is refused when the templates are read.
func TestRefused(t *testing.T) {
	for source, want := range map[string]string{
		`<p {{.Name}}>`:                             "outside quotes",
		`<p class={{.Name}}>`:                       "outside quotes",
		`<{{.Name}}>`:                               "outside quotes",
		`<p class='{{.Name}}'>`:                     "single quotes",
		`<p onclick="{{.Name}}">`:                   "attribute onclick",
		`<p style="{{.Name}}">`:                     "attribute style",
		`<script>{{.Name}}</script>`:                "inside script",
		`<style>{{.Name}}</style>`:                  "inside style",
		`<p "{{.Name}}">`:                           "no attribute",
		`{{if .On}}<p{{end}}>`:                      "different places",
		`{{range .Items}}<p title="{{end}}`:         "different places",
		`<p {{template "x"}}>{{define "x"}}{{end}}`: "inside a tag",
		`<p title="x`:                               "ends inside a tag",
		`{{nosuch .Name}}`:                          "nosuch",
		`{{.Name`:                                   "unclosed",
		`{{_text .Name}}`:                           "_text",
	} {
		_, err := Page(fstest.MapFS{"t": {Data: []byte(source)}}, "*", nil)
		require.ErrorContains(t, err, want, source)
	}
}

// What is not there is an error that names it.
func TestMissing(t *testing.T) {
	for source, want := range map[string]string{
		`{{.Nosuch}}`:                           "Nosuch",
		`{{.Name.Deep}}`:                        "Deep",
		`{{.Name 1}}`:                           "Name",
		`{{.Say "a"}}`:                          "1 arguments for a function of 2",
		`{{.Say 1 2}}`:                          "int where string",
		`{{range .N}}{{end}}`:                   "no list",
		`{{index .Pair 9}}`:                     "no element 9",
		`{{template "nosuch"}}`:                 "nosuch",
		`{{$x := 1}}{{$x = 2}}`:                 "assignments",
		`{{1.5}}`:                               "not supported",
		`{{define "t"}}{{template "t"}}{{end}}`: "more than 100 deep",
	} {
		s, err := Text(fstest.MapFS{"t": {Data: []byte(source)}}, "*", nil)
		require.NoError(t, err, source)
		require.ErrorContains(t, s.ExecuteTemplate(&bytes.Buffer{}, "t", pages()[0]), want, source)
	}
	s, err := Text(fstest.MapFS{}, "*", nil)
	require.NoError(t, err)
	require.False(t, s.Has("t"))
}
