package browsertest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// openingsOf looks at the page of openings: a move of the table and one of the board are played, by
// hand and by keys, and taken back; the links hold the position. Games are those that the table counts on the
// empty board.
func openingsOf(t *testing.T, ctx context.Context, url, name string, games int) {
	open(t, ctx, url+"?lang=en")
	wait(t, ctx, "looplineOpeningsPage.ready()")
	require.Equal(t, games, eval[int](t, ctx, "looplineOpeningsPage.rows().reduce((n, r) => n + r.games, 0)"))
	require.Equal(t, "First move: white to move", eval[string](t, ctx, "document.querySelector('.status').textContent"))
	eval[bool](t, ctx, "document.querySelector('#moves .move').click(), true")
	wait(t, ctx, "looplineOpeningsPage.moves().length === 1")
	require.Contains(t, eval[string](t, ctx, "document.querySelector('.status').textContent"), ": red to move")
	keep(t, ctx, "openings-"+name)

	// A mirrored move leads to the same moves and games.
	mirrored := eval[string](t, ctx, "looplineOpeningsPage.rows().find((r) => r.moves.length > 1).moves[1]")
	of := eval[int](t, ctx, "looplineOpeningsPage.rows().find((r) => r.moves.length > 1).games")
	first := eval[string](t, ctx, "looplineOpeningsPage.moves()[0]")
	eval[bool](t, ctx, "looplineOpeningsPage.go(["+quoted(first)+", "+quoted(mirrored)+"]).then(() => true)")
	require.Equal(t, []string{first, mirrored}, eval[[]string](t, ctx, "looplineOpeningsPage.moves()"))
	require.LessOrEqual(t, eval[int](t, ctx, "looplineOpeningsPage.rows().reduce((n, r) => n + r.games, 0)"), of)
	require.Contains(t, eval[string](t, ctx, "document.getElementById('analyse').href"), "/analyse/trax/")
	require.Contains(t, eval[string](t, ctx, "document.getElementById('analyse').href"), "#try=2&game=")
	press(t, ctx, "Backspace")
	wait(t, ctx, "looplineOpeningsPage.moves().length === 1")

	// Any legal move of the board, also one that nobody played.
	eval[bool](t, ctx, "document.querySelector('.spot').click(), document.querySelector('.go').click(), true")
	wait(t, ctx, "looplineOpeningsPage.moves().length === 2")
	eval[bool](t, ctx, "document.getElementById('first').click(), true")
	wait(t, ctx, "looplineOpeningsPage.moves().length === 0")
	quiet(t, ctx)

	for hash, status := range map[string]string{"#@0s.A2b.B1b": "has won", "#@0s.Z9p": "This link can't be played", "#<b>": "This link can't be played", "#%": "This link can't be played"} {
		open(t, ctx, "about:blank")
		open(t, ctx, url+"?lang=en"+hash)
		wait(t, ctx, "looplineOpeningsPage.ready() && document.querySelector('.status').textContent.includes("+quoted(status)+")")
		quiet(t, ctx)
	}
}

// quoted is a text in a script.
func quoted(text string) string { return `"` + strings.ReplaceAll(text, `\`, `\\`) + `"` }

// TestOpenings looks at the openings that are shipped on served pages and on published ones that are opened as files, and at
// those of a book, on screens of either size, light and dark, in both languages.
func TestOpenings(t *testing.T) {
	ctx := browser(t)
	record := played(t, "trax")
	path, err := program()
	require.NoError(t, err)
	url := served(t, record) + "/openings/trax/"
	open(t, ctx, url)
	wait(t, ctx, "looplineOpeningsPage.ready()")
	openingsOf(t, ctx, url, "served", eval[int](t, ctx, "looplineOpenings.games"))
	t.Logf("data of the page: %d bytes", eval[int](t, ctx, "performance.getEntriesByType('resource').find((e) => e.name.includes('static/openings/')).encodedBodySize"))

	dir := t.TempDir()
	lines := `{"moves":"@0/ A2\\ B1\\"}` + "\n" + `{"moves":"@0/ B1\\ A2\\"}` + "\n" + `{"moves":"@0+ B1+"}` + "\n" + `{"moves":"@0+ @1+"}` + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "g.jsonl"), []byte(lines), 0o600))
	book, site := filepath.Join(dir, "g.book"), filepath.Join(dir, "site")
	for _, args := range [][]string{{"openings", filepath.Join(dir, "g.jsonl"), "-o", book}, {"serve", record, "--openings", book, "--publish", site}} {
		out, err := exec.CommandContext(t.Context(), path, args...).CombinedOutput()
		require.NoError(t, err, string(out))
	}
	openingsOf(t, ctx, "file://"+site+"/openings/trax/index.html", "file", 4)

	_, noAxe := axe()
	for _, c := range looks {
		scheme := "light"
		if c.dark {
			scheme = "dark"
		}
		dark(t, ctx, scheme)
		require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(c.width, c.height)))
		open(t, ctx, "about:blank")
		open(t, ctx, url+c.query+"#@0p.A0p")
		wait(t, ctx, "looplineOpeningsPage.ready() && looplineOpeningsPage.moves().length === 2")
		keep(t, ctx, "openings-"+c.name)
		require.LessOrEqual(t, eval[int64](t, ctx, "document.documentElement.scrollWidth"), c.width, c.name)
		if noAxe == nil {
			accessible(t, ctx, "openings "+c.name)
		}
		quiet(t, ctx)
	}
}
