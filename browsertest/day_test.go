package browsertest

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games"
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

// finalPlan is a day whose final takes long, behind a match that is over at once. What
// follows keeps the day from ending with it.
const finalPlan = head + `[[entrant]]
name = "Slow"
address = "bot:search?time=2s&seed=1"
[[entrant]]
name = "Quick"
address = "bot:greedy"
[[entrant]]
name = "Fast"
address = "bot:random?seed=1"
[[stage]]
name = "cup"
kind = "knockout"
games = 1
advance = 2
[[stage]]
name = "show"
kind = "round-robin"
`

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
	wait(t, ctx, "document.querySelectorAll('#state .acts form').length > 3")
	keep(t, ctx, "director")
	order(t, ctx, "pause", "", "lunch")
	wait(t, ctx, "document.querySelector('.done') && document.querySelector('h1 .tag')")
	open(t, ctx, eval[string](t, ctx, "location.origin"))
	require.Zero(t, eval[int](t, ctx, "[...document.querySelectorAll('#state input:not([type=hidden])')].length"), "nothing is typed that can be chosen")
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

// order clicks the button of an order on something, chooses or types what it asks for, and
// confirms it; the page that follows says so.
func order(t *testing.T, ctx context.Context, verb, what, why string, values ...string) {
	t.Helper()
	wait(t, ctx, fmt.Sprintf(`(() => { const f = [...document.querySelectorAll("#state form")].find((f) => f.verb && f.verb.value === %q && (%q === "" || [...f.querySelectorAll("input[name=arg]")].some((a) => a.value === %q)));
		if (!f) return false; self.left = false; f.querySelector("button").click(); return true; })()`, verb, what, what))
	wait(t, ctx, "self.left === undefined && document.querySelector('#ask')")
	eval[bool](t, ctx, fmt.Sprintf(`(() => { const values = %q.split("\n"), ask = document.querySelector("#ask");
		for (const i of ask.querySelectorAll("input[name=arg]:not([type=hidden])")) { if (i.type === "radio") i.checked = i.checked || i.value === values[0]; else i.value = values.shift(); }
		ask.querySelector("input[name=why]").value = %q; ask.querySelector("input[name=by]").value = "Ann"; self.left = false; ask.querySelector("button.now").click(); return true; })()`,
		strings.Join(values, "\n"), why))
	wait(t, ctx, "self.left === undefined && document.readyState === 'complete'")
}

// directs changes results on which games depend that were begun.
func directs(t *testing.T, ctx context.Context) {
	dir, _, director := contest(t, finalPlan, "--live", "localhost:0")
	open(t, ctx, director)
	require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS("main a"))))
	wait(t, ctx, "document.querySelectorAll('#state .acts form').length > 3")
	own := eval[string](t, ctx, "location.href")
	// begun waits until the final is played.
	begun := func() {
		for eval[int](t, ctx, "document.querySelectorAll('#state input[value=replay]').length") < 1 || eval[int](t, ctx, "document.querySelectorAll('#state .clock').length") < 2 {
			open(t, ctx, own)
		}
	}
	done := func(want string) {
		require.Contains(t, eval[string](t, ctx, "[...document.querySelectorAll('.done, [role=alert]')].map((p) => p.textContent).join('|')"), want)
		fits(t, ctx, 1280)
	}
	begun()
	order(t, ctx, "pause", "", "lunch")
	done("paused")
	playing := eval[[]string](t, ctx, "[...document.querySelectorAll('#state input[value=adjudicate]')].map((i) => i.form.arg.value)")
	played := eval[[]string](t, ctx, "[...document.querySelectorAll('#state input[value=replay]')].map((i) => i.form.arg.value)") // the last first
	final, semifinal, loser := playing[0], played[0], "Quick"
	day, err := tournament.Read(dir)
	require.NoError(t, err)
	if day.Entrants[day.Match(path.Dir(semifinal)).Games[0].Winner].Name == loser {
		loser = "Fast"
	}
	amend := func() {
		order(t, ctx, "amend", semifinal, "the judge was wrong", loser)
		require.Contains(t, eval[string](t, ctx, "document.querySelector('form.problem').textContent"), path.Dir(final))
	}
	amend()
	keep(t, ctx, "director-depends")
	back := phone(t, ctx)
	fits(t, ctx, 390)
	keep(t, ctx, "director-depends-phone")
	back()
	require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS("form.problem a"))))
	wait(t, ctx, "!document.querySelector('form.problem') && document.querySelector('#state')")
	amend()
	require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS("form.problem button[value=cascade]"))))
	wait(t, ctx, "document.querySelector('.done')")
	done("amended " + semifinal)
	order(t, ctx, "resume", "", "")
	done("resumed")
	begun()
	order(t, ctx, "pause", "", "")
	order(t, ctx, "readdress", "Slow", "another board", "bot:search?time=2s&seed=9")
	done("readdressed Slow")
	order(t, ctx, "adjudicate", final, "it is late", "Slow")
	done("adjudicated " + final)
	order(t, ctx, "void", final, "a wrong cable")
	done("voided " + final)
	order(t, ctx, "replay", final, "once more")
	done("replayed " + final)
	order(t, ctx, "add", "", "came late", "Late", "bot:greedy?seed=5")
	done("nobody can enter a knockout then")
	order(t, ctx, "withdraw", loser, "gone")
	done("withdrawn " + loser)
	order(t, ctx, "reinstate", loser, "back")
	done("reinstated " + loser)
	keep(t, ctx, "director-done")
	quiet(t, ctx)
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
