package browsertest

import (
	"context"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// TestPasted analyses games that somebody pastes, on a served page, on a published one opened as a file,
// by a link, and on a phone.
func TestPasted(t *testing.T) {
	ctx := browser(t)
	record := played(t, "trax")
	url := served(t, record)
	open(t, ctx, url+"/game/1/?lang=en")
	page := eval[string](t, ctx, "document.querySelector('footer a[href*=analyse]').href")
	require.Equal(t, url+"/analyse/trax/", page)
	pasted(t, ctx, page+"?lang=en")
	keep(t, ctx, "pasted")
	linked := eval[string](t, ctx, "location.href")

	t.Run("link", func(t *testing.T) {
		open(t, ctx, "about:blank")
		open(t, ctx, linked)
		wait(t, ctx, "looplineAnalysis.ready() && looplineAnalysis.tree().at.ply === 3 && looplinePage.plies() === 3")
		require.Equal(t, "@0/ B1+ A2/", eval[string](t, ctx, "document.getElementById('text').value"))
	})
	t.Run("refused", func(t *testing.T) {
		for text, want := range map[string]string{
			"nothing but prose":       "There is no move of Trax in this text: paste moves such as @0/ or B12+.",
			"<img src=x onerror=x()>": "There is no move of Trax in this text: paste moves such as @0/ or B12+.",
			"":                        "There is no move of Trax in this text: paste moves such as @0/ or B12+.",
		} {
			open(t, ctx, page+"?lang=en")
			paste(t, ctx, text)
			wait(t, ctx, "document.getElementById('note').textContent === "+strconv.Quote(want))
			require.True(t, eval[bool](t, ctx, "document.getElementById('analysis').hidden"))
		}
		open(t, ctx, page+"?lang=en")
		paste(t, ctx, "1. @0/ B1+ 2. Z99/ B2/")
		wait(t, ctx, "looplineAnalysis.ready() && document.querySelector('#analysis .status').textContent === 'The game is shown up to here: move 3, Z99/, is not legal.'")
		require.Equal(t, 2, eval[int](t, ctx, "looplineAnalysis.tree().at.ply"))
		open(t, ctx, page+"?lang=ja")
		for text, want := range map[string]string{
			"Look: 1. @0/\n2. a2/":    `2 行目: "a2/" は手ではありません。@0/ や B12+ のように列、行、形（/ \ +）を書いてください`,
			"(;P0[1 dropb 4 A 01 /])": `1 行目: "1 dropb 4 A 01 /": "A01/": 行の先頭に 0 があります`,
		} {
			paste(t, ctx, text)
			wait(t, ctx, "document.getElementById('note').textContent === "+strconv.Quote(want))
		}
		keep(t, ctx, "paste-refused-ja")
		quiet(t, ctx)
	})
	t.Run("phone", func(t *testing.T) {
		require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile)))
		open(t, ctx, page+"?lang=ja")
		wait(t, ctx, "!document.getElementById('analyse').hidden")
		require.LessOrEqual(t, eval[int](t, ctx, "document.documentElement.scrollWidth"), 390)
		keep(t, ctx, "paste-phone-ja")
		paste(t, ctx, "@0/ B1+ A2/")
		wait(t, ctx, "looplineAnalysis.ready() && looplineAnalysis.infos > 0")
		require.LessOrEqual(t, eval[int](t, ctx, "document.documentElement.scrollWidth"), 390)
		keep(t, ctx, "pasted-phone-ja")
		require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900)))
	})
	t.Run("accessible", func(t *testing.T) {
		if _, err := axe(); err != nil {
			t.Skipf("axe-core cannot be had: %v", err)
		}
		for _, lang := range []string{"en", "ja"} {
			open(t, ctx, page+"?lang="+lang)
			accessible(t, ctx, "paste "+lang)
		}
	})
	t.Run("file", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "site")
		path, err := program()
		require.NoError(t, err)
		out, err := exec.CommandContext(t.Context(), path, "serve", record, "--publish", dir).CombinedOutput()
		require.NoError(t, err, string(out))
		pasted(t, ctx, "file://"+dir+"/analyse/trax/index.html")
	})
}

// paste puts a text into the box, and asks for its analysis.
func paste(t *testing.T, ctx context.Context, text string) {
	wait(t, ctx, "!document.getElementById('analyse').hidden")
	eval[bool](t, ctx, "document.getElementById('text').value = "+strconv.Quote(text)+", document.getElementById('analyse').click(), true")
}

// pasted analyses a game of prose, and another one after it: the last position of each is shown first.
func pasted(t *testing.T, ctx context.Context, page string) {
	open(t, ctx, page)
	paste(t, ctx, "(;GM[Trax]SU[trax]P0[id \"Ada\"]P1[id \"Bob\"];P0[0 Start P0];P0[1 dropb 4 @ 0 /];P0[2 Done];P1[3 dropb 0 B 1 +];P1[4 Done])")
	wait(t, ctx, "looplineAnalysis.ready() && looplineAnalysis.tree().at.ply === 2")
	require.Equal(t, "Ada – Bob", eval[string](t, ctx, "document.getElementById('players').textContent"))
	open(t, ctx, page)
	paste(t, ctx, "We began with 1. @0/ B1+, then 2. A2/ @1/ B0/")
	wait(t, ctx, "looplineAnalysis.ready() && looplineAnalysis.infos > 0 && looplinePage.plies() > 0")
	first := eval[int](t, ctx, "looplinePage.plies()")
	require.Equal(t, first, eval[int](t, ctx, "looplineAnalysis.tree().at.ply"))
	eval[bool](t, ctx, "document.querySelector('[data-do=close]').click(), true")
	wait(t, ctx, "document.getElementById('analysis').hidden")
	paste(t, ctx, "@0/, B1+, A2/")
	wait(t, ctx, "looplineAnalysis.ready() && looplinePage.plies() === 3 && looplineAnalysis.tree().at.ply === 3")
	require.Empty(t, eval[[]string](t, ctx, "performance.getEntriesByType('resource').map((e) => e.name).filter((n) => !n.startsWith(location.origin) && !n.startsWith('file:') && !n.startsWith('blob:') && !n.startsWith('data:'))"))
	quiet(t, ctx)
}
