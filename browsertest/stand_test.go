package browsertest

import (
	"bufio"
	"fmt"
	"os/exec"
	"regexp"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// standAt starts a stand and returns its address.
func standAt(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, append([]string{"serve", "--play", "bot:random", "--addr", "127.0.0.1:0", "--idle", "100ms"}, args...)...)
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	said := bufio.NewScanner(stderr)
	require.True(t, said.Scan())
	at := regexp.MustCompile(`the stand is at (http\S+)`).FindStringSubmatch(said.Text())
	require.NotNil(t, at, said.Text())
	go func() {
		for said.Scan() {
		}
	}()
	return at[1]
}

// TestStand: a visitor at a fair makes the first move in three taps, and plays to the end; a second
// one waits for that.
func TestStand(t *testing.T) {
	ctx := browser(t)
	path, err := program()
	require.NoError(t, err)
	url := standAt(t, path)
	open(t, ctx, url)
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1920, 1080)))
	wait(t, ctx, "!document.getElementById('board').hidden && document.getElementById('playing').textContent.includes('bot:greedy')")
	keep(t, ctx, "stand-desk-idle")
	first := sit(t, ctx, url, 390, 844, false)
	wait(t, first.ctx, "!document.getElementById('board').hidden")
	keep(t, first.ctx, "stand-phone")
	first.tap(t, "#join")
	wait(t, first.ctx, "self.looplineSeat && looplineSeat.state().turn > 0")
	require.True(t, first.asked(t))
	require.Contains(t, eval[string](t, first.ctx, "document.querySelector('#me bdi').textContent"), "visitor-1")
	keep(t, first.ctx, "stand-phone-seat")
	first.tap(t, ".spot:nth-of-type(1)")
	first.tap(t, "#go")

	second := sit(t, ctx, url+"?lang=ja", 390, 844, true)
	second.tap(t, "#join")
	wait(t, second.ctx, "document.getElementById('status').textContent.includes('次は')")
	keep(t, second.ctx, "stand-phone-waits-ja")
	for first.asked(t) {
		first.touches(t)
	}
	wait(t, first.ctx, "looplineSeat.over() && !document.getElementById('again').hidden")
	keep(t, first.ctx, "stand-phone-over")
	quiet(t, first.ctx)
	wait(t, second.ctx, "self.looplineSeat && looplineSeat.state().turn > 0")
	require.True(t, second.asked(t))
	first.tap(t, "#again a")
	wait(t, first.ctx, "document.getElementById('join') && !document.getElementById('join').hidden")
	quiet(t, second.ctx)

	for part, query := range map[string]string{"board": "width=600&height=600", "clocks": "width=900&size=36", "lower-third": "width=1920&size=40", "standings": "size=28"} {
		open(t, ctx, url+"overlay/"+part+"?"+query)
		wait(t, ctx, "document.querySelector('#hall')")
		require.Equal(t, "rgba(0, 0, 0, 0)", eval[string](t, ctx, "getComputedStyle(document.body).backgroundColor"))
		require.Equal(t, "rgba(0, 0, 0, 0)", eval[string](t, ctx, "getComputedStyle(document.documentElement).backgroundColor"))
		if part == "board" {
			require.Equal(t, 600.0, eval[float64](t, ctx, "document.querySelector('figure.board').getBoundingClientRect().width"))
		}
		keep(t, ctx, "overlay-"+part)
		quiet(t, ctx)
	}
}

// TestVisitors: on a phone a visitor who follows the code of a stand makes the first move of any game
// in three taps, each on what lies in sight, without an explanation.
func TestVisitors(t *testing.T) {
	ctx := browser(t)
	path, err := program()
	require.NoError(t, err)
	for _, game := range []string{"trax", "kakomimasu", "battle2048", "dpt", "chaser"} {
		t.Run(game, func(t *testing.T) {
			s := sit(t, ctx, standAt(t, path, "--game", game)+"?lang=en", 390, 844, false)
			taps := 0
			tap := func(selector string) {
				t.Helper()
				taps++
				keep(t, s.ctx, fmt.Sprintf("visitor-%s-%d", game, taps))
				require.True(t, eval[bool](t, s.ctx, fmt.Sprintf(`(() => { const b = document.querySelector(%q).getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight && b.left >= 0 && b.right <= innerWidth; })()`, selector)), "%s is out of sight", selector)
				s.tap(t, selector)
			}
			wait(t, s.ctx, "!document.getElementById('join').hidden && document.getElementById('status').textContent")
			tap("#join")
			require.True(t, s.seatedAt(t))
			tap(".spot:nth-of-type(1)")
			wait(t, s.ctx, "document.querySelector('.ghost *')")
			if eval[bool](t, s.ctx, "document.getElementById('rest').hidden") {
				tap("#go")
			} else {
				tap("#rest") // of several agents one moves
			}
			wait(t, s.ctx, "looplineSeat.state().turn !== "+fmt.Sprint(s.turn))
			require.LessOrEqual(t, taps, 3)
			wait(t, s.ctx, "!looplineSeat.sending()")
			keep(t, s.ctx, "visitor-"+game+"-after")
			quiet(t, s.ctx)
		})
	}
}

// seatedAt waits until a visitor has the seat and is asked.
func (s *sitter) seatedAt(t *testing.T) bool {
	t.Helper()
	wait(t, s.ctx, "self.looplineSeat && looplineSeat.state().turn > 0")
	return s.asked(t)
}
