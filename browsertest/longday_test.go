package browsertest

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
)

// longDay is a day of 15 entrants and one who comes late, good and bad ones: boards, clients, programs and
// bots, one that is never there, and those that lose by each kind of foul.
const longDay = `name = "All kinds of entrants 2026"
game = "trax"
seed = 16
tables = 3
move-time = "2s"
wait = "20s"
tie-breaks = ["points", "direct", "games", "sonneborn-berger"]
slides = ["Thanks to our sponsors", "昼休みは 12:00 から"]
%s[[stage]]
name = "groups"
title = "予選 Groups"
kind = "round-robin"
groups = 4
games = 1
advance = 2
[[stage]]
name = "finals"
title = "決勝 Finals"
kind = "knockout"
games = 2
third-place = true
play-off = ["games", "lots"]
play-off-time = "1s"
`

// freePort is a port that nobody listens on.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// beside runs a program beside the contest until the test ends, again and again.
func beside(t *testing.T, path string, args ...string) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	t.Cleanup(func() { cancel(); <-done })
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			_ = exec.CommandContext(ctx, path, args...).Run()
			select {
			case <-ctx.Done():
			case <-time.After(200 * time.Millisecond):
			}
		}
	}()
}

// answers has a program play with whoever connects to a port, until the test ends.
func answers(t *testing.T, port int, path string, args ...string) {
	l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	t.Cleanup(func() { cancel(); _ = l.Close(); all.Wait() })
	all.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() {
				defer conn.Close()
				cmd := exec.CommandContext(ctx, path, args...)
				cmd.Stdin, cmd.Stdout, cmd.WaitDelay = conn, conn, time.Second
				_ = cmd.Run()
			})
		}
	})
}

// TestLongDay watches a day from its first call until some minutes after the final: the day's page, the page
// for projectors and the director's, where every order is given and taken back. It runs where
// LOOPLINE_LONG_DAY says how long after the final, such as 10m; SCREENSHOTS keeps the pictures.
func TestLongDay(t *testing.T) {
	after, err := time.ParseDuration(os.Getenv("LOOPLINE_LONG_DAY"))
	if err != nil {
		t.Skip("LOOPLINE_LONG_DAY is not set: how long the pages are watched after the final, such as 10m")
	}
	path, err := program()
	require.NoError(t, err)
	folder := t.TempDir()
	board, client, server, absent := filepath.Join(folder, "board"), freePort(t), freePort(t), freePort(t)
	beside(t, path, "bot", "search", "--move-time", "300ms", "--pty", board)
	beside(t, path, "bot", "greedy", "--connect", fmt.Sprint("127.0.0.1:", client))
	answers(t, server, path, "bot", "level?n=4")
	entrants := ""
	for _, e := range [][2]string{
		{"Kyoto board", "serial:" + board},
		{"チーム寅", "bot:search?time=300ms&seed=3"},
		{"Client that comes", fmt.Sprintf("listen:127.0.0.1:%d", client)},
		{"Client that waits", fmt.Sprintf("tcp:127.0.0.1:%d", server)},
		{"<script>self.owned=1</script>", "bot:greedy?seed=5"},
		{"Dice", "bot:random?seed=7"},
		{"A name that is as long as names may be here", "bot:search?time=200ms&seed=8"},
		{"Own program", "exec:" + path + " bot greedy --seed 9"},
		{"Talker", "exec:sh -c 'yes talks >&2 & exec " + path + " bot random --seed 10'"},
		{"Crash", "exec:sh -c 'read line; exit 3'"},
		{"Mute", "exec:sh -c 'cat >/dev/null'"},
		{"Noise", "exec:sh -c 'head -c 100000 /dev/zero; cat >/dev/null'"},
		{"Cheat", "exec:sh -c 'while read line; do echo Z99/; done'"},
		{"Late", "exec:sh -c 'while read line; do sleep 4; echo A0/; done'"},
		{"Not there", fmt.Sprintf("listen:127.0.0.1:%d", absent)},
	} {
		entrants += fmt.Sprintf("[[entrant]]\nname = %q\naddress = %q\n", e[0], e[1])
	}
	dir := filepath.Join(folder, "cup")
	require.NoError(t, os.WriteFile(dir+".toml", fmt.Appendf(nil, longDay, entrants), 0o644))
	live, directed := fmt.Sprint("127.0.0.1:", freePort(t)), fmt.Sprint("127.0.0.1:", freePort(t))

	run := func() (cmd *exec.Cmd, director string) {
		cmd = exec.Command(path, "contest", "run", dir+".toml", "--live", live, "--director", directed, "--podium", "at-once", "--pace", "700ms")
		said, err := cmd.StderrPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		lines := bufio.NewScanner(said)
		for director == "" && lines.Scan() {
			t.Log(lines.Text())
			_, director, _ = strings.Cut(lines.Text(), "director's page at ")
		}
		require.NotEmpty(t, director)
		go func() {
			for lines.Scan() {
				fmt.Fprintln(os.Stderr, lines.Text())
			}
		}()
		return cmd, director
	}
	cmd, director := run()
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	pages := "http://" + live

	page := browser(t)
	open(t, page, pages)
	hall := sit(t, page, pages+"/hall?lang=ja", 1920, 1080, false).ctx
	follower := sit(t, page, pages+"/live", 1280, 900, true).ctx
	phoneDay := sit(t, page, pages+"/?lang=ja", 390, 844, false).ctx
	phoneHall := sit(t, page, pages+"/hall", 390, 844, true).ctx
	desk := sit(t, page, director, 1280, 900, false).ctx
	tabs := map[string]context.Context{"day": page, "hall-ja": hall, "live": follower, "phone-ja": phoneDay, "hall-phone": phoneHall, "director": desk}
	shots := 0
	look := func(what string) {
		shots++
		for name, tab := range tabs {
			keep(t, tab, fmt.Sprintf("long-%02d-%s-%s", shots, what, name))
			require.False(t, eval[bool](t, tab, "!!self.owned"))
			quiet(t, tab)
		}
	}
	d := direct(t, desk, dir, "Not there")
	look("first-call")

	day := func() *tournament.Tournament { return d.day(t) }
	until := func(what string, is func(*tournament.Tournament) bool) {
		t.Helper()
		for i := 0; !is(day()); i++ {
			require.Less(t, i, 20*60, what)
			time.Sleep(time.Second)
		}
	}
	settled := func(n int) func(*tournament.Tournament) bool {
		return func(d *tournament.Tournament) bool {
			have := 0
			d.Matches(func(m *tournament.Match) {
				for _, g := range m.Games {
					if g.State == tournament.Settled {
						have++
					}
				}
			})
			return have >= n
		}
	}
	until("two games", settled(2))
	d.give(t, "pause", "", "lunch", "paused")
	wait(t, page, "document.querySelector('h1 .tag')")
	wait(t, hall, "parseFloat(getComputedStyle(document.querySelector('#hall header .tag')).fontSize) > 30")
	look("paused")
	d.give(t, "resume", "", "", "resumed")
	d.everyOrder(t, "Dice", "bot:random?seed=17")
	look("orders")
	until("eight games", settled(8))
	look("games")
	for _, show := range append(eval[[]string](t, desk, "[...document.querySelectorAll('#state button[name=show]')].map((b) => b.value)"), "follow") {
		open(t, desk, d.url)
		click := fmt.Sprintf("[...document.querySelectorAll('#state button[name=show]')].some((b) => b.value === %q && (b.click(), true))", show)
		if !eval[bool](t, desk, click) {
			continue // the game has ended
		}
		wait(t, desk, "document.readyState === 'complete'")
		time.Sleep(3 * time.Second)
		for name, tab := range map[string]context.Context{"hall-ja": hall, "hall-phone": phoneHall} {
			keep(t, tab, "long-shown-"+show+"-"+name)
			quiet(t, tab)
		}
	}

	// The run is killed, and begun again: the pages come back by themselves, and the director's under its address.
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	time.Sleep(3 * time.Second)
	look("killed")
	again := ""
	cmd, again = run()
	require.Equal(t, director, again)
	until("ten games", settled(10))
	for _, name := range []string{"day", "live", "phone-ja", "hall-ja"} {
		wait(t, tabs[name], "document.body.innerText.length > 100 && !document.querySelector('.lost')")
	}
	look("again")

	// To the end, with a look at every page now and then, and at the one who is not there.
	missing := false
	for began := time.Now(); !standing.Over(day()); time.Sleep(10 * time.Second) {
		require.Less(t, time.Since(began), 25*time.Minute)
		open(t, page, pages)
		missing = missing || eval[bool](t, page, "!!document.querySelector('.entrants .tag, .next .tag')")
		open(t, desk, d.url)
		if int(time.Since(began).Seconds())%60 < 10 {
			look("later")
		}
	}
	require.True(t, missing, "a missing player is seen")

	// After the final.
	open(t, page, pages)
	wait(t, page, "document.querySelector('.podium')")
	wait(t, hall, "document.querySelector('#hall .podium')")
	key := eval[string](t, page, "new URL(document.querySelector('.bracket .links a').href).pathname")
	looked := 0
	for ended := time.Now(); ; time.Sleep(20 * time.Second) {
		passed := time.Since(ended)
		for _, name := range []string{"/", "/?lang=ja", "/live", "/hall", "/hall?lang=ja", "/ceremony", "/card.png", "/feed.ndjson?once",
			"/overlay/standings", key, key + "moves.json", key + "board.svg?ply=3", key + "record.jsonl"} {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, pages+name, nil)
			require.NoError(t, err)
			res, err := http.DefaultClient.Do(r)
			require.NoError(t, err, "%v after the final: %s", passed, name)
			require.Equal(t, http.StatusOK, res.StatusCode, "%v after the final: %s", passed, name)
			_ = res.Body.Close()
			cancel()
		}
		if passed >= time.Duration(looked)*after/2 {
			looked++
			open(t, page, pages)
			wait(t, page, "document.querySelector('.podium')")
			open(t, desk, d.url)
			look("over")
		}
		if passed >= after {
			break
		}
	}
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	_ = cmd.Wait()
	out, err := exec.Command(path, "contest", "verify", dir).CombinedOutput()
	require.NoError(t, err, string(out))
	t.Log(string(out))
}
