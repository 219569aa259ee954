package director

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
)

// ordered gives an order to a contest and wants it taken.
func (h *hall) ordered(verb string, args ...string) *tournament.Decision {
	h.t.Helper()
	given, err := command.ApplyTo(h.Log, command.Command{Verb: verb, Args: args, By: "a test", Why: "a test"})
	require.NoError(h.t, err, "%s %v", verb, args)
	return &given.Decision
}

// state is what a contest comes to, without the numbers of its decisions.
func (h *hall) state() (text string) {
	require.NoError(h.t, h.Log.View(func(d *tournament.Tournament) {
		games, err := json.Marshal(report.Games(d))
		require.NoError(h.t, err)
		text = string(games)
		for _, e := range d.Entrants {
			text += "\n" + e.Name + " " + e.Address + " " + strconv.FormatBool(e.Withdrawn)
		}
		for _, key := range []string{"tables", "wait", "all.games", "end.games"} {
			text += "\n" + key + " " + d.Setting(key)
		}
		d.Matches(func(m *tournament.Match) { text += "\n" + m.ID + strconv.FormatBool(m.Postponed) })
	}))
	return text
}

const twoStages = `[[stage]]
name = "all"
kind = "round-robin"
games = 1
advance = 2
[[stage]]
name = "end"
kind = "knockout"
games = 1
`

// Every order has a way back, after which the contest is as it was, and is verified.
func TestUndo(t *testing.T) {
	for _, o := range [][]string{
		{"pause"}, {"withdraw", "E2"}, {"rename", "E2", "Second"}, {"readdress", "E2", "new:9"}, {"postpone", "all/1/1"},
		{"replan", "tables", "3"}, {"replan", "wait", "7m"}, {"replan", "end.games", "5"}, {"void", "all/1/1/1"},
		{"amend", "all/1/1/1", "draw"}, {"adjudicate", "all/2/1/1", "E4"},
	} {
		h := newHall(t, filepath.Join(t.TempDir(), "day"), tournamenttest.PlanOf(t, 4, twoStages))
		h.pairAll()
		if o[0] == "void" || o[0] == "amend" {
			h.ordered("adjudicate", "all/1/1/1", "E1")
		}
		before := h.state()
		done := h.ordered(o[0], o[1:]...)
		if o[0] != "pause" {
			require.NotEqual(t, before, h.state(), o[0])
		}
		back := h.ordered("undo", strconv.Itoa(done.N))
		want := before
		if o[0] == "void" || o[0] == "amend" {
			want = strings.Replace(want, `"decided":"adjudicated"`, `"decided":"amended"`, 1)
		}
		require.Equal(t, want, h.state(), o[0])
		h.ordered("undo", strconv.Itoa(back.N))
		_, err := tournament.Read(h.tournament().Dir)
		require.NoError(t, err, o[0])
	}
}

// pairAll decides what follows by itself.
func (h *hall) pairAll() {
	for {
		c, err := h.Log.Append(func(d *tournament.Tournament) (*tournament.Decision, error) {
			if c, ok := standing.NextDecision(d); ok {
				return &c, nil
			}
			return nil, nil
		})
		require.NoError(h.t, err)
		if c == nil {
			return
		}
	}
}

// A contest in which an entrant was renamed, came late, left and came back is verified; records
// keep the names of then.
func TestChangedDayIsVerified(t *testing.T) {
	h := newHall(t, filepath.Join(t.TempDir(), "day"), tournamenttest.PlanOf(t, 5, twoStages))
	var done atomic.Int32
	h.Say = func(text string) {
		if !strings.Contains(text, " wins (") {
			return
		}
		switch done.Add(1) {
		case 1:
			h.ordered("rename", "E2", "Second")
			h.ordered("withdraw", "E3")
		case 2:
			require.Equal(h.t, 5, h.lateGames())
			h.ordered("add", "Late", "bot:77")
		case 3:
			h.ordered("reinstate", "E3")
			h.ordered("replan", "tables", "2")
		case 4:
			h.ordered("rename", "Second", "Again")
		}
	}
	require.NoError(t, h.Run(t.Context()))
	v := journal.Verify(h.tournament().Dir, verifyHigher)
	require.Empty(t, v.Differences)
	require.True(t, v.Over)
	d, err := tournament.Read(h.tournament().Dir)
	require.NoError(t, err)
	games := map[string]int{}
	for _, g := range report.Games(d) {
		if g.Stage == "all" {
			require.Contains(t, []string{tournament.Finished, tournament.Forfeited}, g.Decided, g.Game)
			games[g.First]++
			games[g.Second]++
		}
	}
	require.Equal(t, map[string]int{"E1": 5, "Again": 5, "E3": 5, "E4": 5, "E5": 5, "Late": 5}, games)
}

func (h *hall) lateGames() (n int) {
	require.NoError(h.t, h.Log.View(func(d *tournament.Tournament) { n = d.LateGames() }))
	return n
}

// A game that would not be played again is not replayed, and a postponed match waits.
func TestReplayOfNothing(t *testing.T) {
	h := newHall(t, filepath.Join(t.TempDir(), "day"), tournamenttest.PlanOf(t, 2, "[[stage]]\nname = \"end\"\nkind = \"knockout\"\nbest-of = 3\n"))
	require.NoError(t, h.Run(t.Context()))
	h.ordered("withdraw", "E2")
	_, err := command.ApplyTo(h.Log, command.Command{Verb: "replay", Args: []string{"end/1/1/1"}, Why: "x"})
	require.ErrorContains(t, err, "would not be played again")
	h.ordered("reinstate", "E2")
	h.ordered("replay", "end/1/1/1")
	h.ordered("postpone", "end/1/1")
	over, err := h.refresh(t.Context())
	require.NoError(t, err)
	require.False(t, over)
	require.Empty(t, h.slots)
	h.ordered("call", "end/1/1")
	require.NoError(t, h.Run(t.Context()))
}

// What was decided by earlier versions is read and verified as it was written.
func TestOlderDecisions(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "day")
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "day"))))
	v := journal.Verify(dir, verifyHigher)
	require.Empty(t, v.Differences)
	require.True(t, v.Over)
}
