package live

import (
	"embed"
	"html/template"
	"net/http"
	"path"
	"sync"
	"time"

	"github.com/loopline/loopline/internal/humanize"
)

//go:embed assets
var assets embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"brief": brief,
	"used":  func(us int64) string { return humanize.Duration(time.Duration(us) * time.Microsecond) },
	"inc":   func(i int) int { return i + 1 },
}).ParseFS(assets, "assets/*.html"))

// readAsset returns a script or a style sheet of the pages.
func readAsset(name string) ([]byte, error) { return assets.ReadFile("assets/" + name) }

// brief returns a time in milliseconds in words.
func brief(ms float64) string { return humanize.Duration(time.Duration(ms * 1e6)) }

var assetSums sync.Map

// assetSum returns the sum of a file of ours, which there has to be.
func assetSum(name string) string {
	if sum, ok := assetSums.Load(name); ok {
		return sum.(string)
	}
	text, err := readAsset(name)
	if err != nil {
		panic("live: " + err.Error()) // the templates name what is there
	}
	sum := sumOf(text)
	assetSums.Store(name, sum)
	return sum
}

// asset answers with a script or a style sheet of the pages.
func (p *pages) asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	text, err := readAsset(path.Base(name))
	kind, ok := map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}[path.Ext(name)]
	if err != nil || !ok {
		p.nothing(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	cache := "no-cache"
	if r.URL.Query().Get("v") == assetSum(name) {
		cache = keepForever
	}
	send(w, r, text, cache)
}
