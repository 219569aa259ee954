package contestpages

import (
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host/record"
)

const plan = `name = "Cup <b>"
game = "count"
seed = 1
[[entrant]]
name = "A <script>"
address = "a"
[[entrant]]
name = "B"
address = "b"
[[entrant]]
name = "C"
address = "c"
[[stage]]
name = "all"
kind = "round-robin"
games = 1
[[stage]]
name = "end"
kind = "knockout"
games = 1
`

// newDay begins a day and plays it without players until so many games are over; the
// first seat wins each.
func newDay(t *testing.T, games int) (*journal.DecisionLog, string) {
	t.Helper()
	return playedDay(t, plan, games)
}

// playedDay is newDay of another plan.
func playedDay(t *testing.T, text string, games int) (*journal.DecisionLog, string) {
	t.Helper()
	p, err := config.Parse("plan", text)
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "day")
	j, err := journal.Open(dir, p, 1, "test")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	for games > 0 {
		c, err := j.Append(func(d *tournament.Tournament) (*tournament.Decision, error) { return nextOf(t, d), nil })
		require.NoError(t, err)
		if c == nil {
			break
		}
		if c.Type == tournament.Finished {
			games--
		}
	}
	return j, dir
}

// nextOf is the next decision of a day without players.
func nextOf(t *testing.T, d *tournament.Tournament) (next *tournament.Decision) {
	if due, ok := standing.NextDecision(d); ok {
		return &due
	}
	d.Matches(func(m *tournament.Match) {
		if n := m.Next(); next == nil && n > 0 {
			for _, g := range m.Games {
				if g.Number == n && g.State == tournament.Playing {
					next = &tournament.Decision{
						Type: tournament.Finished, Game: g.AttemptID(), Winner: d.Entrants[g.Seats[0]].Name,
						Reason: "done", Record: livetest.RecordGame(t, d.Record(m.ID), g.AttemptID()),
					}
					return
				}
			}
			next = &tournament.Decision{Type: tournament.Started, Game: m.ID + "/1/1"}
		}
	})
	return next
}

// newTestContest is a site of contests with a server of the test's.
func newTestContest(t *testing.T) (*Site, string) {
	t.Helper()
	s := New(live.Options{NewView: newCountView})
	server := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		require.NoError(t, s.Close())
		server.Close()
	})
	return s, server.URL
}

// contestSite shows a day after so many games.
func contestSite(t *testing.T, games int) (*Site, *journal.DecisionLog, string) {
	j, dir := newDay(t, games)
	s, url := newTestContest(t)
	require.NoError(t, s.Follow(t.Context(), dir))
	require.Eventually(t, func() bool { _, text := livetest.Get(t, url+"/"); return strings.Contains(text, `id="contest"`) }, time.Minute, time.Millisecond)
	return s, j, url
}

func TestContestPage(t *testing.T) {
	_, j, url := contestSite(t, 3)
	_, text := livetest.Get(t, url+"/")
	require.Contains(t, text, "<h1><bdi>Cup &lt;b&gt;</bdi>")
	require.NotContains(t, text, "A <script>")
	require.Contains(t, text, "S-B")
	require.Contains(t, text, `href="game/all-1-1-1-1/"`)
	_, text = livetest.Get(t, url+"/?hide&lang=ja")
	require.Contains(t, text, `<details><summary>順位表`)
	require.Contains(t, text, `href="game/all-1-1-1-1/?hide"`)

	a, text := livetest.Get(t, url+"/game/all-1-1-1-1/")
	require.Equal(t, http.StatusOK, a.StatusCode)
	require.Contains(t, text, "Move 1 of 1")
	a, text = livetest.Get(t, url+"/game/all-1-1-1-1/record.jsonl")
	require.Equal(t, http.StatusOK, a.StatusCode)
	games, err := record.Read(strings.NewReader(text))
	require.NoError(t, err)
	require.Equal(t, "all/1/1/1/1", games[0].Header().ID)
	a, _ = livetest.Get(t, url+"/game/all-1-1-1-2/")
	require.Equal(t, http.StatusNotFound, a.StatusCode)

	// What is decided later is told.
	next := livetest.Follow(t, url+"/events")
	first := next()
	_, err = command.ApplyTo(j, command.Command{Verb: "withdraw", Args: []string{"C"}, By: "Jun", Why: "no <i>power</i>"})
	require.NoError(t, err)
	for e := next(); e == first; e = next() {
	}
	_, text = livetest.Get(t, url+"/")
	require.Contains(t, text, "no &lt;i&gt;power&lt;/i&gt;")
	require.Contains(t, text, "by Jun")
}

// A delay hides what was decided too.
func TestContestDelay(t *testing.T) {
	_, dir := newDay(t, 3)
	site := func() *Site {
		s := New(live.Options{NewView: newCountView, Delay: time.Hour})
		t.Cleanup(func() { require.NoError(t, s.Close()) })
		require.NoError(t, s.Follow(t.Context(), dir))
		return s
	}
	early := site()
	decided := time.Now().Add(-2 * time.Hour)
	require.NoError(t, os.Chtimes(filepath.Join(dir, tournament.DecisionsFile), decided, decided))
	late := site()
	require.Eventually(t, func() bool { _, err := late.Game("all-1-1-1-1"); return err == nil }, time.Minute, time.Millisecond)
	_, err := early.Game("all-1-1-1-1")
	require.Error(t, err)
}

// Published pages are there in both languages, with pictures and records, and every
// link leads somewhere.
func TestPublish(t *testing.T) {
	s, _, _ := contestSite(t, 99)
	dir := filepath.Join(t.TempDir(), "site")
	require.NoError(t, s.Publish(dir))
	require.NoError(t, s.Publish(dir), "again")
	pages := 0
	links := regexp.MustCompile(`(?:href|src)="([^"#?]+)[^"]*"`)
	require.NoError(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".html" {
			return err
		}
		pages++
		text, err := os.ReadFile(path)
		for _, m := range links.FindAllStringSubmatch(string(text), -1) {
			if !strings.HasPrefix(m[1], "data:") {
				require.FileExists(t, filepath.Join(filepath.Dir(path), m[1]), path)
			}
		}
		return err
	}))
	require.Equal(t, 2*(2+3+2), pages) // home, ceremony, games, nothing else
	require.Contains(t, string(livetest.Unpacked(t, dir, "all-1-1-1-1")), `"steps":[{"from":0,"picture":"`)
	f, err := os.Open(filepath.Join(dir, "game", "all-1-1-1-1", "record.jsonl"))
	require.NoError(t, err)
	defer f.Close()
	_, err = record.Read(f)
	require.NoError(t, err)

	other := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(other, "x"), nil, 0o644))
	require.ErrorContains(t, s.Publish(other), "holds something else")
}

// directed is a director's page with a browser that has its token.
func directed(t *testing.T) (browser *http.Client, base, form string, j *journal.DecisionLog) {
	s, j, _ := contestSite(t, 4)
	browser, base, form = directedBy(t, s, j)
	return browser, base, form, j
}

// directedBy opens the director's page of a site.
func directedBy(t *testing.T, s *Site, j *journal.DecisionLog) (browser *http.Client, base, form string) {
	t.Helper()
	address, err := s.Direct(t.Context(), "localhost:0", func(o command.Command) (command.Applied, error) { return command.ApplyTo(j, o) })
	require.NoError(t, err)
	u, err := url.Parse(address)
	require.NoError(t, err)
	require.Equal(t, "127.0.0.1", u.Hostname())
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	browser = &http.Client{Jar: jar}
	a, err := browser.Get(address)
	require.NoError(t, err)
	require.NoError(t, a.Body.Close())
	cookie := a.Header.Get("Set-Cookie")
	require.Contains(t, cookie, "HttpOnly")
	require.Contains(t, cookie, "SameSite=Strict")
	base = "http://" + u.Host
	a, err = browser.Get(base)
	require.NoError(t, err)
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	require.NoError(t, err)
	require.Contains(t, a.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'")
	m := regexp.MustCompile(`name="form" value="(\w+)"`).FindStringSubmatch(string(text))
	require.NotNil(t, m, string(text))
	return browser, base, m[1]
}

func TestDirector(t *testing.T) {
	browser, base, form, j := directed(t)
	post := func(c *http.Client, values url.Values, headers ...string) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/order", strings.NewReader(values.Encode()))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for _, h := range headers {
			name, value, _ := strings.Cut(h, ": ")
			r.Header.Set(name, value)
		}
		a, err := c.Do(r)
		require.NoError(t, err)
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		return a.StatusCode, string(text)
	}
	decisions := func() (n int) {
		require.NoError(t, j.View(func(d *tournament.Tournament) { n = len(d.Decisions) }))
		return n
	}
	before := decisions()
	pause := url.Values{"form": {form}, "verb": {"pause"}, "by": {"Jun"}}
	for _, c := range []struct {
		name    string
		browser *http.Client
		values  url.Values
		header  string
	}{
		{"no cookie", &http.Client{}, pause, ""},
		{"a cookie of others", &http.Client{}, pause, "Cookie: director=x"},
		{"no form", browser, url.Values{"verb": {"pause"}}, ""},
		{"a form of others", browser, url.Values{"form": {"x"}, "verb": {"pause"}}, ""},
		{"from another site", browser, pause, "Origin: http://evil.example"},
		{"from another site, as browsers say", browser, pause, "Sec-Fetch-Site: cross-site"},
	} {
		headers := []string{}
		if c.header != "" {
			headers = append(headers, c.header)
		}
		status, _ := post(c.browser, c.values, headers...)
		require.Equal(t, http.StatusForbidden, status, c.name)
	}
	require.Equal(t, before, decisions())
	status, text := post(browser, pause, "Origin: "+base)
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, text, "paused, by Jun")
	require.Equal(t, before+1, decisions())
	status, text = post(browser, url.Values{"form": {form}, "verb": {"void"}, "arg": {"all/9/9/9"}, "why": {"<script>"}})
	require.Equal(t, http.StatusUnprocessableEntity, status)
	require.Contains(t, text, "there is no match all/9/9")

	// A button of a row gives no order: it asks for the reason first, and for nothing that can be
	// chosen.
	now := decisions()
	status, text = post(browser, url.Values{"form": {form}, "verb": {"amend"}, "arg": {"all/1/1/1"}, "ask": {"1"}})
	require.Equal(t, http.StatusOK, status)
	require.Regexp(t, `(?s)id="ask".*type="radio" name="arg" value="(A|B|C)[^"]*" required`, text)
	require.Equal(t, now, decisions())
	status, text = post(browser, url.Values{"form": {form}, "verb": {"undo"}, "arg": {strconv.Itoa(now)}, "why": {"a mistake"}, "by": {"Jun"}})
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, text, "resumed, by Jun: a mistake")
	before = now

	// What depends on a result is shown first, and one of the two ways out is chosen.
	amend := url.Values{"form": {form}, "verb": {"amend"}, "arg": {"all/1/1/1", "draw"}, "why": {"read again"}}
	status, text = post(browser, amend)
	if status == http.StatusUnprocessableEntity {
		require.Contains(t, text, "Games that were begun depend on this")
		amend.Set("depends", "keep")
		status, _ = post(browser, amend)
	}
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, before+2, decisions())
}

func podiumNames(v *contestView) (names []string) {
	for _, p := range v.Podium {
		names = append(names, fmt.Sprint(p.Rank, " ", p.Name))
	}
	return names
}

// Rounds of a knockout are called by what follows them, with a match for the third place too.
func TestNamesOfRounds(t *testing.T) {
	text := "name = \"Cup\"\ngame = \"count\"\nseed = 1\n"
	for _, name := range []string{"A", "B", "C", "D", "E", "F", "G", "H"} {
		text += "[[entrant]]\nname = \"" + name + "\"\naddress = \"" + name + "\"\n"
	}
	j, _ := playedDay(t, text+"[[stage]]\nname = \"end\"\nkind = \"knockout\"\ngames = 1\nthird-place = true\n", 99)
	require.NoError(t, j.View(func(d *tournament.Tournament) {
		v := tournamentView(d, false)
		var names []string
		for _, r := range v.Stages[0].Rounds {
			for _, m := range r.Matches {
				names = append(names, r.Left+map[bool]string{true: " third"}[m.Third])
			}
		}
		require.Equal(t, []string{"left-4", "left-4", "left-4", "left-4", "left-2", "left-2", "left-1", "left-1 third"}, names)
		require.Equal(t, []string{"1 A", "2 B", "3 D"}, podiumNames(v))
	}))
}

// The hall's page follows the contest, shows what the director pins, and at the end the podium.
func TestHall(t *testing.T) {
	s, j, _ := contestSite(t, 4)
	public, err := s.Listen(t.Context(), "localhost:0")
	require.NoError(t, err)
	browser, base, form := directedBy(t, s, j)
	pin := func(show, form string) int {
		a, err := browser.PostForm(base+"/hall", url.Values{"form": {form}, "show": {show}})
		require.NoError(t, err)
		require.NoError(t, a.Body.Close())
		return a.StatusCode
	}
	require.Equal(t, http.StatusForbidden, pin("standings", "x"))
	require.Equal(t, http.StatusOK, pin("standings", form))
	_, text := livetest.Get(t, public+"ceremony")
	require.Contains(t, text, "The contest is not over yet.")
	require.NotContains(t, text, "<details>")
	_, text = livetest.Get(t, public+"hall")
	require.Contains(t, text, `data-mode="standings"`)
	require.Equal(t, http.StatusOK, pin("all-1-1-1-1", form))
	_, text = livetest.Get(t, public+"hall")
	require.Contains(t, text, `data-mode="game" data-key="all-1-1-1-1" data-ply="1"`)
	require.Contains(t, text, "A &lt;script&gt; (a) wins: done", "the verdict in a spectator's words")
	require.Equal(t, http.StatusOK, pin("follow", form))
	_, text = livetest.Get(t, public+"hall")
	require.Contains(t, text, `data-mode="next"`)
	for c := new(tournament.Decision); c != nil; {
		c, err = j.Append(func(d *tournament.Tournament) (*tournament.Decision, error) { return nextOf(t, d), nil })
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool {
		_, text = livetest.Get(t, public+"hall?lang=ja")
		return strings.Contains(text, `data-mode="podium"`)
	}, time.Minute, 10*time.Millisecond)
	require.Contains(t, text, "大会は終了しました。")
	_, text = livetest.Get(t, public+"ceremony")
	require.Equal(t, 3, strings.Count(text, "<details><summary>"), "a place each, closed")
	require.Less(t, strings.Index(text, "place-1"), strings.Index(text, "place-3"))
	for _, mode := range []string{"next", "boards"} { // nothing comes next
		require.Equal(t, http.StatusOK, pin(mode, form))
		_, text = livetest.Get(t, public+"hall")
		require.Contains(t, text, `data-mode="podium"`, mode)
	}
}

// While the places are secret no page and no stream has them but the director's ceremony; they are shown once
// the director reveals them, also by a program that shows the folder afterwards.
func TestCeremonyKeepsItsSecret(t *testing.T) {
	j, dir := newDay(t, 99)
	_, err := j.Append(func(d *tournament.Tournament) (*tournament.Decision, error) {
		g := d.Match("end/2/1").Games[0]
		return &tournament.Decision{Type: tournament.Amended, Game: g.ID, Winner: d.Entrants[g.Seats[1]].Name, By: "director", Why: "the record"}, nil
	})
	require.NoError(t, err)
	require.NoError(t, tournament.BeginPodium(dir, tournament.PodiumCeremony))
	s, public := newTestContest(t)
	public += "/"
	require.NoError(t, s.Follow(t.Context(), dir))
	browser, base, form := directedBy(t, s, j)
	standings := regexp.MustCompile(`class="(podium|standings|bracket)"|place-\d|"rank":1`)
	secret := func(page string) bool {
		_, text := livetest.Get(t, public+page)
		return strings.Contains(text, "revealed at the ceremony") && !strings.Contains(text, "place-1")
	}
	require.Eventually(t, func() bool { return secret("") }, time.Minute, 10*time.Millisecond)
	require.True(t, secret("hall"))
	require.True(t, secret("ceremony"))
	for _, page := range []string{"?hide", "overlay/standings", "feed.ndjson?once"} {
		_, text := livetest.Get(t, public+page)
		first, _, _ := strings.Cut(text, `<section class="stage">`) // what was before the last stage is known
		require.NotRegexp(t, standings, first, page)
		require.NotContains(t, text, "end/2/1/1 →", "a decision that names the winner of the final")
	}
	a, err := browser.Get(base + "/ceremony")
	require.NoError(t, err)
	text, err := io.ReadAll(a.Body)
	require.NoError(t, err)
	require.NoError(t, a.Body.Close())
	require.Contains(t, string(text), `<li class="place-1">`)
	site := filepath.Join(t.TempDir(), "site")
	require.NoError(t, s.Publish(site))
	for _, name := range []string{"index.html", "ceremony.ja.html"} {
		text, err := os.ReadFile(filepath.Join(site, name))
		require.NoError(t, err)
		require.NotContains(t, string(text), "place-1", name)
	}

	set := func(secret, form string) int {
		a, err := browser.PostForm(base+"/podium", url.Values{"form": {form}, "secret": {secret}})
		require.NoError(t, err)
		require.NoError(t, a.Body.Close())
		return a.StatusCode
	}
	require.Equal(t, http.StatusForbidden, set("0", "x"))
	require.True(t, secret("hall"))
	require.Equal(t, http.StatusOK, set("0", form))
	for _, page := range []string{"", "hall", "ceremony"} {
		require.Eventually(t, func() bool {
			_, text := livetest.Get(t, public+page)
			return strings.Contains(text, `class="place-1"`)
		}, time.Minute, 10*time.Millisecond, page)
	}
	require.NoError(t, tournament.BeginPodium(dir, tournament.PodiumCeremony), "a restart")
	require.False(t, tournament.PodiumIsSecret(dir))

	// What is written for the ceremony has the places on its page alone.
	of, _ := newTestContest(t)
	of.Ceremony = true
	require.NoError(t, of.Follow(t.Context(), dir))
	site = filepath.Join(t.TempDir(), "ceremony")
	require.NoError(t, of.Publish(site))
	for name, want := range map[string]bool{"index.html": false, "ceremony.html": true} {
		text, err := os.ReadFile(filepath.Join(site, name))
		require.NoError(t, err)
		require.Equal(t, want, strings.Contains(string(text), "place-1"), name)
	}
}

// What orders a table, and what decided a match, has words in both languages; the matches that come have letters
// of one size.
func TestCriteriaInWords(t *testing.T) {
	p := contestPage{PageData: web.PageData{Lang: web.Japanese}, contestView: &contestView{game: "chaser"}}
	require.Equal(t, "プットでの勝ち", p.Criterion("reason:put"))
	require.Equal(t, "プットでの勝ち", p.MatchRule("reason:put"))
	require.Equal(t, "得点", p.Criterion("score"))
	require.Equal(t, "得点", p.MatchRule("score"))
	require.Equal(t, p.T("rule-lots"), p.MatchRule("lots"))
	p.Lang = web.English
	require.Equal(t, "Wins by put", p.Criterion("reason:put"))
	require.Equal(t, "Score", p.MatchRule("score"))

	h := hallPage{contestPage: p, Upcoming: []matchView{{Names: []string{"A", "B"}}, {Names: []string{strings.Repeat("札", 12), "B"}}}}
	require.Equal(t, "fit-2", h.FitNext())
}

// On a projector longer names and longer tables have smaller letters, so that nothing is cut; a name of
// Japanese characters is as long as it is broad.
func TestHallFits(t *testing.T) {
	var p hallPage
	for name, want := range map[string]string{
		"memuro": "fit-0", "ロボット研究会": "fit-1", "苫小牧高専プロコン部 第二": "fit-2", "The Very Long Name Of A Team That Goes On": "fit-3",
	} {
		require.Equal(t, want, p.Fit("B", name), name)
	}
	group := func(rows int) groupView { return groupView{Rows: make([]rowView, rows)} }
	named := group(2)
	named.Rows[1].Name = "ロボット研究会"
	require.Equal(t, "fit-1", hallPage{}.FitRows([]groupView{group(2), named}), "all names in letters of one size")
	require.Equal(t, "n1 dense-0", p.Dense([]groupView{group(8)}))
	require.Equal(t, "n2 dense-0", p.Dense([]groupView{group(4), group(4), group(4), group(4)}))
	require.Equal(t, "n2 dense-1", p.Dense([]groupView{group(5), group(5), group(5)}))
	require.Equal(t, "n1 dense-3", p.Dense([]groupView{group(64)}))
}
