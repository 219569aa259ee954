package browsertest

import (
	"bufio"
	"context"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// served is a program that serves a record, and its address.
func served(t *testing.T, args ...string) string {
	t.Helper()
	path, err := program()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), path, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Wait() }) // the context ends it
	said := bufio.NewScanner(stderr)
	for said.Scan() {
		if found := regexp.MustCompile(`pages at (http://\S+)/`).FindStringSubmatch(said.Text()); found != nil {
			return found[1]
		}
	}
	require.Fail(t, "no address")
	return ""
}

// analysed looks at the analysis of a game: a move is tried and taken back, the link holds it, the
// mistakes are found, and the engine plays. Nothing is loaded from anywhere else.
func analysed(t *testing.T, ctx context.Context, name string) {
	before := time.Now()
	wait(t, ctx, "looplineAnalysis.ready() && looplineAnalysis.infos > 0")
	t.Logf("%s: first value after %d ms, from the test's view", name, time.Since(before).Milliseconds())
	wait(t, ctx, "looplineAnalysis.infos >= 4 || looplineAnalysis.analysed || looplineAnalysis.position().over")
	keep(t, ctx, "analysis-"+name)
	require.NotEmpty(t, eval[string](t, ctx, "document.querySelector('#analysis .worth-bar b').textContent"))
	ply := eval[int](t, ctx, "looplineAnalysis.tree().at.ply")
	eval[bool](t, ctx, "document.querySelector('#analysis .spot').click(), true")
	eval[bool](t, ctx, "document.querySelector('#analysis .go').click(), true")
	wait(t, ctx, "looplineAnalysis.ready() && looplineAnalysis.tree().at.ply === "+strconv.Itoa(ply+1))
	require.Contains(t, eval[string](t, ctx, "location.hash"), "#try="+strconv.Itoa(ply)+".")
	require.Equal(t, 1, eval[int](t, ctx, "document.querySelectorAll('#analysis .tried .move').length"))
	press(t, ctx, "Backspace")
	wait(t, ctx, "looplineAnalysis.ready() && looplineAnalysis.tree().at.ply === "+strconv.Itoa(ply))
	press(t, ctx, "ArrowRight")
	press(t, ctx, "m")
	wait(t, ctx, "looplineAnalysis.reviews().filter((r) => r).length === looplinePage.plies()")
	wait(t, ctx, "document.querySelector('#analysis .status').textContent.includes('Better: ')")
	keep(t, ctx, "missed-"+name)
	eval[bool](t, ctx, "document.querySelector('#analysis select').value = '3', document.querySelector('[data-do=against]').click(), true")
	wait(t, ctx, "looplineAnalysis.ready() && document.querySelector('#analysis.against')")
	ply = eval[int](t, ctx, "looplineAnalysis.tree().at.ply")
	eval[bool](t, ctx, "document.querySelector('#analysis .spot').click(), document.querySelector('#analysis .go').click(), true")
	wait(t, ctx, "looplineAnalysis.ready() && (looplineAnalysis.position().over || looplineAnalysis.tree().at.ply === "+strconv.Itoa(ply+2)+")")
	keep(t, ctx, "against-"+name)
	require.Empty(t, eval[[]string](t, ctx, elsewhere))
	quiet(t, ctx)
}

// weight is how many bytes the page was, with its scripts and style sheets, as they came.
func weight(t *testing.T, ctx context.Context) int {
	t.Helper()
	return eval[int](t, ctx, "performance.getEntriesByType('resource').filter((e) => /[.](js|css)/.test(e.name)).reduce((n, e) => n + e.encodedBodySize, performance.getEntriesByType('navigation')[0].encodedBodySize)")
}

// firstValue opens the analysis, and returns how many milliseconds passed until there was a value.
func firstValue(t *testing.T, ctx context.Context) float64 {
	t.Helper()
	return eval[float64](t, ctx, `(async () => {
		const began = performance.now();
		document.getElementById("analyse").click();
		while (!looplineAnalysis.infos) await new Promise((r) => setTimeout(r, 5));
		return performance.now() - began;
	})()`)
}

// TestAnalysis analyses a game on served pages, on published ones that are opened as files, and by links.
func TestAnalysis(t *testing.T) {
	ctx := browser(t)
	record := played(t, "trax")
	url := served(t, record)
	game := url + "/game/1/"
	open(t, ctx, game+"?ply=4")
	wait(t, ctx, "looplinePage.at() === 4 && looplinePage.moves() > 0 && !document.getElementById('analyse').hidden")
	require.Empty(t, eval[[]string](t, ctx, "performance.getEntriesByType('resource').map((e) => e.name).filter((n) => n.includes('engine/'))"), "nothing of the engine is loaded before it is asked for")
	weight := weight(t, ctx)
	t.Logf("page without analysis: %d bytes", weight)
	require.Less(t, weight, 80<<10)
	first := firstValue(t, ctx)
	t.Logf("first value %.0f ms after the click", first)
	analysed(t, ctx, "served")
	t.Run("rate", func(t *testing.T) {
		open(t, ctx, game+"?lang=en#try=2")
		wait(t, ctx, "looplineAnalysis.ready() && looplineAnalysis.analysed")
		t.Logf("%.0f moves tried a second", eval[float64](t, ctx, "looplineAnalysis.rate"))
	})
	t.Run("memory", func(t *testing.T) {
		bytes := "(await looplineAnalysis.engine.ask({ do: 'memory' })).bytes"
		eval[bool](t, ctx, `(async () => { for (let i = 0; i <= looplinePage.plies(); i++) await looplineAnalysis.engine.ask({ do: "analyse", moves: looplinePage.codes().slice(0, i), time: 150 }, 1); return true; })()`)
		once := eval[int](t, ctx, "(async () => "+bytes+")()")
		eval[bool](t, ctx, `(async () => { for (let n = 0; n < 3; n++) for (let i = 0; i <= looplinePage.plies(); i++) await looplineAnalysis.engine.ask({ do: "analyse", moves: looplinePage.codes().slice(0, i), time: 150 }, 1); return true; })()`)
		again := eval[int](t, ctx, "(async () => "+bytes+")()")
		t.Logf("memory of the worker: %d, then %d bytes", once, again)
		require.Less(t, again, 256<<20)
		require.LessOrEqual(t, again, once+once/4)
	})
	t.Run("links", func(t *testing.T) {
		for hash, want := range map[string]string{
			"#try=2.Z99s":                           "This is as far as the link can be played: Z99/ is not legal here.",
			"#try=<b>":                              "This link holds no position.",
			"#try=1" + strings.Repeat(".C1s", 2000): "This link is too long for a position: at most 4,000 characters.",
		} {
			open(t, ctx, "about:blank")
			open(t, ctx, game+hash)
			wait(t, ctx, "document.querySelector('#analysis .status').textContent === "+strconv.Quote(want))
		}
		quiet(t, ctx)
	})
	t.Run("screens", func(t *testing.T) {
		require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile)))
		open(t, ctx, game+"?lang=ja#try=5")
		wait(t, ctx, "looplineAnalysis.ready() && looplineAnalysis.infos > 0 && looplineAnalysis.reviews().filter((r) => r).length === looplinePage.plies()")
		require.LessOrEqual(t, eval[int](t, ctx, "document.documentElement.scrollWidth"), 390, "a phone does not scroll sideways")
		keep(t, ctx, "analysis-phone-ja")
		require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900)))
	})
	dir := filepath.Join(t.TempDir(), "site")
	path, err := program()
	require.NoError(t, err)
	out, err := exec.CommandContext(t.Context(), path, "serve", record, "--publish", dir).CombinedOutput()
	require.NoError(t, err, string(out))
	t.Run("file", func(t *testing.T) {
		open(t, ctx, "file://"+dir+"/game/1/index.html#4")
		wait(t, ctx, "looplinePage.at() === 4 && looplinePage.moves() > 0 && !document.getElementById('analyse').hidden")
		eval[bool](t, ctx, "document.getElementById('analyse').click(), true")
		analysed(t, ctx, "file")
	})
	t.Run("never", func(t *testing.T) {
		open(t, ctx, served(t, record, "--analysis", "never")+"/game/1/#try=3")
		wait(t, ctx, "document.getElementById('note').textContent === 'The organiser has turned the analysis off.'")
		require.True(t, eval[bool](t, ctx, "document.getElementById('analysis').hidden"))
		quiet(t, ctx)
	})
}
