package browsertest

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// shortGames are matches of all games but Trax that end soon: the arguments of play.
var shortGames = map[string][]string{
	"kakomimasu": {"--option", "turns=14", "bot:greedy?seed=1", "bot:random?seed=2"},
	"battle2048": {"bot:greedy?seed=1", "bot:random?seed=2"},
	"dpt":        {"--option", "turns=14", "bot:greedy?seed=1", "bot:random?seed=2"},
	"chaser":     {"--option", "seed=3", "bot:greedy?seed=1", "bot:random?seed=2"},
}

// shortGame plays such a match and returns its record.
func shortGame(t *testing.T, game string) string {
	t.Helper()
	path, err := program()
	require.NoError(t, err)
	record := filepath.Join(t.TempDir(), game+".jsonl")
	var errout bytes.Buffer
	cmd := exec.CommandContext(t.Context(), path, append([]string{"play", "--game", game, "--record", record}, shortGames[game]...)...)
	cmd.Stderr = &errout
	require.NoError(t, cmd.Run(), errout.String())
	return record
}

// playsOn plays an action at the board of the analysis, whatever the questions are: the first cell of
// each part.
const playsOn = `(async () => {
	const at = () => looplineAnalysis.tree().at.ply, ply = at(), find = (s) => document.querySelector("#analysis " + s);
	for (let n = 0; n < 60 && at() === ply; n++) {
		const spot = find(".spot:not([aria-pressed=true])"), rest = find(".rest"), go = find(".go");
		if (find(".go").disabled && spot) spot.click();
		if (rest && !rest.hidden) rest.click(); else if (!go.disabled) go.click();
		await new Promise((r) => setTimeout(r, 150));
	}
	return at() - ply;
})()`

// analysedGame looks at the analysis of a game in which bots say what they would do: an action is
// tried and taken back, the link holds it, a bot's is played, losses are found, and a bot answers.
// Nothing is loaded from anywhere else.
func analysedGame(t *testing.T, ctx context.Context, name string) {
	wait(t, ctx, "looplineAnalysis.ready() && looplineAnalysis.analysed")
	keep(t, ctx, "analysis-"+name)
	require.NotEmpty(t, eval[string](t, ctx, "document.querySelector('#analysis .worth-bar b').textContent"))
	require.GreaterOrEqual(t, eval[int](t, ctx, "document.querySelectorAll('#analysis .does .move').length"), 2)
	require.NotZero(t, eval[int](t, ctx, "document.querySelectorAll('#analysis .ghost.hint').length"), "what the searching bot does is drawn")
	ply := eval[int](t, ctx, "looplineAnalysis.tree().at.ply")
	require.Equal(t, 1, eval[int](t, ctx, playsOn))
	wait(t, ctx, "looplineAnalysis.ready() && looplineAnalysis.tree().at.ply === "+strconv.Itoa(ply+1))
	require.Contains(t, eval[string](t, ctx, "location.hash"), "#try="+strconv.Itoa(ply)+".")
	hash := eval[string](t, ctx, "location.hash")
	keep(t, ctx, "tried-"+name)
	press(t, ctx, "Backspace")
	wait(t, ctx, "looplineAnalysis.ready() && looplineAnalysis.tree().at.ply === "+strconv.Itoa(ply)+" && looplineAnalysis.analysed")
	eval[bool](t, ctx, "document.querySelector('#analysis .does:last-child .move').click(), true")
	wait(t, ctx, "looplineAnalysis.ready() && looplineAnalysis.tree().at.ply === "+strconv.Itoa(ply+1))
	eval[bool](t, ctx, "location.hash = "+strconv.Quote(hash)+", true")
	wait(t, ctx, "looplineAnalysis.ready() && location.hash === "+strconv.Quote(hash))
	press(t, ctx, "m")
	wait(t, ctx, "looplineAnalysis.reviews().filter((r) => r).length === looplinePage.plies()")
	wait(t, ctx, "document.querySelector('#analysis .status').textContent.includes('Better: ')")
	keep(t, ctx, "missed-"+name)
	require.NotZero(t, eval[int](t, ctx, "document.querySelectorAll('#analysis .marks rect').length"))
	require.Greater(t, eval[int](t, ctx, "document.querySelector('#analysis .curve').getAttribute('d').length"), 20)
	eval[bool](t, ctx, "document.querySelector('#analysis .against select').value = 'greedy', document.querySelector('[data-do=against]').click(), true")
	wait(t, ctx, "looplineAnalysis.ready() && document.querySelector('#analysis.against')")
	ply = eval[int](t, ctx, "looplineAnalysis.tree().at.ply")
	require.LessOrEqual(t, 1, eval[int](t, ctx, playsOn))
	wait(t, ctx, "looplineAnalysis.ready() && (looplineAnalysis.position().over || looplineAnalysis.position().seat < 0 && looplineAnalysis.tree().at.ply === "+strconv.Itoa(ply+1)+" || looplineAnalysis.tree().at.ply === "+strconv.Itoa(ply+2)+")")
	keep(t, ctx, "against-"+name)
	require.Empty(t, eval[[]string](t, ctx, elsewhere))
	quiet(t, ctx)
}

// elsewhere is what a page has loaded that is neither its own nor made in it.
const elsewhere = "performance.getEntriesByType('resource').map((e) => e.name).filter((n) => !n.startsWith(location.origin) && !n.startsWith('file:') && !n.startsWith('blob:') && !n.startsWith('data:'))"

// TestGameAnalysis analyses a game of each kind but Trax, on served pages and on published ones.
func TestGameAnalysis(t *testing.T) {
	ctx := browser(t)
	for game := range shortGames {
		t.Run(game, func(t *testing.T) {
			record := shortGame(t, game)
			url := served(t, record)
			open(t, ctx, "about:blank")
			open(t, ctx, url+"/game/1/?ply=6&lang=en")
			wait(t, ctx, "looplinePage.at() === 6 && looplinePage.moves() > 0 && !document.getElementById('analyse').hidden")
			require.Empty(t, eval[[]string](t, ctx, "performance.getEntriesByType('resource').map((e) => e.name).filter((n) => /engine\\/|start[.]json/.test(n))"), "nothing of the engine is loaded before it is asked for")
			weight := weight(t, ctx)
			require.Less(t, weight, 80<<10)
			first := firstValue(t, ctx)
			wait(t, ctx, "looplineAnalysis.analysed")
			t.Logf("page without analysis: %d bytes; first value %.0f ms after the click", weight, first)
			accessible(t, ctx, game)
			analysedGame(t, ctx, game+"-served")
			require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile)))
			open(t, ctx, "about:blank")
			open(t, ctx, url+"/game/1/?lang=ja#try=7")
			wait(t, ctx, "looplineAnalysis.ready() && looplineAnalysis.analysed")
			require.LessOrEqual(t, eval[int](t, ctx, "document.documentElement.scrollWidth"), 390, "a phone does not scroll sideways")
			keep(t, ctx, "analysis-"+game+"-phone-ja")
			accessible(t, ctx, game+" on a phone")
			require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900)))
			open(t, ctx, "about:blank")
			open(t, ctx, url+"/game/1/?lang=en#try=2.<b>")
			wait(t, ctx, "document.querySelector('#analysis .status').textContent === 'This link holds no position.'")
			open(t, ctx, "about:blank")
			open(t, ctx, url+"/game/1/?lang=en#try=2.zz")
			wait(t, ctx, "document.querySelector('#analysis .status').textContent === 'This is as far as the link can be played: zz is not legal here.'")
			quiet(t, ctx)

			dir := filepath.Join(t.TempDir(), "site")
			path, err := program()
			require.NoError(t, err)
			out, err := exec.CommandContext(t.Context(), path, "serve", record, "--publish", dir).CombinedOutput()
			require.NoError(t, err, string(out))
			open(t, ctx, "file://"+dir+"/game/1/index.html#6")
			wait(t, ctx, "looplinePage.at() === 6 && looplinePage.moves() > 0 && !document.getElementById('analyse').hidden")
			eval[bool](t, ctx, "document.getElementById('analyse').click(), true")
			analysedGame(t, ctx, game+"-file")
		})
	}
}
