package browsertest

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games"
)

// A4, in inches, and the width between its margins, in pixels of CSS.
const (
	paperWidth, paperHeight, paperMargin = 8.27, 11.69, 0.4
	printedWidth                         = 717
)

// cut lists what paper cuts off: boxes that scroll on a screen, and what stands beyond the edge.
const cut = `[...document.querySelectorAll("body *")].filter((e) => {
	const s = getComputedStyle(e), box = e.getBoundingClientRect();
	if (!box.width || s.display === "none" || s.visibility === "hidden" || s.position === "fixed" || e.closest("svg svg")) return false;
	const scrolls = /auto|scroll/.test(s.overflowX) && e.scrollWidth > e.clientWidth + 1 || /auto|scroll/.test(s.overflowY) && e.scrollHeight > e.clientHeight + 1;
	return scrolls || box.right > innerWidth + 1;
}).slice(0, 5).map((e) => e.outerHTML.slice(0, 160))`

// printed has a page be printed on A4, on so many sheets at most, with nothing cut off, and keeps the PDF.
func printed(t *testing.T, ctx context.Context, name, address string, sheets int) {
	t.Helper()
	open(t, ctx, address)
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	require.NoError(t, err)
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(printedWidth, 1046)))
	require.Empty(t, eval[[]string](t, ctx, cut), name)
	margin := paperMargin
	pdf, err := chromedp.Call(ctx, page.PrintToPDF, page.PrintToPDFParams{
		PaperWidth: paperWidth, PaperHeight: paperHeight, MarginTop: &margin, MarginBottom: &margin, MarginLeft: &margin, MarginRight: &margin,
	})
	require.NoError(t, err)
	if dir := os.Getenv("SCREENSHOTS"); dir != "" {
		require.NoError(t, os.MkdirAll(dir, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".pdf"), pdf.Data, 0o644))
	}
	n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf.Data, -1))
	require.Positive(t, n, name)
	require.LessOrEqual(t, n, sheets, name)
	_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	require.NoError(t, err)
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900)))
}

// reported writes a report of a player and returns the address of its page, which may have failed.
func reported(t *testing.T, player, lang string) string {
	t.Helper()
	path, err := program()
	require.NoError(t, err)
	folder := filepath.Join(t.TempDir(), "report")
	var said bytes.Buffer
	cmd := exec.CommandContext(t.Context(), path, "report", player, "-o", folder, "--lang", lang, "--positions", "40", "--answers", "40", "--match-games", "2",
		"--handshake", "2s", "--move-time", "2s")
	cmd.Stdout, cmd.Stderr = &said, &said
	_ = cmd.Run() // a faulty player's fails
	require.FileExists(t, filepath.Join(folder, "report.html"), said.String())
	return "file://" + filepath.Join(folder, "report.html")
}

// Reports of a sound player, a mute one and a faulty one, on screens, phones and paper.
func TestReports(t *testing.T) {
	ctx := browser(t)
	for name, player := range map[string]string{
		"bot": "bot:random?seed=1", "mute": "exec:sleep 1000",
		"faulty": `exec:sh -c 'while read -r line; do case $line in -T) echo AA;; *) echo ZZZ9999+;; esac; done'`,
	} {
		for _, lang := range []string{"en", "ja"} {
			url := reported(t, player, lang)
			for _, c := range looks {
				if c.query != "?lang="+lang {
					continue
				}
				dark(t, ctx, map[bool]string{true: "dark", false: "light"}[c.dark])
				require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(c.width, c.height)))
				open(t, ctx, url)
				keep(t, ctx, "report-"+name+"-"+c.name)
				fits(t, ctx, int(c.width))
				require.NotEmpty(t, eval[string](t, ctx, "document.querySelector('.badge')?.innerText ?? ''"))
				quiet(t, ctx)
			}
			dark(t, ctx, "")
			printed(t, ctx, "report-"+name+"-paper-"+lang, url, 6)
		}
	}
}

// Pages of games and of a day on paper, in both languages.
func TestPaper(t *testing.T) {
	ctx := browser(t)
	for _, g := range games.All() {
		s := newSite()
		game := shortGame
		if shortGames[g.Name] == nil {
			game = played
		}
		require.NoError(t, s.Show(t.Context(), game(t, g.Name)))
		url := serve(t, s)
		for _, lang := range []string{"en", "ja"} {
			address := url + "/game/1/?lang=" + lang
			printed(t, ctx, "paper-"+g.Name+"-"+lang, address, 4)
			open(t, ctx, address)
			wait(t, ctx, "self.looplinePage && looplinePage.moves() > 0")
			all := eval[[]int](t, ctx, `(dispatchEvent(new Event("beforeprint")), [...document.querySelectorAll("#moves li")].map((li) => li.value))`)
			require.Len(t, all, eval[int](t, ctx, "looplinePage.plies()"), "paper has all moves")
			require.Equal(t, 1, all[0])
			require.LessOrEqual(t, eval[int](t, ctx, `(dispatchEvent(new Event("afterprint")), document.querySelectorAll("#moves li").length)`), 120)
		}
	}
	dir, _, _ := contest(t, quickPlan)
	s := newSite()
	require.NoError(t, s.Show(t.Context(), dir))
	url := serve(t, s)
	for _, lang := range []string{"en", "ja"} {
		printed(t, ctx, "paper-day-"+lang, url+"/?lang="+lang, 4)
	}
}
