package live

import (
	"cmp"
	"html/template"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"github.com/loopline/loopline/host/record"
)

// AnalysisOptions configures the analysis of games. The zero value offers none.
type AnalysisOptions struct {
	// Evaluator is the bot whose values are drawn as a graph, as NewEvaluator knows it; may
	// be empty. NewEvaluator makes it for a game by the name of its record.
	Evaluator    string
	NewEvaluator func(game, judge string) (Evaluator, error)

	// NewEngine returns the engine of a game for its pages, by the name of its record; nil where
	// it has none. An engine is kept. Rule is when viewers may use it: AnalyseAfter, which is the default,
	// AnalyseAlways or AnalyseNever.
	NewEngine func(game string) *Engine
	Rule      string

	// NewOpenings returns the openings of a game that has an engine; nil where there are none.
	NewOpenings func(game string) *Openings
}

// analysisPages offers engines, openings and evaluations of games. It is safe for concurrent use.
type analysisPages struct {
	AnalysisOptions
	pages    *pages
	withheld func(game string) bool
	engines  sync.Map // *Engine, by the game
	evals    *evalQueue
}

// newAnalysisPages makes the pages of engines and openings beside others. Withheld reports whether a game is in play of which
// viewers may not analyse the positions yet: whoever sees its moves could paste them. Close ends the evaluations.
func newAnalysisPages(p *pages, o AnalysisOptions, withheld func(game string) bool) *analysisPages {
	return &analysisPages{AnalysisOptions: o, pages: p, withheld: withheld, evals: newEvalQueue(p.say)}
}

// routes adds the pages, and what they fetch.
func (a *analysisPages) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /openings/{game}/{$}", a.showOpenings)
	mux.HandleFunc("GET /static/openings/{name}", a.openingsData)
	mux.HandleFunc("GET /analyse/{game}/{$}", a.showPaste)
	mux.HandleFunc("GET /static/engine/{game}/{file}", a.engineFile)
}

// engine returns the engine of a game by the name of its record, nil where it has none.
func (a *analysisPages) engine(game string) *Engine {
	if a.NewEngine == nil {
		return nil
	}
	if e, known := a.engines.Load(game); known {
		return e.(*Engine)
	}
	e := a.NewEngine(game)
	if e != nil {
		known, _ := a.engines.LoadOrStore(game, e)
		e = known.(*Engine)
	}
	return e
}

// engineAt describes the engine of a game for a page, nil where it has none.
func (a *analysisPages) engineAt(game string, f pageData) *engineView {
	e := a.engine(game)
	if e == nil {
		return nil
	}
	v := &engineView{levels: e.Levels, Game: game, Paste: e.readsGames(), Unit: f.shown(e.Unit, maxWords), Note: f.shown(e.Note, 4*maxWords)}
	switch files := e.files(); {
	case files.module == nil:
	case f.Static:
		v.Text = f.Root + "static/" + engineText(e.Name)
	default:
		at := f.Root + "static/engine/" + game + "/"
		v.Worker, v.Module = at+"worker.js?v="+files.workerSum, at+"engine.wasm?v="+files.moduleSum
	}
	return v
}

// viewOf describes the engine for the page of a game, and when it may be used; nil where there is none. Late tells that
// who plays has moved before anybody sees a position.
func (a *analysisPages) viewOf(game string, late bool, f pageData) *engineView {
	v := a.engineAt(game, f)
	if v == nil {
		return nil
	}
	v.Rule, v.Openings = cmp.Or(a.Rule, AnalyseAfter), a.openings(game) != nil
	if v.Rule == AnalyseAfter && late {
		v.Rule = AnalyseAlways
	}
	return v
}

// evaluatorOf makes the evaluator of a game by the name of its record; nil where the site has
// none.
func (a *analysisPages) evaluatorOf(game string) (Evaluator, error) {
	if a.Evaluator == "" || a.NewEvaluator == nil {
		return nil, nil
	}
	return a.NewEvaluator(game, a.Evaluator)
}

// evaluate starts to evaluate a game, if the site has an evaluator for it by the name of its record. Key names the game
// in notices. It returns a function that takes each event of the game, with the number of moves that the page shows
// after it, and returns at once; a nil event ends the game.
func (a *analysisPages) evaluate(g Evaluated, key, game string) (func(e *record.Event, ply int), error) {
	j, err := a.evaluatorOf(game)
	if err != nil || j == nil {
		return func(*record.Event, int) {}, err
	}
	d := a.evals.add(g, key, j)
	return func(e *record.Event, ply int) {
		if e == nil {
			a.evals.finish(d)
			return
		}
		a.evals.enqueue(d, e, ply)
	}, nil
}

// forget stops the evaluation of a game.
func (a *analysisPages) forget(g Evaluated) { a.evals.remove(g) }

// close ends the evaluations.
func (a *analysisPages) close() { a.evals.close() }

// publish writes what the pages of a game need into a folder: its engine, its openings, and the page on which any game is
// pasted, as far as it has them.
func (a *analysisPages) publish(dir, game string) error {
	return cmp.Or(a.publishEngine(dir, game), a.publishOpenings(dir, game), a.publishPaste(dir, game))
}

// publishEngine writes the engine of a game, if it has one.
func (a *analysisPages) publishEngine(dir, game string) error {
	e := a.engine(game)
	if e == nil || e.files().module == nil {
		return nil
	}
	text, err := e.text()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "static", engineText(e.Name)), text, 0o644)
}

// publishPages writes a page in each language into a folder two below that of the site.
func (a *analysisPages) publishPages(folder string, page *template.Template, data func(pageData) any) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for l := range langs {
		if err := writePage(filepath.Join(folder, pageName(Lang(l))), page, data(a.pages.staticPageData(Lang(l), "../../"))); err != nil {
			return err
		}
	}
	return nil
}
