package tournament

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// paper plays a day without players: results are made up.
type paper struct {
	t   *testing.T
	log *DecisionLog

	// result is who wins a game: a seat, or None for a draw.
	result func(d *Tournament, m *Match, g *Game) int

	// more adds to the decision on a game; nil adds nothing.
	more func(d *Tournament, g *Game, c *Decision)
}

func newPaper(t *testing.T, plan *Config) *paper {
	t.Helper()
	j, err := Open(filepath.Join(t.TempDir(), "day"), plan, 1, "test")
	require.NoError(t, err)
	t.Cleanup(func() { _ = j.Close() })
	j.Now, j.Unsynced = func() time.Time { return time.Unix(0, 0) }, true
	first := func(*Tournament, *Match, *Game) int { return 0 }
	return &paper{t: t, log: j, result: first}
}

// tournament is the day as it is.
func (p *paper) tournament() (d *Tournament) {
	_ = p.log.View(func(is *Tournament) { d = is })
	return d
}

// on is the same with another decision log.
func (p *paper) on(log *DecisionLog) *paper {
	log.Now, log.Unsynced = p.log.Now, true
	return &paper{t: p.t, log: log, result: p.result}
}

// dir is the day's folder.
func (p *paper) dir() string { return p.tournament().Dir }

// append wants a decision to be taken.
func (p *paper) append(c Decision) {
	p.t.Helper()
	_, err := p.log.Append(func(*Tournament) (*Decision, error) { return &c, nil })
	require.NoError(p.t, err)
}

// step takes one decision. It reports false when the day is over.
func (p *paper) step() bool {
	p.t.Helper()
	c, err := p.log.Append(func(d *Tournament) (*Decision, error) {
		if due, ok := d.NextDecision(); ok {
			return &due, nil
		}
		var next *Decision
		d.Matches(func(m *Match) {
			if next == nil {
				next = p.play(d, m)
			}
		})
		return next, nil
	})
	require.NoError(p.t, err)
	return c != nil
}

// play starts a game, or ends the one that is played.
func (p *paper) play(d *Tournament, m *Match) *Decision {
	if n := m.Next(); n > 0 {
		g := m.game(n)
		if g.State == Waiting {
			next := d.nextGame(m, nil)
			return &Decision{Type: Started, Game: next.id, Versions: next.versions}
		}
		c := &Decision{Type: Finished, Game: g.AttemptID(), Reason: "done", Record: "0123456789abcdef0123456789abcdef"}
		if seat := p.result(d, m, g); seat == None {
			c.Draw = true
		} else {
			c.Winner = d.Entrants[g.Seats[seat]].Name
		}
		if p.more != nil {
			p.more(d, g, c)
		}
		return c
	}
	return nil
}

// end plays the day to its end and returns it, read again from its folder.
func (p *paper) end() *Tournament {
	p.t.Helper()
	for p.step() {
	}
	d, err := Read(p.dir())
	require.NoError(p.t, err)
	require.True(p.t, d.Over())
	return d
}

// by chance lets the results be drawn.
func byChance(seed uint64) func(*Tournament, *Match, *Game) int {
	r := rand.New(rand.NewPCG(seed, 1))
	return func(*Tournament, *Match, *Game) int { return r.IntN(3) - 1 }
}

// table writes a table in short.
func tableText(rows []Standing) (lines []string) {
	for _, r := range rows {
		lines = append(lines, fmt.Sprint(r.Rank, " ", r.Entrant, " ", r.TieBreak))
	}
	return lines
}

// The check of the tie-breaks: six in Berger's table, white wins but 1-6.
func TestTieBreaks(t *testing.T) {
	p := newPaper(t, planOf(t, 6, oneStage+"games = 1\ntie-breaks = [\"points\", \"direct\", \"games\", \"sonneborn-berger\"]\n"))
	p.result = func(d *Tournament, m *Match, g *Game) int {
		if m.ID == "all/1/1" {
			return 1
		}
		return 0
	}
	d := p.end()
	require.Equal(t, []string{
		"1 E2 [3 2 3 8]", "2 E3 [3 1 3 7]", "3 E6 [3 0 3 6]",
	}, tableText(d.Standings(d.Stages[0], 0))[:3])
	for _, row := range d.Standings(d.Stages[0], 0)[3:] {
		require.Equal(t, 4, row.Rank)
		require.Equal(t, 2.0, row.Points)
		require.Contains(t, []string{"E1", "E4", "E5"}, row.Entrant)
	}
}

// Days of all kinds end, and give the same again from their folder.
func TestDaysEnd(t *testing.T) {
	for name, stages := range map[string]string{
		"round robin":  oneStage + "double = true\n",
		"groups":       oneStage + "groups = 2\nadvance = 2\ndraw = \"lots\"\n[[stage]]\nname = \"end\"\nkind = \"knockout\"\nthird-place = true\n",
		"swiss":        "[[stage]]\nname = \"s\"\nkind = \"swiss\"\nadvance = 3\n[[stage]]\nname = \"end\"\nkind = \"knockout\"\nbest-of = 3\n",
		"gauntlet":     "[[stage]]\nname = \"g\"\nkind = \"gauntlet\"\none = \"E2\"\n",
		"play-off":     oneStage + "games = 1\ntie-breaks = [\"points\", \"play-off\"]\nadvance = 2\n[[stage]]\nname = \"end\"\nkind = \"knockout\"\nplay-off = [\"seed\"]\n",
		"two in a row": "[[stage]]\nname = \"a\"\nkind = \"swiss\"\n" + oneStage + "[[stage]]\nname = \"k\"\nkind = \"knockout\"\n",
	} {
		t.Run(name, func(t *testing.T) {
			for n := 4; n <= 12; n++ {
				p := newPaper(t, planOf(t, n, stages))
				p.result = byChance(uint64(n))
				d := p.end()
				for _, s := range d.Stages {
					require.NotEmpty(t, s.Rounds)
					requireSound(t, d, s)
				}
			}
		})
	}
}

// requireSound wants everybody at one table at a time, and in no match twice but where
// that is meant.
func requireSound(t *testing.T, d *Tournament, s *Stage) {
	t.Helper()
	met := map[[2]int]int{}
	for _, r := range s.Rounds {
		busy := map[int]bool{}
		for _, m := range r.Matches {
			require.True(t, m.Over(), m.ID)
			for _, e := range m.Entrants {
				require.False(t, busy[e])
				busy[e] = true
			}
			if !r.PlayOff {
				met[[2]int{min(m.Entrants[0], m.Entrants[1]), max(m.Entrants[0], m.Entrants[1])}]++
			}
		}
	}
	for _, times := range met {
		if s.Kind == RoundRobin && s.Double {
			require.Equal(t, 2, times)
			continue
		}
		require.Equal(t, 1, times)
	}
}

// A knockout in which seeds win: the order is that of the seeds.
func TestKnockoutOrder(t *testing.T) {
	p := newPaper(t, planOf(t, 8, "[[stage]]\nname = \"k\"\nkind = \"knockout\"\nthird-place = true\n"))
	p.result = func(d *Tournament, m *Match, g *Game) int {
		if g.Seats[0] < g.Seats[1] {
			return 0
		}
		return 1
	}
	d := p.end()
	var ranks []string
	for _, row := range d.Standings(d.Stages[0], 0) {
		ranks = append(ranks, fmt.Sprint(row.Rank, row.Entrant))
	}
	require.Equal(t, []string{"1E1", "2E2", "3E3", "4E4"}, ranks[:4])
	require.True(t, strings.HasPrefix(ranks[7], "5"))
}

// A match that ends even goes on with a pair of faster games, then lots decide.
func TestDrawnMatch(t *testing.T) {
	p := newPaper(t, planOf(t, 2, "[[stage]]\nname = \"k\"\nkind = \"knockout\"\n"))
	d := p.end()
	m := d.Match("k/1/1")
	require.Len(t, m.Games, 4)
	require.True(t, m.Games[2].Fast)
	require.False(t, m.Games[1].Fast)
	require.Equal(t, "lots", m.Rule)
	require.Equal(t, m.Drawn, m.Winner())
}

// Whoever withdraws loses what is left, and is paired no more.
func TestWithdrawn(t *testing.T) {
	for _, kind := range []string{RoundRobin, Swiss, Knockout, Gauntlet} {
		for n := 3; n <= 9; n++ {
			p := newPaper(t, planOf(t, n, "[[stage]]\nname = \"a\"\nkind = \""+kind+"\"\n"))
			p.result = byChance(uint64(n))
			for range 7 {
				p.step()
			}
			p.append(Decision{Type: Withdrawn, Entrant: "E2", By: "x", Why: "ill"})
			d := p.end()
			require.True(t, d.Entrants[1].Withdrawn)
			requireSound(t, d, d.Stages[0])
		}
	}
}

func TestEverybodyWithdrawn(t *testing.T) {
	for _, kind := range []string{RoundRobin, Swiss, Knockout, Gauntlet} {
		p := newPaper(t, planOf(t, 5, "[[stage]]\nname = \"a\"\nkind = \""+kind+"\"\n[[stage]]\nname = \"b\"\nkind = \"knockout\"\n"))
		for range 4 {
			p.step()
		}
		for i := range 5 {
			p.append(Decision{Type: Withdrawn, Entrant: fmt.Sprint("E", i+1)})
		}
		p.end()
	}
}

// A knockout's final is taken back with the result that led to it, and comes back as it
// was when the same two reach it again.
func TestCascade(t *testing.T) {
	stages := "[[stage]]\nname = \"k\"\nkind = \"knockout\"\ngames = 1\n"
	p := newPaper(t, planOf(t, 4, stages))
	d := p.end()
	final := d.Match("k/2/1")
	require.Equal(t, []int{0, 1}, final.Entrants)
	p.append(Decision{Type: Amended, Game: "k/1/2/1/1", Winner: "E3", Cascade: true, By: "x", Why: "y"})
	require.Nil(t, p.tournament().Match("k/2/1"))
	p.step() // paired again
	require.Equal(t, []int{0, 2}, p.tournament().Match("k/2/1").Entrants)
	require.Empty(t, p.tournament().Match("k/2/1").Games)
	d = p.end()
	require.Equal(t, 2, d.Attempts("k/2/1", 1), "no attempt is overwritten")

	p = newPaper(t, planOf(t, 4, stages))
	p.end()
	p.append(Decision{Type: Amended, Game: "k/1/2/1/1", Winner: "E2", Cascade: true})
	p.step()
	require.Equal(t, Settled, p.tournament().Match("k/2/1").Games[0].State)

	p = newPaper(t, planOf(t, 4, stages))
	p.end()
	for _, winner := range []string{"E3", "E2"} { // and back
		p.append(Decision{Type: Amended, Game: "k/1/2/1/1", Winner: winner, Cascade: true})
		p.step()
	}
	require.Equal(t, []int{0, 1}, p.tournament().Match("k/2/1").Entrants)
	require.Equal(t, Settled, p.tournament().Match("k/2/1").Games[0].State)

	p = newPaper(t, planOf(t, 4, stages))
	p.end()
	p.append(Decision{Type: Amended, Game: "k/1/2/1/1", Winner: "E3"})
	require.Equal(t, []int{0, 1}, p.end().Match("k/2/1").Entrants, "kept")
}

// A file that is cut anywhere is a day that goes on; the decision that was cut is not
// there.
func TestCutAnywhere(t *testing.T) {
	plan := planOf(t, 3, oneStage)
	p := newPaper(t, plan)
	want := tableText(p.end().Standings(p.tournament().Stages[0], 0))
	text, err := os.ReadFile(filepath.Join(p.dir(), DecisionsFile))
	require.NoError(t, err)
	for at := 0; at <= len(text); at += 37 {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, DecisionsFile), text[:at], 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(dir, ConfigFile), []byte(plan.Text()), 0o644))
		j, err := Open(dir, plan, 1, "test")
		require.NoError(t, err)
		d := p.on(j).end()
		require.Equal(t, want, tableText(d.Standings(d.Stages[0], 0)))
		require.NoError(t, j.Close())
	}
}

// Whatever is changed in the decisions is told with its line.
func TestEditedDecisions(t *testing.T) {
	p := newPaper(t, planOf(t, 4, oneStage))
	p.end()
	name := filepath.Join(p.dir(), DecisionsFile)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(text), "\n")
	for i := range lines[:len(lines)-1] {
		edited := append([]string(nil), lines...)
		edited[i] = strings.Replace(edited[i], `"n":`, `"n": `, 1)
		require.NoError(t, os.WriteFile(name, []byte(strings.Join(edited, "")), 0o644))
		_, err := Read(p.dir())
		require.ErrorContains(t, err, fmt.Sprintf("%s:%d: ", DecisionsFile, i+1))
	}
	for i := 1; i < len(lines)-1; i++ { // a line is missing
		require.NoError(t, os.WriteFile(name, []byte(strings.Join(lines[:i], "")+strings.Join(lines[i+1:], "")), 0o644))
		_, err := Read(p.dir())
		if i < len(lines)-2 {
			require.ErrorContains(t, err, fmt.Sprintf("%s:%d: ", DecisionsFile, i+1))
		}
	}
}

// Two programs decide on one day.
func TestTwoJournals(t *testing.T) {
	plan := planOf(t, 4, oneStage)
	p := newPaper(t, plan)
	other, err := Open(p.dir(), nil, 0, "other")
	require.NoError(t, err)
	defer other.Close()
	for i := range 10 {
		p.append(Decision{Type: []string{Paused, Resumed}[i%2]})
		_, err := other.Append(func(*Tournament) (*Decision, error) { return &Decision{Type: Resumed}, nil })
		require.NoError(t, err)
	}
	d, err := Read(p.dir())
	require.NoError(t, err)
	require.Len(t, d.Decisions, 21)
}

func TestOneRunAtATime(t *testing.T) {
	dir := t.TempDir()
	lock, err := TakeLock(dir)
	require.NoError(t, err)
	_, err = TakeLock(dir)
	require.ErrorContains(t, err, "another loopline contest run plays this day")
	lock.Release()
	lock, err = TakeLock(dir)
	require.NoError(t, err)
	lock.Release()
}

func TestOtherPlan(t *testing.T) {
	p := newPaper(t, planOf(t, 4, oneStage))
	_, err := Open(p.dir(), planOf(t, 5, oneStage), 1, "test")
	require.ErrorContains(t, err, "it differs in line 16")
	require.NoError(t, os.WriteFile(filepath.Join(p.dir(), ConfigFile), []byte("name = 1\n"), 0o644))
	_, err = Open(p.dir(), nil, 1, "test")
	require.ErrorContains(t, err, ConfigFile+":1: it is not as it was")
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
}
