package live

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/contest/live/web"
)

// gameFile is a published page of a game as the browser gets it: the names and the result. Its
// scripts put the page together, of the frame and the game's pack.
type gameFile struct {
	GamePage
	frame string // the file of the frame
}

// fileScripts are the scripts that put a page together, with its frame and its pack.
var fileScripts = []string{"lines.js", "unpack.js"}

// Scripts put the page together.
func (p gameFile) Scripts() []string { return slices.Concat([]string{p.frame}, fileScripts) }

// frame is what the pages of a game's kind share in one language: the lines of one of them.
type frame struct {
	name  string
	lines []string
}

// gamesPublisher writes the pages of games of one site into a folder.
type gamesPublisher struct {
	site   *Site
	dir    string
	frames map[string]frame // by language, game and scripts
}

// packedGame is the JSON of a game's pack.
type packedGame struct {
	Page  map[string][]web.Hunk `json:"page"` // by language: from the lines of the frame to those of the page
	Moves []Move                `json:"moves"`
	Steps []steps               `json:"steps"`
	Evals []analysis.PlyEval    `json:"worths"`
	Start json.RawMessage       `json:"start"`
}

// publish writes the page of a game, what it shows, and the game's record.
func (p *gamesPublisher) publish(g *GameFeed) error {
	dir := filepath.Join(p.dir, "game", g.key)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	recorded := p.site.recorded(g.key)
	g.awaitEvals(p.site.Closed())
	pack := packedGame{Page: map[string][]web.Hunk{}, Moves: g.MovesFrom(0, 1<<30), Evals: g.knownEvals(), Start: g.start()}
	for l := range web.Langs {
		page, err := p.site.staticGamePage(g, web.Lang(l), recorded)
		if err != nil {
			return err
		}
		text, err := web.Rendered(templates.Lookup("game-main"), page)
		if err != nil {
			return err
		}
		lines := strings.Split(string(text), "\n")
		f, err := p.frame(g, page, lines)
		if err != nil {
			return err
		}
		pack.Page[web.Lang(l).String()] = append([]web.Hunk{}, web.Patch(f.lines, lines)...) // not null
		if err := web.WritePage(filepath.Join(dir, web.PageFile(web.Lang(l))), templates.Lookup("gamefile.html"), gameFile{page, f.name}); err != nil {
			return err
		}
	}
	var err error
	if pack.Steps, err = g.allSteps(); err != nil {
		return err
	}
	text, err := packed(pack)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "steps.js"), fmt.Appendf(nil, "self.looplinePack = %q;\n", text), 0o644); err != nil {
		return err
	}
	if !g.Over() { // the page of the contest shows its picture
		picture, err := g.Picture(1 << 30)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "board.svg"), []byte(picture), 0o644); err != nil {
			return err
		}
	}
	if !recorded {
		return nil
	}
	return p.site.publishRecord(filepath.Join(dir, "record.jsonl"), g.key)
}

// staticGamePage returns the page of a game at its last position, without what its scripts draw.
func (s *Site) staticGamePage(g *GameFeed, l web.Lang, recorded bool) (GamePage, error) {
	f := s.StaticPageData(l, "../../")
	f.Steps = true
	p, err := g.Page(f, -1, time.Time{})
	if err != nil {
		return p, err
	}
	p.Picture, p.Moves, p.Earlier, p.Later, p.Graph, p.Evals = "", nil, false, false, nil, nil
	p.Live, p.Record, p.Evaluating = false, recorded, false
	if len(p.Players) == 2 {
		p.Evaluator = web.Shown(s.analysis.Evaluator, web.MaxName)
	}
	game, late := s.seenLate(g)
	p.Analysis = s.analysis.ViewOf(game, late, f)
	return p, nil
}

// frame returns the frame of a page: that of the first page of its kind. Its name has its content's
// sum, because pages of games that the site has no longer stay in the folder with theirs.
func (p *gamesPublisher) frame(g *GameFeed, page GamePage, lines []string) (frame, error) {
	game, _ := g.limits()
	var scripts []string
	for _, name := range page.Scripts() {
		if !slices.Contains(fileScripts, name) { // a script that runs twice fails
			scripts = append(scripts, page.Asset(name))
		}
	}
	key := fmt.Sprint(page.Lang, game, scripts)
	if f, ok := p.frames[key]; ok {
		return f, nil
	}
	text, err := json.Marshal(map[string]any{"lines": lines, "scripts": scripts})
	if err != nil {
		return frame{}, err
	}
	f := frame{"frame-" + web.SumOf(text) + ".js", lines}
	p.frames[key] = f
	return f, os.WriteFile(filepath.Join(p.dir, "static", f.name), fmt.Appendf(nil, "self.looplineFrame = %s;\n", text), 0o644)
}

// packed returns a value as compressed JSON in base64: a page of a file may load nothing but scripts.
func packed(value any) (string, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}

// rowOfSteps is how many pictures of a published game follow a whole one. The more, the smaller is the
// pack, and the longer it takes to get to one of them.
const rowOfSteps = 256

// allSteps returns all pictures of a game.
func (g *GameFeed) allSteps() (all []steps, err error) {
	for from := 0; ; from += rowOfSteps {
		s, err := g.stepsFrom(from, rowOfSteps, false)
		if err != nil {
			return nil, err
		}
		if all = append(all, s); from+rowOfSteps >= g.Info().Moves {
			return all, nil
		}
	}
}

// publishRecord writes the record of a game as a file of its own.
func (s *Site) publishRecord(name, key string) error {
	f, part, err := s.Records.open(key)
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := io.ReadAll(part)
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}
