package browsertest

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/tournament"
)

// directing gives the orders of a contest as a person clicks them on the director's page.
type directing struct {
	page  context.Context
	url   string
	dir   string          // of the contest
	apart []string        // entrants whose games change while the day is paused
	given map[string]bool // by their verbs
}

// direct enters the director's page, which page shows by the address with the token.
func direct(t *testing.T, page context.Context, dir string, apart ...string) *directing {
	t.Helper()
	d := &directing{page: page, dir: dir, apart: apart, given: map[string]bool{}}
	d.enter(t)
	d.url = eval[string](t, page, "location.origin")
	return d
}

func (d *directing) enter(t *testing.T) {
	t.Helper()
	require.NoError(t, chromedp.Do(d.page, chromedp.Click(chromedp.CSS("main a"))))
	wait(t, d.page, "document.querySelectorAll('#state .acts form').length > 3")
}

func (d *directing) day(t *testing.T) *tournament.Tournament {
	t.Helper()
	day, err := tournament.Read(d.dir)
	require.NoError(t, err)
	return day
}

// give clicks the button of an order and confirms it. The page then says want, and the log has the
// decision under the number that is returned.
func (d *directing) give(t *testing.T, verb, what, why, want string, values ...string) (number string) {
	t.Helper()
	open(t, d.page, d.url)
	order(t, d.page, verb, what, why, values...)
	said := eval[string](t, d.page, "[...document.querySelectorAll('.done, [role=alert], form.problem')].map((p) => p.textContent).join('|')")
	require.Contains(t, said, want)
	number = eval[string](t, d.page, "new URL(location.href).searchParams.get('done')")
	wait(t, d.page, fmt.Sprintf("[...document.querySelectorAll('#state details:last-of-type li')].some((l) => l.querySelector('small').textContent.startsWith('%s ·') && l.textContent.includes(%q))", number, why))
	keep(t, d.page, "order-"+verb)
	quiet(t, d.page)
	d.given[verb] = true
	return number
}

// choices are what the page offers an order for.
func (d *directing) choices(t *testing.T, verb string) []string {
	t.Helper()
	open(t, d.page, d.url)
	return eval[[]string](t, d.page, fmt.Sprintf("[...document.querySelectorAll('#state input[value=%s]')].map((i) => i.form.arg.value)", verb))
}

// choice is the first game or match that the page offers an order for, of entrants that are not apart.
func (d *directing) choice(t *testing.T, verb string) (id string, m *tournament.Match) {
	t.Helper()
	day := d.day(t)
	for _, id := range d.choices(t, verb) {
		if m = day.Match(id); m == nil {
			m = day.Match(path.Dir(id))
		}
		if !slices.ContainsFunc(m.Entrants, func(e int) bool { return d.out(day, e) }) {
			return id, m
		}
	}
	require.FailNow(t, "the page offers no "+verb)
	return "", nil
}

// won is a game with a winner that the page offers to play again, and who lost it.
func (d *directing) won(t *testing.T, day *tournament.Tournament) (id, loser string) {
	t.Helper()
	for _, id := range d.choices(t, "replay") {
		m := day.Match(path.Dir(id))
		for _, g := range m.Games {
			if g.ID == id && g.Winner != tournament.None && !slices.ContainsFunc(m.Entrants, func(e int) bool { return d.out(day, e) }) {
				return id, day.Entrants[m.Entrants[0]+m.Entrants[1]-g.Winner].Name
			}
		}
	}
	require.FailNow(t, "no game has a winner")
	return "", ""
}

func (d *directing) out(day *tournament.Tournament, e int) bool {
	return day.Entrants[e].Withdrawn || slices.Contains(d.apart, day.Entrants[e].Name)
}

// state writes down all that orders change: the plan, the entrants that have not withdrawn, and their
// matches with the results.
func (d *directing) state(t *testing.T) string {
	t.Helper()
	day := d.day(t)
	lines := []string{fmt.Sprint("paused ", day.Paused), fmt.Sprint(day.Config.Tables, day.Config.Wait, day.Config.MoveTime)}
	for _, s := range day.Stages {
		lines = append(lines, fmt.Sprint(s.Name, s.StageConfig.Games, s.StageConfig.Rounds, s.Advance, s.Start, s.Until))
	}
	out := func(e int) bool { return d.out(day, e) }
	for _, e := range day.Entrants {
		if !out(e.Index) {
			lines = append(lines, e.Name+" at "+e.Address)
		}
	}
	day.Matches(func(m *tournament.Match) {
		if slices.ContainsFunc(m.Entrants, out) {
			return
		}
		line := fmt.Sprint(m.ID, m.Entrants, m.Postponed)
		for _, g := range m.Games {
			if g.State == tournament.Settled {
				line += fmt.Sprint(" ", g.Number, g.Winner, g.Draw, g.Void)
			}
		}
		lines = append(lines, line)
	})
	return strings.Join(lines, "\n")
}

// calm waits until who was asked before a pause has answered, or is too late.
func (d *directing) calm(t *testing.T) {
	t.Helper()
	const longest = 10 * time.Second // no limit of a test's day is longer, stalls of the host included
	was := d.state(t)
	for since := time.Now(); time.Since(since) < longest; time.Sleep(500 * time.Millisecond) {
		if now := d.state(t); now != was {
			was, since = now, time.Now()
		}
	}
}

// becomes waits until the day is as it was.
func (d *directing) becomes(t *testing.T, was, behind string) {
	t.Helper()
	now := ""
	for range 100 {
		if now = d.state(t); now == was {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	require.Equal(t, was, now, "behind %s", behind)
}

// there gives an order, and back takes it back: the day is as before. Both are clicked.
func (d *directing) there(t *testing.T, verb, what, want string, values []string, back func(number string)) {
	t.Helper()
	was := d.state(t)
	number := d.give(t, verb, what, "why "+verb, want, values...)
	require.NotEqual(t, was, d.state(t), "%s changes nothing", verb)
	back(number)
	d.becomes(t, was, verb+" and its way back")
}

// undo takes back the decision of a number by its own button.
func (d *directing) undo(t *testing.T, want string) func(number string) {
	return func(number string) {
		t.Helper()
		d.give(t, "undo", number, "a mistake", want)
	}
}

// replanned are other values of the settings that the page offers, by the last word of their keys.
var replanned = map[string]string{
	"tables": "4", "wait": "25s", "move-time": "2m", "games": "4", "rounds": "7", "start": "00:01", "until": "23:59", "advance": "3",
}

// everyOrder gives each order that there is on the page of a day that is played, and takes it back by
// the button that the page has for that. One is an entrant, to is where else it may be found. A game
// has been played, another is played, and somebody may still enter. In the end Latecomer plays with.
func (d *directing) everyOrder(t *testing.T, one, to string) {
	const late = "Latecomer"
	d.give(t, "pause", "", "lunch", "paused")
	resumed := d.give(t, "resume", "", "eaten", "resumed")
	require.False(t, d.day(t).Paused)
	d.undo(t, "paused")(resumed)
	require.True(t, d.day(t).Paused)
	d.calm(t)

	d.there(t, "rename", one, "renamed "+one, []string{"Renamed"}, func(number string) {
		was := d.state(t)
		d.give(t, "undo", number, "a mistake", "renamed Renamed "+one)
		again := d.choices(t, "undo")[0]
		d.undo(t, "renamed "+one+" Renamed")(again) // what was taken back is taken back
		d.becomes(t, was, "undo and its way back")
		d.undo(t, "renamed Renamed "+one)(d.choices(t, "undo")[0])
	})
	d.there(t, "withdraw", one, "withdrawn "+one, nil, func(string) {
		d.there(t, "reinstate", one, "reinstated "+one, nil, d.undo(t, "withdrawn "+one))
		d.give(t, "reinstate", one, "came back", "reinstated "+one)
	})
	d.there(t, "readdress", one, "readdressed "+one, []string{to}, d.undo(t, "readdressed "+one))
	d.there(t, "add", "", "entered "+late, []string{late, "bot:greedy?seed=11"}, func(string) {
		d.give(t, "withdraw", late, "went again", "withdrawn "+late)
	})
	d.give(t, "reinstate", late, "is here", "reinstated "+late)
	for _, key := range d.choices(t, "replan") {
		if key == "wait" && d.given["replan "+key] {
			continue // it is offered for each player that is missing
		}
		_, last, ofStage := strings.Cut(key, ".")
		if !ofStage {
			last = key
		}
		require.Contains(t, replanned, last, "another value of %s", key)
		d.there(t, "replan", key, "replanned "+key+" "+replanned[last], []string{replanned[last]}, d.undo(t, "replanned "+key))
		d.given["replan "+key] = true
	}
	match, _ := d.choice(t, "postpone")
	d.there(t, "postpone", match, "postponed "+match, nil, func(number string) {
		d.there(t, "call", match, "called "+match, nil, d.undo(t, "postponed "+match))
		d.undo(t, "called "+match)(number)
	})
	day := d.day(t)
	played, lost := d.won(t, day)
	d.there(t, "amend", played, "amended "+played, []string{lost}, d.undo(t, "amended "+played))
	d.there(t, "void", played, "voided "+played, nil, d.undo(t, "amended "+played))
	d.there(t, "replay", played, "replayed "+played, nil, d.undo(t, "adjudicated "+played))
	playing, m := d.choice(t, "adjudicate")
	d.there(t, "adjudicate", playing, "adjudicated "+playing, []string{day.Entrants[m.Entrants[0]].Name}, d.undo(t, "replayed "+playing))
	d.give(t, "resume", "", "on", "resumed")
	for _, o := range command.Kinds() {
		require.True(t, d.given[o.Name], "no test gives the order %s", o.Name)
	}
}

// ordersPlan is a day whose games take some seconds, with a free place for who comes late.
const ordersPlan = head + `[[entrant]]
name = "Team A"
address = "bot:greedy?seed=1"
[[entrant]]
name = "チーム寅"
address = "bot:greedy?seed=2"
[[entrant]]
name = "Dice"
address = "bot:random?seed=3"
[[entrant]]
name = "E"
address = "bot:random?seed=4"
[[entrant]]
name = "Fifth"
address = "bot:random?seed=5"
[[stage]]
name = "all"
kind = "round-robin"
games = 2
advance = 2
[[stage]]
name = "finals"
kind = "knockout"
games = 2
`

// orders gives every order and takes it back, and looks at the page then.
func orders(t *testing.T, ctx context.Context) {
	dir, _, address := contest(t, ordersPlan, "--live", "localhost:0", "--pace", "300ms")
	open(t, ctx, address)
	d := direct(t, ctx, dir)
	for len(d.choices(t, "replay")) == 0 {
		time.Sleep(100 * time.Millisecond)
	}
	d.everyOrder(t, "Dice", "bot:greedy?seed=6")
	open(t, ctx, d.url+"/?lang=ja")
	wait(t, ctx, "document.documentElement.lang === 'ja' && document.querySelectorAll('#state input[value=undo]').length > 8")
	fits(t, ctx, 1280)
	keep(t, ctx, "director-ja")
	quiet(t, ctx)
	open(t, ctx, d.url+"/?lang=en")
}
