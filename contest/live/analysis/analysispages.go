package analysis

import (
	"cmp"
	"html/template"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/host/record"
)

// Options configures the analysis of games. The zero value offers none.
type Options struct {
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

// Pages offers engines, openings and evaluations of games. It is safe for concurrent use.
type Pages struct {
	Options
	pages    *web.Pages
	withheld func(game string) bool
	engines  sync.Map // *Engine, by the game
	evals    *evalQueue
}

// New makes the pages of engines and openings beside others. Withheld reports whether a game is in play of which
// viewers may not analyse the positions yet: whoever sees its moves could paste them. Close ends the evaluations.
func New(p *web.Pages, o Options, withheld func(game string) bool) *Pages {
	return &Pages{Options: o, pages: p, withheld: withheld, evals: newEvalQueue(p.Notify)}
}

// Routes adds the pages, and what they fetch.
func (a *Pages) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /openings/{game}/{$}", a.showOpenings)
	mux.HandleFunc("GET /static/openings/{name}", a.openingsData)
	mux.HandleFunc("GET /analyse/{game}/{$}", a.showPaste)
	mux.HandleFunc("GET /static/engine/{game}/{file}", a.engineFile)
}

// engine returns the engine of a game by the name of its record, nil where it has none.
func (a *Pages) engine(game string) *Engine {
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
func (a *Pages) engineAt(game string, f web.PageData) *EngineView {
	e := a.engine(game)
	if e == nil {
		return nil
	}
	v := &EngineView{levels: e.Levels, Game: game, Paste: e.readsGames(), Unit: f.Show(e.Unit, web.MaxWords), Note: f.Show(e.Note, 4*web.MaxWords)}
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

// ViewOf describes the engine for the page of a game, and when it may be used; nil where there is none. Late tells that
// who plays has moved before anybody sees a position.
func (a *Pages) ViewOf(game string, late bool, f web.PageData) *EngineView {
	v := a.engineAt(game, f)
	if v == nil {
		return nil
	}
	v.Rule, v.Openings = cmp.Or(a.Rule, After), a.openings(game) != nil
	if v.Rule == After && late {
		v.Rule = Always
	}
	return v
}

// EvaluatorOf makes the evaluator of a game by the name of its record; nil where the site has
// none.
func (a *Pages) EvaluatorOf(game string) (Evaluator, error) {
	if a.Evaluator == "" || a.NewEvaluator == nil {
		return nil, nil
	}
	return a.NewEvaluator(game, a.Evaluator)
}

// Evaluate starts to evaluate a game, if the site has an evaluator for it by the name of its record. Key names the game
// in notices. It returns a function that takes each event of the game, with the number of moves that the page shows
// after it, and returns at once; a nil event ends the game.
func (a *Pages) Evaluate(g Evaluated, key, game string) (func(e *record.Event, ply int), error) {
	j, err := a.EvaluatorOf(game)
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

// Forget stops the evaluation of a game.
func (a *Pages) Forget(g Evaluated) { a.evals.remove(g) }

// Close ends the evaluations.
func (a *Pages) Close() { a.evals.close() }

// Publish writes what the pages of a game need into a folder: its engine, its openings, and the page on which any game is
// pasted, as far as it has them.
func (a *Pages) Publish(dir, game string) error {
	return cmp.Or(a.publishEngine(dir, game), a.publishOpenings(dir, game), a.publishPaste(dir, game))
}

// publishEngine writes the engine of a game, if it has one.
func (a *Pages) publishEngine(dir, game string) error {
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
func (a *Pages) publishPages(folder string, page *template.Template, data func(web.PageData) any) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for l := range web.Langs {
		if err := web.WritePage(filepath.Join(folder, web.PageFile(web.Lang(l))), page, data(a.pages.StaticPageData(web.Lang(l), "../../"))); err != nil {
			return err
		}
	}
	return nil
}
