package browsertest

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/contest/live/contestpages"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/trax"
)

// program is Loopline, built once.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "loopline")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "loopline")
	generate := exec.Command("go", "generate", "./trax/browser/bundle", "./games/browser/bundle")
	generate.Dir = ".."
	if out, err := generate.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	build := exec.Command("go", "build", "-o", path, "./cmd/loopline")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// played plays a match between our bots and returns its record.
func played(t *testing.T, game string) string {
	t.Helper()
	path, err := program()
	require.NoError(t, err)
	record := filepath.Join(t.TempDir(), game+".jsonl")
	var errout bytes.Buffer
	cmd := exec.CommandContext(t.Context(), path, "play", "--game", game, "bot:random?seed=3", "bot:random?seed=4", "--record", record)
	cmd.Stderr = &errout
	require.NoError(t, cmd.Run(), errout.String())
	return record
}

// serve serves a site.
func serve(t *testing.T, s *contestpages.Site) string {
	server := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		require.NoError(t, s.Close())
		server.Close()
	})
	return server.URL
}

// newSite is a site that asks for no patience.
func newSite() *contestpages.Site {
	return contestpages.New(live.Options{Title: "test", NewView: games.LiveView, Limits: web.Limits{Requests: 1 << 20}})
}

// TestPages looks at the pages in one browser.
func TestPages(t *testing.T) {
	ctx := browser(t)
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) { steps(t, ctx, g.Name) })
	}
	t.Run("controls", func(t *testing.T) { controls(t, ctx) })
	t.Run("live", func(t *testing.T) { follows(t, ctx) })
	t.Run("overtaken", func(t *testing.T) { overtaken(t, ctx) })
	t.Run("judged", func(t *testing.T) { judged(t, ctx) })
	t.Run("large", func(t *testing.T) { large(t, ctx) })
	t.Run("published", func(t *testing.T) { published(t, ctx) })
	t.Run("running day", func(t *testing.T) { runningDay(t, ctx) })
	t.Run("director", func(t *testing.T) { directs(t, ctx) })
	t.Run("orders", func(t *testing.T) { orders(t, ctx) })
	t.Run("day", func(t *testing.T) { overDay(t, ctx) })
	t.Run("hostile", func(t *testing.T) { hostile(t, ctx) })
}

// differs steps through a game, forward and back, and compares what the steps
// made of the picture with the picture that the server draws. It returns where
// they differ.
const differs = `(async () => {
	const shape = (n) => n.nodeType === 3 ? n.data.trim() && "'" + n.data.trim() : "<" + n.nodeName + [...n.attributes].map((a) => a.name + "=" + a.value).sort().join(" ") + ">" + [...n.childNodes].map(shape).join("");
	const last = looplinePage.plies(), key = (k) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true, cancelable: true}));
	const until = async (n) => { for (let i = 0; i < 12000 && looplinePage.at() !== n; i++) await new Promise((r) => setTimeout(r, 5)); return looplinePage.at() === n; };
	const compare = async (n) => {
		const made = document.createElement("template");
		made.innerHTML = await (await fetch("board.svg?ply=" + n)).text();
		return shape(made.content.querySelector("svg")) === shape(document.querySelector("#board svg"));
	};
	key("Home");
	if (!await until(0)) return "the start is not shown";
	const all = [];
	for (let n = 1; n <= last; n++) all.push([n, "ArrowRight"]);
	for (let n = last - 1; n >= 0; n--) all.push([n, "ArrowLeft"]);
	for (const [n, k] of all) {
		key(k);
		if (!await until(n)) return k + ": move " + n + " is not shown";
		if (n % 5 === 0 && !await compare(n)) return k + ": the picture of move " + n + " is another";
	}
	return "";
})()`

func steps(t *testing.T, ctx context.Context, game string) {
	s := newSite()
	require.NoError(t, s.Show(t.Context(), played(t, game)))
	url := serve(t, s)
	open(t, ctx, url+"/game/1/")
	wait(t, ctx, "looplinePage.moves() === looplinePage.plies() && looplinePage.at() === looplinePage.plies()")
	keep(t, ctx, "game-"+game)
	require.Empty(t, eval[string](t, ctx, differs))
	quiet(t, ctx)
}

func controls(t *testing.T, ctx context.Context) {
	s := newSite()
	require.NoError(t, s.Show(t.Context(), played(t, "battle2048")))
	url := serve(t, s)
	open(t, ctx, url+"/game/1/?ply=7")
	wait(t, ctx, "looplinePage.moves() > 0 && looplinePage.at() === 7")
	require.Contains(t, eval[string](t, ctx, "document.querySelector('#moves .now').textContent"), "turn 3 first")
	press(t, ctx, "ArrowRight")
	wait(t, ctx, "looplinePage.at() === 8 && location.search === '?ply=8'")
	require.Contains(t, eval[string](t, ctx, "document.getElementById('said').textContent"), "turn 3 second")
	require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS("#first"))))
	wait(t, ctx, "looplinePage.at() === 0")
	eval[bool](t, ctx, "const s = document.getElementById('slider'); s.value = 12; s.dispatchEvent(new Event('input', {bubbles: true})), true")
	wait(t, ctx, "looplinePage.at() === 12")
	require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS("#moves li:nth-child(3) a"))))
	wait(t, ctx, "looplinePage.at() > 0 && document.querySelector('#moves li:nth-child(3)').classList.contains('now')")
	eval[bool](t, ctx, `const b = document.querySelector("#graph svg").getBoundingClientRect();
		document.querySelector("#graph svg").dispatchEvent(new PointerEvent("pointermove", {buttons: 1, clientX: b.left + b.width - 1, clientY: b.top + 5, bubbles: true})), true`)
	wait(t, ctx, "looplinePage.at() === looplinePage.plies()")
	eval[bool](t, ctx, "const p = document.getElementById('pace'); p.value = '60'; p.dispatchEvent(new Event('change')), true")
	press(t, ctx, "Home")
	press(t, ctx, " ")
	wait(t, ctx, "looplinePage.at() > 3")
	press(t, ctx, " ")
	require.Equal(t, "Play", eval[string](t, ctx, "document.getElementById('play').title"))
	open(t, ctx, url+"/game/1/?big&lang=ja")
	wait(t, ctx, "looplinePage.at() === looplinePage.plies()")
	require.Equal(t, "ja", eval[string](t, ctx, "document.documentElement.lang"))
	keep(t, ctx, "projector")
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile)))
	open(t, ctx, url+"/game/1/?lang=en")
	wait(t, ctx, "looplinePage.at() === looplinePage.plies()")
	require.LessOrEqual(t, eval[int](t, ctx, "document.documentElement.scrollWidth"), 390, "a phone does not scroll sideways")
	keep(t, ctx, "phone")
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900)))
	quiet(t, ctx)
}

// follows has a game be played before the page's eyes.
func follows(t *testing.T, ctx context.Context) {
	f, err := os.Open(played(t, "trax"))
	require.NoError(t, err)
	defer f.Close()
	recorded, err := record.Read(f)
	require.NoError(t, err)
	events := recorded[0].Events
	s := newSite()
	url := serve(t, s)
	watch, err := s.Watch("1", "trax")
	require.NoError(t, err)
	// play plays until so many moves are made.
	play := func(moves int) {
		for made := 0; made < moves && len(events) > 0; events = events[1:] {
			watch(events[0])
			if events[0].Type == record.EventNote && events[0].Name == "ply" {
				made++
			}
		}
	}
	at := func(n int) { wait(t, ctx, "looplinePage.at() === "+strconv.Itoa(n)) }
	play(3)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(url+"/live")))
	for range 500 { // the site may not know of the game yet
		if strings.Contains(eval[string](t, ctx, "location.pathname"), "/game/") {
			break
		}
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(url+"/live")))
	}
	at(3)
	play(2)
	at(5)
	require.True(t, eval[bool](t, ctx, "looplinePage.following() && document.getElementById('back').hidden"))
	press(t, ctx, "ArrowLeft")
	at(4)
	play(2)
	wait(t, ctx, "looplinePage.plies() === 7")
	require.Equal(t, 4, eval[int](t, ctx, "looplinePage.at()"), "it stays where I am")
	require.False(t, eval[bool](t, ctx, "document.getElementById('back').hidden"))
	require.Contains(t, eval[string](t, ctx, "document.getElementById('back').textContent"), "3 new")
	keep(t, ctx, "live")
	require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS("#back"))))
	at(7)
	play(1000)
	wait(t, ctx, "!document.getElementById('ending').hidden")
	wait(t, ctx, "looplinePage.at() === looplinePage.plies()")
	require.Contains(t, eval[string](t, ctx, "document.getElementById('ending').textContent"), "wins by")
	require.Equal(t, eval[int](t, ctx, "looplinePage.plies()"), eval[int](t, ctx, "document.querySelectorAll('#moves li').length"), "each move is listed once")
	require.Empty(t, eval[string](t, ctx, differs))
	quiet(t, ctx)
}

// overtaken has moves be played while the list of those before is on its way to the
// page, and the first answer fail.
func overtaken(t *testing.T, ctx context.Context) {
	s := newSite()
	asked, answer := make(chan struct{}, 8), make(chan struct{})
	var failed atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/moves.json") {
			s.Handler().ServeHTTP(w, r)
			return
		}
		if !failed.Swap(true) {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		early := httptest.NewRecorder()
		s.Handler().ServeHTTP(early, r)
		asked <- struct{}{}
		<-answer
		maps.Copy(w.Header(), early.Header())
		w.WriteHeader(early.Code)
		_, _ = w.Write(early.Body.Bytes())
	}))
	t.Cleanup(func() {
		require.NoError(t, s.Close())
		server.Close()
	})
	watch, err := s.Watch("1", "trax")
	require.NoError(t, err)
	play := func(ply int, move string) {
		watch(record.Event{Type: record.EventNote, Name: "ply", Data: fmt.Appendf(nil, `{"ply":%d,"seat":%d,"move":%q}`, ply, (ply+1)%2, move)})
	}
	watch(record.Event{Type: record.EventGame, Game: "trax", Seats: []record.EventSeat{{Name: "white", Address: "a"}, {Name: "red", Address: "b"}}})
	play(1, "@0+")
	for range 500 { // the site may not know of the game yet
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(server.URL+"/game/1/")))
		if eval[bool](t, ctx, "!!self.looplinePage") {
			break
		}
	}
	select {
	case <-asked:
	case <-ctx.Done():
		require.Fail(t, "the page does not ask again")
	}
	play(2, "B1+")
	wait(t, ctx, "looplinePage.plies() === 2")
	require.Equal(t, -1, eval[int](t, ctx, "looplinePage.moves()"))
	close(answer)
	wait(t, ctx, "looplinePage.moves() === 2 && document.querySelectorAll('#moves li').length === 2")
	quiet(t, ctx)
}

// judged looks at the graph of a bot's values: it is filled while the page is there.
func judged(t *testing.T, ctx context.Context) {
	s := games.Site(live.Options{Title: "test", Analysis: analysis.Options{Evaluator: "bot:search?depth=3"}, Limits: web.Limits{Requests: 1 << 20}})
	require.NoError(t, s.Show(t.Context(), played(t, "trax")))
	url := serve(t, s)
	open(t, ctx, url+"/game/1/")
	wait(t, ctx, "looplinePage.moves() === looplinePage.plies() && looplinePage.judged() === looplinePage.plies()")
	wait(t, ctx, "document.querySelectorAll('#worths rect').length === looplinePage.plies()")
	require.Contains(t, eval[string](t, ctx, "document.querySelector('#worth figcaption').textContent"), "Evaluation by search?depth=3")
	require.Contains(t, eval[string](t, ctx, "document.getElementById('value').textContent"), "wins by force")
	press(t, ctx, "Home")
	wait(t, ctx, "looplinePage.at() === 0 && document.getElementById('value').textContent === ''")
	eval[bool](t, ctx, `const b = document.querySelector("#worth svg").getBoundingClientRect();
		document.querySelector("#worth svg").dispatchEvent(new PointerEvent("pointermove", {buttons: 1, clientX: b.left + b.width / 2, clientY: b.top + 5, bubbles: true})), true`)
	wait(t, ctx, "looplinePage.at() > 0 && document.getElementById('value').textContent !== ''")
	keep(t, ctx, "judged")
	quiet(t, ctx)
}

// published opens pages that no server gives.
func published(t *testing.T, ctx context.Context) {
	s := newSite()
	defer s.Close()
	require.NoError(t, s.Show(t.Context(), played(t, "chaser")))
	dir := filepath.Join(t.TempDir(), "site")
	require.NoError(t, s.Publish(dir))
	open(t, ctx, "file://"+dir+"/index.html")
	require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS("a[href='game/1/index.html']"))))
	wait(t, ctx, "looplinePage.moves() > 0 && looplinePage.at() === looplinePage.plies()")
	wait(t, ctx, "document.querySelectorAll('#moves li, #bars rect').length > 100")
	require.Greater(t, eval[int](t, ctx, "imageOf(looplinePage.picture()).then((image) => image.size)"), 1000)
	press(t, ctx, "Home")
	wait(t, ctx, "looplinePage.at() === 0")
	press(t, ctx, "ArrowRight")
	wait(t, ctx, "looplinePage.at() === 1 && location.hash === '#1'")
	open(t, ctx, "file://"+dir+"/game/1/index.ja.html#5")
	wait(t, ctx, "looplinePage.at() === 5")
	require.Contains(t, eval[string](t, ctx, "document.getElementById('at').textContent"), "5 手目")
	quiet(t, ctx)
}

// hostile has players with names that try things.
func hostile(t *testing.T, ctx context.Context) {
	s := newSite()
	url := serve(t, s)
	watch, err := s.Watch("1", "trax")
	require.NoError(t, err)
	name := `<script>self.owned=1</script><img src=x onerror="self.owned=1">` + "\u202e" + strings.Repeat("😀", 10_000)
	watch(record.Event{Type: record.EventGame, Game: "trax", Seats: []record.EventSeat{{Name: "white", Address: name}, {Name: "red", Address: name}}})
	watch(record.Event{Type: record.EventVerdict, Void: true, Reason: name, Detail: name})
	for range 500 {
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(url+"/game/1/")))
		if eval[bool](t, ctx, "!!document.querySelector('.seat')") {
			break
		}
	}
	wait(t, ctx, "self.looplinePage")
	require.False(t, eval[bool](t, ctx, "!!self.owned"))
	require.LessOrEqual(t, eval[int](t, ctx, "document.documentElement.scrollWidth"), 1280)
	keep(t, ctx, "hostile")
	quiet(t, ctx)
}

// largeGame feeds a site a game of so many moves, none of which ends it.
func largeGame(t *testing.T, s *contestpages.Site, plies int) {
	watch, err := s.Watch("1", "trax")
	require.NoError(t, err)
	watch(record.Event{Type: record.EventGame, Game: "trax", Seats: []record.EventSeat{{Name: "white", Address: "a"}, {Name: "red", Address: "b"}}})
	r := rand.New(rand.NewPCG(1, 2))
	p := trax.NewPosition()
	var moves []trax.Move
	for p.Ply() < plies {
		if p.Ply()%16 == 0 || len(moves) == 0 {
			moves = p.AppendMoves(moves[:0])
		}
		m := moves[r.IntN(len(moves))]
		text := m.String()
		if p.PlayText(text) != nil {
			moves = p.AppendMoves(moves[:0])
			continue
		}
		if p.Outcome().Over {
			p.Undo()
			moves = p.AppendMoves(moves[:0])
			continue
		}
		data := fmt.Sprintf(`{"ply":%d,"seat":%d,"move":%q,"forced":%d}`, p.Ply(), (p.Ply()+1)%2, text, p.Forced())
		watch(record.Event{Type: record.EventNote, Name: "ply", Data: []byte(data)})
	}
	watch(record.Event{Type: record.EventVerdict, Draw: true, Reason: "test", Ply: plies})
}

// stepTimes steps through the end of a game and returns, in milliseconds, how long
// the slowest step took until the page was laid out, and the most nodes that one
// put in.
const stepTimes = `(async () => {
	const key = (k) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true, cancelable: true}));
	let nodes = 0, most = 0, slowest = 0, times = [];
	const seen = new MutationObserver((all) => { for (const m of all) nodes += m.addedNodes.length; });
	key("ArrowLeft");
	await new Promise((r) => setTimeout(r, 3000));
	seen.observe(document.getElementById("board"), {childList: true, subtree: true});
	for (let i = 0; i < 20; i++) {
		nodes = 0;
		const before = looplinePage.at(), began = performance.now();
		key("ArrowLeft");
		for (let k = 0; k < 100 && looplinePage.at() === before; k++) await null;
		document.getElementById("board").getBoundingClientRect();
		if (looplinePage.at() !== before) times.push(performance.now() - began);
		while (looplinePage.at() === before) await new Promise((r) => setTimeout(r, 0)); // it was loaded first
		await new Promise((r) => requestAnimationFrame(() => setTimeout(r, 0)));
		most = Math.max(most, nodes);
	}
	times.sort((a, b) => a - b);
	return [times[times.length >> 1], times[times.length - 1], most];
})()`

func large(t *testing.T, ctx context.Context) {
	plies := 1500
	if n, err := strconv.Atoi(os.Getenv("PLIES")); err == nil {
		plies = n
	}
	s := newSite()
	url := serve(t, s)
	largeGame(t, s, plies)
	for {
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(url+"/game/1/")))
		if eval[bool](t, ctx, "!!document.getElementById('ending') && !document.getElementById('ending').hidden") {
			break
		}
	}
	wait(t, ctx, fmt.Sprintf("looplinePage.moves() === %d && looplinePage.at() === %d", plies, plies))
	keep(t, ctx, "large")
	times := eval[[]float64](t, ctx, stepTimes)
	t.Logf("a step in a game of %d moves: median %.1f ms, slowest %.1f ms, at most %.0f nodes", plies, times[0], times[1], times[2])
	require.Less(t, times[2], 300.0, "a step replaces what it changes")
	quiet(t, ctx)
}
