package analysis

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"sync"

	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/internal/say"
)

// Engine is a game's program for pages, which analyses positions in the browser: see packages
// trax/browser and games/browser for their questions and answers.
type Engine struct {
	Name string // in addresses: games that share an engine have the same

	// Files hold the folder files of a package bundle: engine.wasm.gz, WebAssembly compressed by gzip,
	// and wasm_exec.js, which defines what starts it. They are missing where the program was built
	// without them.
	Files fs.FS

	Levels int // at which it plays, from 1 on; 0 is of one that plays as its bots do
	Seats  []say.Text

	Unit say.Text // in which it values positions; zero is the chance to win
	Note say.Text // what can't be tried in the game, or known; zero is nothing

	// Reasons are the formats of the reasons with which it refuses a text. The page translates those
	// that ja.txt has.
	Reasons []string

	once sync.Once
	made engineFiles
}

// engineFiles are what pages fetch, and sums of them; of an engine that was not built the module is
// empty.
type engineFiles struct {
	module, worker       []byte
	moduleSum, workerSum string
}

// files reads the files of the engine, once.
func (e *Engine) files() *engineFiles {
	e.once.Do(func() {
		module, err := fs.ReadFile(e.Files, "files/engine.wasm.gz")
		if err != nil {
			return // it was not made
		}
		script, err := fs.ReadFile(e.Files, "files/wasm_exec.js")
		if err != nil {
			return
		}
		start, err := web.ReadAsset("engine-worker.js")
		if err != nil {
			panic("live: " + err.Error()) // it is embedded
		}
		worker := slices.Concat(script, []byte("\n"), start)
		e.made = engineFiles{module, worker, web.SumOf(module), web.SumOf(worker)}
	})
	return &e.made
}

// readsGames reports whether the engine understands games that people paste.
func (e *Engine) readsGames() bool { return e != nil && e.Levels > 0 }

// When viewers may analyse a game.
const (
	After  = "after" // it is over, or seen later than any move may take
	Always = "always"
	Never  = "never"
)

// ValidateRule validates a rule of when viewers may analyse; empty is AnalyseAfter.
func ValidateRule(rule string) error {
	if slices.Contains([]string{"", After, Always, Never}, rule) {
		return nil
	}
	return fmt.Errorf("%.40q is not known; write %s, %s or %s", rule, After, Always, Never)
}

// EngineView is the engine of a game as its page names it.
type EngineView struct {
	Rule           string // of when it may be used
	Worker, Module string // addresses; empty where there is no engine
	Text           string // address of both for pages of files
	Game           string
	Openings       bool
	Paste          bool   // any game can be pasted
	Unit, Note     string // as an Engine has them, in the page's language
	levels         int
}

// Bots returns the names of the engine's bots, in which a page plays against one, the strongest
// first; none where it plays at levels.
func (v EngineView) Bots() []string {
	if v.levels > 0 {
		return nil
	}
	return []string{"search", "greedy"}
}

// Levels returns the engine's playing levels, from 1.
func (v EngineView) Levels() (all []int) {
	for n := range v.levels {
		all = append(all, n+1)
	}
	return all
}

// enginePolicy is the content policy of an engine's worker: the engine, which it may compile.
const enginePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

// engineFile answers with a file of a game's engine.
func (a *Pages) engineFile(w http.ResponseWriter, r *http.Request) {
	e := a.engine(r.PathValue("game"))
	if e == nil || e.files().module == nil {
		a.pages.Nothing(w, r)
		return
	}
	files := e.files()
	cache := func(sum string) string {
		if r.URL.Query().Get("v") == sum {
			return web.KeepForever
		}
		return "no-cache"
	}
	switch r.PathValue("file") {
	case "worker.js":
		web.SetHeaders(w.Header(), enginePolicy, "no-referrer")
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		web.Send(w, r, files.worker, cache(files.workerSum))
	case "engine.wasm":
		w.Header().Set("Content-Type", "application/wasm")
		web.SendZipped(w, r, files.module, files.moduleSum, cache(files.moduleSum))
	default:
		a.pages.Nothing(w, r)
	}
}

// engineText returns the file of a published engine by its name: a page of files may fetch nothing,
// so it is a script.
func engineText(name string) string { return "engine-" + name + ".js" }

func (e *Engine) text() ([]byte, error) {
	all, err := json.Marshal(map[string]string{
		"worker": string(e.files().worker), "module": base64.StdEncoding.EncodeToString(e.files().module),
	})
	return slices.Concat([]byte("self.looplineEngine = "), all, []byte(";\n")), err
}

// Scripts returns the scripts of an analysis, the last of which begins.
func (v EngineView) Scripts() []string {
	by := "chances.js"
	if v.levels == 0 {
		by = "points.js"
	}
	return slices.Concat(analysisScripts, []string{by, analysisScript})
}

var analysisScripts = []string{"choice.js", "board.js", "variants.js", "values.js", "engine.js"}

const analysisScript = "analyse.js"

// Styles are the style sheets of a page with an engine.
var Styles = []string{"seat.css", "analyse.css"}

// Assets are the scripts and style sheets of pages with an engine.
func Assets() []string {
	pages := []string{"openings.js", "openingspage.js", "paste.js", "chances.js", "points.js", analysisScript}
	return slices.Concat(Styles, analysisScripts, pages)
}
