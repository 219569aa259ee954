package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games"
)

// axeVersion is the version of axe-core from npm's registry.
const axeVersion = "4.14.1"

// axe is the script of axe-core, which checks pages for people who see, hear or move with
// difficulty. It is fetched once.
var axe = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "axe")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	pack := exec.Command("npm", "pack", "--silent", "axe-core@"+axeVersion)
	pack.Dir = dir
	if out, err := pack.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm: %w: %s", err, out)
	}
	unpack := exec.Command("tar", "xzf", "axe-core-"+axeVersion+".tgz", "package/axe.min.js")
	unpack.Dir = dir
	if out, err := unpack.CombinedOutput(); err != nil {
		return "", fmt.Errorf("tar: %w: %s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "package/axe.min.js"))
	return string(text), err
})

// accessible wants a page in which axe finds nothing.
func accessible(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	script, err := axe()
	require.NoError(t, err)
	_, err = chromedp.Run(ctx, chromedp.Evaluate[bool](script+"; true"))
	require.NoError(t, err)
	found := eval[[]string](t, ctx, `axe.run(document, {resultTypes: ["violations"]}).then((r) =>
		r.violations.map((v) => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + " (" + n.failureSummary.replace(/\s+/g, " ").slice(0, 200) + ")").join(" | ")))`)
	require.Empty(t, found, "%s:\n%s", name, strings.Join(found, "\n"))
}

// auditedLooks has axe look at pages of every size, light and dark, in both languages, and keeps a picture of each.
func auditedLooks(t *testing.T, ctx context.Context, pages map[string]string) {
	for name, address := range pages {
		for _, c := range looks {
			dark(t, ctx, map[bool]string{true: "dark", false: "light"}[c.dark])
			require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(c.width, c.height)))
			open(t, ctx, address+c.query)
			keep(t, ctx, name+"-"+c.name)
			require.LessOrEqual(t, eval[int64](t, ctx, "document.documentElement.scrollWidth"), c.width, "%s %s", name, c.name)
			accessible(t, ctx, name+" "+c.name)
			quiet(t, ctx)
		}
	}
	dark(t, ctx, "")
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900)))
}

// TestAccessible has axe look at the pages, in both languages, light and dark.
func TestAccessible(t *testing.T) {
	ctx := browser(t)
	if _, err := axe(); err != nil {
		t.Skipf("axe-core cannot be had: %v", err)
	}
	path, err := program()
	require.NoError(t, err)
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			s := newSite()
			require.NoError(t, s.Show(t.Context(), played(t, g.Name)))
			url := serve(t, s)
			for _, page := range []string{"/", "/game/1/?lang=en", "/game/1/?lang=ja&ply=3", "/game/1/?big", "/game/1/table", "/game/1/table?lang=ja&ply=2", "/overlay/clocks?game=1", "/overlay/lower-third?game=1", "/overlay/board?game=1"} {
				open(t, ctx, url+page)
				accessible(t, ctx, page)
			}
			options := map[string]string{"dpt": "turns=3", "kakomimasu": "turns=3,agents=2,seed=4", "chaser": "turns=5"}
			args := []string{"--game", g.Name, "web", "bot:random?seed=1"}
			if o := options[g.Name]; o != "" {
				args = append(args, "--option", o)
			}
			for _, c := range looks {
				m := seated(t, 1, args...)
				link, code, _ := strings.Cut(m.links[0], "#")
				p := sit(t, ctx, link+c.query+"#"+code, c.width, c.height, c.dark)
				require.True(t, p.asked(t))
				wait(t, p.ctx, "document.querySelector('.spot')")
				accessible(t, p.ctx, "seat "+c.name)
				p.tap(t, ".spot:nth-of-type(1)")
				accessible(t, p.ctx, "seat "+c.name+", chosen")
				p.tap(t, "#giveup summary")
				p.tap(t, "#leave")
				m.output()
				wait(t, p.ctx, "looplineSeat.over()")
				accessible(t, p.ctx, "seat "+c.name+", over")
			}
		})
	}
	t.Run("openings", func(t *testing.T) {
		url := served(t, played(t, "trax"))
		auditedLooks(t, ctx, map[string]string{"paste": url + "/analyse/trax/", "openings": url + "/openings/trax/"})
	})
	t.Run("day", func(t *testing.T) {
		dir, _, _ := contest(t, quickPlan)
		s := newSite()
		require.NoError(t, s.Show(t.Context(), dir))
		url := serve(t, s)
		auditedLooks(t, ctx, map[string]string{"contest-over": url + "/", "hall-over": url + "/hall", "ceremony": url + "/ceremony"})
	})
	t.Run("running day", func(t *testing.T) {
		_, pages, director := contest(t, slowPlan, "--live", "localhost:0")
		open(t, ctx, director)
		require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS("main a"))))
		wait(t, ctx, "document.querySelectorAll('#state .acts form').length > 3")
		auditedLooks(t, ctx, map[string]string{
			"contest": strings.TrimSuffix(pages, "/") + "/", "hall": strings.TrimSuffix(pages, "/") + "/hall", "director": eval[string](t, ctx, "location.origin + location.pathname"),
		})
	})
	t.Run("stand", func(t *testing.T) {
		url := standAt(t, path)
		for _, query := range []string{"?lang=en", "?lang=ja"} {
			open(t, ctx, url+query)
			wait(t, ctx, "!document.getElementById('board').hidden")
			accessible(t, ctx, "stand "+query)
		}
	})
}
