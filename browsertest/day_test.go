package browsertest

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host/live"
)

// slowPlan is a day whose games take seconds, quickPlan one that is over at once.
const (
	head = `name = "Cup <b>of</b> 春"
game = "trax"
seed = 3
tables = 2
move-time = "1m"
`
	slowPlan = head + `[[entrant]]
name = "Team A"
team = "Kyoto"
address = "bot:search?time=300ms&seed=1"
[[entrant]]
name = "Team B"
address = "bot:search?time=300ms&seed=2"
note = "ECP5 at 25 MHz"
[[entrant]]
name = "チーム寅"
address = "bot:search?time=300ms&seed=3"
[[entrant]]
name = "<script>self.owned=1</script>"
address = "bot:search?time=300ms&seed=4"
[[stage]]
name = "all"
kind = "round-robin"
`
	quickPlan = head + `[[entrant]]
name = "Team A"
address = "bot:greedy"
[[entrant]]
name = "Team B"
address = "bot:random?seed=1"
[[entrant]]
name = "チーム寅"
address = "bot:random?seed=2"
[[entrant]]
name = "Crash"
address = "exec:sh -c 'read line; exit 3'"
[[entrant]]
name = "E"
address = "bot:random?seed=3"
[[stage]]
name = "groups"
kind = "round-robin"
groups = 2
games = 1
advance = 2
[[stage]]
name = "finals"
kind = "knockout"
games = 1
third-place = true
`
)

// contest runs a day, and ends with the test. It returns the folder, and the addresses of
// the pages and of the director's when they are told.
func contest(t *testing.T, plan string, args ...string) (dir, pages, director string) {
	t.Helper()
	path, err := program()
	require.NoError(t, err)
	dir = filepath.Join(t.TempDir(), "cup")
	require.NoError(t, os.WriteFile(dir+".toml", []byte(plan), 0o644))
	cmd := exec.CommandContext(t.Context(), path, append([]string{"contest", "run", dir + ".toml"}, args...)...)
	said, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	all := ""
	lines := bufio.NewScanner(said)
	for (pages == "" || director == "") && lines.Scan() {
		all += lines.Text() + "\n"
		if _, address, ok := strings.Cut(lines.Text(), "director's page at "); ok {
			director = address
		} else if _, address, ok := strings.Cut(lines.Text(), "pages at "); ok {
			pages = address
		}
	}
	if len(args) == 0 {
		require.NoError(t, cmd.Wait(), all)
		return dir, "", ""
	}
	require.NotEmpty(t, director, all)
	go func() {
		for lines.Scan() {
		}
	}()
	return dir, pages, director
}

// dark has pages be shown by people who want them dark; "" is nobody.
func dark(t *testing.T, ctx context.Context, scheme string) {
	t.Helper()
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	require.NoError(t, err)
}

// fits wants a page that does not scroll sideways.
func fits(t *testing.T, ctx context.Context, width int) {
	t.Helper()
	require.LessOrEqual(t, eval[int](t, ctx, "document.documentElement.scrollWidth"), width, "a page does not scroll sideways")
}

// phone shows pages on a phone until the function that it returns is called.
func phone(t *testing.T, ctx context.Context) (back func()) {
	t.Helper()
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile)))
	return func() { require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900))) }
}

// Boards are pictures that have come.
const boards = "[...document.querySelectorAll('.boards img')].filter((i) => i.complete && i.naturalWidth > 0).length"

// runningDay looks at the pages of a day that is played, and directs it.
func runningDay(t *testing.T, ctx context.Context) {
	dir, pages, director := contest(t, slowPlan, "--live", "localhost:0")
	open(t, ctx, pages)
	// The first tables begin behind the first page.
	wait(t, ctx, "document.querySelectorAll('.boards li').length === 2")
	wait(t, ctx, boards+" === 2")
	wait(t, ctx, "[...document.querySelectorAll('.boards img')].every((i) => +i.dataset.ply > 2)")
	require.Equal(t, "Cup <b>of</b> 春", eval[string](t, ctx, "document.querySelector('h1 bdi').textContent"))
	require.False(t, eval[bool](t, ctx, "!!self.owned"))
	keep(t, ctx, "contest")
	quiet(t, ctx)

	// The same day by another program, which only reads the folder.
	s := newSite()
	require.NoError(t, s.Show(t.Context(), dir))
	open(t, ctx, serve(t, s))
	wait(t, ctx, "document.querySelectorAll('.boards li').length === 2")
	wait(t, ctx, boards+" === 2")
	keep(t, ctx, "contest-served")
	quiet(t, ctx)

	open(t, ctx, director)
	require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS("main a"))))
	wait(t, ctx, "document.querySelectorAll('.orders form').length === 9")
	keep(t, ctx, "director")
	fill := func(verb string, values ...string) {
		for i, value := range values {
			eval[bool](t, ctx, `document.querySelectorAll(".orders input[value='`+verb+`'] ~ label input")[`+string(rune('0'+i))+`].value = "`+value+`", true`)
		}
		require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS(".orders input[value='"+verb+"'] ~ button"))))
	}
	fill("pause", "lunch", "Ann")
	wait(t, ctx, "document.querySelector('.done') && document.querySelector('h1 .tag')")
	fill("withdraw", "nobody", "gone", "Ann")
	wait(t, ctx, `document.querySelector('[role=alert]') && document.querySelector('[role=alert]').textContent.includes('there is no entrant "nobody"')`)
	keep(t, ctx, "director-problem")
	fits(t, ctx, 1280)
	back := phone(t, ctx)
	fits(t, ctx, 390)
	keep(t, ctx, "director-phone")
	back()
	quiet(t, ctx)
	open(t, ctx, pages)
	wait(t, ctx, "document.querySelector('h1 .tag').textContent === 'Paused' && document.querySelector('.notices').textContent.includes('lunch')")
}

// overDay looks at the pages of a day that is over, served and published.
func overDay(t *testing.T, ctx context.Context) {
	dir, _, _ := contest(t, quickPlan)
	s := newSite()
	require.NoError(t, s.Show(t.Context(), dir))
	url := serve(t, s)
	open(t, ctx, url)
	wait(t, ctx, "document.querySelector('.bracket .match.won, .bracket p.won')")
	keep(t, ctx, "contest-over")
	fits(t, ctx, 1280)
	dark(t, ctx, "dark")
	open(t, ctx, url+"/?lang=ja")
	wait(t, ctx, "document.documentElement.lang === 'ja'")
	keep(t, ctx, "contest-dark-ja")
	back := phone(t, ctx)
	open(t, ctx, url+"/?lang=en")
	fits(t, ctx, 390)
	keep(t, ctx, "contest-phone-dark")
	back()
	require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS(".bracket .links a"))))
	wait(t, ctx, "self.looplinePage && looplinePage.moves() > 0")
	keep(t, ctx, "game-dark")
	dark(t, ctx, "")
	quiet(t, ctx)

	site := filepath.Join(t.TempDir(), "site")
	require.NoError(t, games.Publish(t.Context(), dir, site, live.Options{Title: "cup"}))
	open(t, ctx, "file://"+site+"/index.html")
	require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS(".bracket .links a"))))
	wait(t, ctx, "self.looplinePage && looplinePage.moves() > 0 && looplinePage.at() === looplinePage.plies()")
	quiet(t, ctx)
}
