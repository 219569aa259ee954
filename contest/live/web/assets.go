package web

import (
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"sync"
	"time"

	"github.com/loopline/loopline/internal/humanize"
)

//go:embed assets
var assets embed.FS

var templates = Parse()

// Parse parses the templates of pages, with the frame of all pages: those in the folders assets of files.
func Parse(files ...fs.FS) *template.Template {
	all := template.New("").Funcs(template.FuncMap{
		"brief": Brief,
		"used":  func(us int64) string { return humanize.Duration(time.Duration(us) * time.Microsecond) },
		"inc":   func(i int) int { return i + 1 },
	})
	for _, f := range append([]fs.FS{assets}, files...) {
		template.Must(all.ParseFS(f, "assets/*.html"))
	}
	return all
}

// ReadAsset returns a script or a style sheet of the pages.
func ReadAsset(name string) ([]byte, error) { return assets.ReadFile("assets/" + name) }

// Brief returns a time in milliseconds in words.
func Brief(ms float64) string { return humanize.Duration(time.Duration(ms * 1e6)) }

var assetSums sync.Map

// assetSum returns the sum of a file of ours, which there has to be.
func assetSum(name string) string {
	if sum, ok := assetSums.Load(name); ok {
		return sum.(string)
	}
	text, err := ReadAsset(name)
	if err != nil {
		panic("web: " + err.Error()) // the templates name what is there
	}
	sum := SumOf(text)
	assetSums.Store(name, sum)
	return sum
}

// Asset answers with a script or a style sheet of the pages.
func (p *Pages) Asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	text, err := ReadAsset(path.Base(name))
	kind, ok := map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}[path.Ext(name)]
	if err != nil || !ok {
		p.Nothing(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	cache := "no-cache"
	if r.URL.Query().Get("v") == assetSum(name) {
		cache = KeepForever
	}
	Send(w, r, text, cache)
}
