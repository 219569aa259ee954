package live

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"sync"
	"time"

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
		start, err := assets.ReadFile("assets/engine-worker.js")
		if err != nil {
			panic("live: " + err.Error()) // it is embedded
		}
		worker := slices.Concat(script, []byte("\n"), start)
		e.made = engineFiles{module, worker, sumOf(module), sumOf(worker)}
	})
	return &e.made
}

// readsGames reports whether the engine understands games that people paste.
func (e *Engine) readsGames() bool { return e != nil && e.Levels > 0 }

// Notated is a View of a game that an Engine knows.
type Notated interface {
	// Notation returns a move as the engine reads it; the first is number 1.
	Notation(number int) string
}

// Started is a View of a game of which an Engine has to know what it began with.
type Started interface {
	// Start returns that as JSON, as far as viewers know it behind so many moves; nil before a game.
	Start(moves int) json.RawMessage
}

// start returns what the game's engine has to know, null where that is nothing.
func (g *GameFeed) start() json.RawMessage {
	g.mu.Lock()
	defer g.mu.Unlock()
	if v, ok := g.view.(Started); ok {
		if start := v.Start(g.told); start != nil {
			return start
		}
	}
	return json.RawMessage("null")
}

// When viewers may analyse a game.
const (
	AnalyseAfter  = "after" // it is over, or seen later than any move may take
	AnalyseAlways = "always"
	AnalyseNever  = "never"
)

// ValidateAnalysis validates a rule of when viewers may analyse; empty is AnalyseAfter.
func ValidateAnalysis(rule string) error {
	if slices.Contains([]string{"", AnalyseAfter, AnalyseAlways, AnalyseNever}, rule) {
		return nil
	}
	return fmt.Errorf("%.40q is not known; write %s, %s or %s", rule, AnalyseAfter, AnalyseAlways, AnalyseNever)
}

// analysis is the engine of a game as its page names it.
type analysis struct {
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
func (a analysis) Bots() []string {
	if a.levels > 0 {
		return nil
	}
	return []string{"search", "greedy"}
}

// Levels returns the engine's playing levels, from 1.
func (a analysis) Levels() (all []int) {
	for n := range a.levels {
		all = append(all, n+1)
	}
	return all
}

// engine returns the engine of a game by the name of its record, nil where it has none.
func (s *Site) engine(game string) *Engine {
	if s.NewEngine == nil {
		return nil
	}
	if e, known := s.engines.Load(game); known {
		return e.(*Engine)
	}
	e := s.NewEngine(game)
	if e != nil {
		known, _ := s.engines.LoadOrStore(game, e)
		e = known.(*Engine)
	}
	return e
}

// engineAt describes the engine of a game for a page, nil where it has none.
func (s *Site) engineAt(game string, f pageData) *analysis {
	e := s.engine(game)
	if e == nil {
		return nil
	}
	a := &analysis{levels: e.Levels, Game: game, Paste: e.readsGames(), Unit: f.shown(e.Unit, maxWords), Note: f.shown(e.Note, 4*maxWords)}
	switch files := e.files(); {
	case files.module == nil:
	case f.Static:
		a.Text = f.Root + "static/" + engineText(e.Name)
	default:
		at := f.Root + "static/engine/" + game + "/"
		a.Worker, a.Module = at+"worker.js?v="+files.workerSum, at+"engine.wasm?v="+files.moduleSum
	}
	return a
}

// analysisOf describes the engine for the page of a game, and when it may be used.
func (s *Site) analysisOf(g *GameFeed, f pageData) *analysis {
	game, slowest := g.limits()
	a := s.engineAt(game, f)
	if a == nil {
		return nil
	}
	a.Rule, a.Openings = s.Analysis, s.openings(game) != nil
	if a.Rule == "" {
		a.Rule = AnalyseAfter
	}
	if a.Rule == AnalyseAfter && slowest > 0 && s.Delay > slowest {
		a.Rule = AnalyseAlways // who plays has moved before anybody sees the position
	}
	return a
}

// limits returns the game's name and the longest that a move may take.
func (g *GameFeed) limits() (game string, slowest time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, l := range g.opening.Limits {
		slowest = max(slowest, l.Duration())
	}
	return g.opening.Game, slowest
}

// enginePolicy is the content policy of an engine's worker: the engine, which it may compile.
const enginePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

// engineFile answers with a file of a game's engine.
func (s *Site) engineFile(w http.ResponseWriter, r *http.Request) {
	e := s.engine(r.PathValue("game"))
	if e == nil || e.files().module == nil {
		s.nothing(w, r)
		return
	}
	files := e.files()
	cache := func(sum string) string {
		if r.URL.Query().Get("v") == sum {
			return keepForever
		}
		return "no-cache"
	}
	switch r.PathValue("file") {
	case "worker.js":
		setHeaders(w.Header(), enginePolicy, "no-referrer")
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		send(w, r, files.worker, cache(files.workerSum))
	case "engine.wasm":
		w.Header().Set("Content-Type", "application/wasm")
		sendZipped(w, r, files.module, files.moduleSum, cache(files.moduleSum))
	default:
		s.nothing(w, r)
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
