package director

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
	"github.com/loopline/loopline/internal/tier"
)

// Everything in the folder of a day is looked at: what is taken away, added or
// exchanged is told with its place.
func TestVerifyPlaces(t *testing.T) {
	plan := tournamenttest.PlanOf(t, 3, tournamenttest.OneStage)
	h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
	require.NoError(t, h.Run(t.Context()))
	dir := h.tournament().Dir
	require.Empty(t, journal.Verify(dir, verifyHigher).Differences)
	record := func(n int) string {
		return filepath.Join(dir, tournament.RecordsFolder, fmt.Sprintf("all-%d-1.jsonl", n))
	}
	first, second := tournamenttest.ReadFile(t, record(1)), tournamenttest.ReadFile(t, record(2))
	lines := strings.SplitAfter(first, "\n")
	for name, c := range map[string]struct {
		change func()
		place  string
	}{
		"record missing":    {func() { require.NoError(t, os.Remove(record(1))) }, "all-1-1.jsonl: the record is missing"},
		"records exchanged": {func() { tournamenttest.WriteFile(t, record(1), second); tournamenttest.WriteFile(t, record(2), first) }, "all-1-1.jsonl:"},
		"game missing":      {func() { tournamenttest.WriteFile(t, record(1), strings.Join(lines[:len(lines)/2], "")) }, "decisions.jsonl:"},
		"strange record":    {func() { tournamenttest.WriteFile(t, filepath.Join(dir, tournament.RecordsFolder, "x.jsonl"), first) }, "x.jsonl: no match of the day"},
		"line of a record":  {func() { tournamenttest.WriteFile(t, record(1), strings.Replace(first, "how strong", "how str0ng", 1)) }, "all-1-1.jsonl:"},
		"decisions cut":     {func() { tournamenttest.CutFile(t, filepath.Join(dir, tournament.DecisionsFile), 5) }, "decisions.jsonl:"},
		"file changed":      {func() { tournamenttest.WriteFile(t, filepath.Join(dir, config.File), plan.Text()+"#") }, "contest.toml:"},
		"file missing":      {func() { require.NoError(t, os.Remove(filepath.Join(dir, config.File))) }, "contest.toml"},
		"pairing exchanged": {func() { tournamenttest.Forge(t, dir, `"first":"E2","second":"E3"`, `"first":"E3","second":"E2"`) }, "decisions.jsonl:2: paired"},
		"result changed":    {func() { tournamenttest.Forge(t, dir, `"winner":"E3"`, `"winner":"E2"`) }, "decisions.jsonl:"},
		"reason changed":    {func() { tournamenttest.Forge(t, dir, `"reason":"higher"`, `"reason":"lower"`) }, "decisions.jsonl:"},
		"sum of a record":   {func() { tournamenttest.Forge(t, dir, `"record":"`, `"record":"0`) }, "decisions.jsonl:"},
		"seed of lots":      {func() { tournamenttest.Forge(t, dir, `"seed":7`, `"seed":8`) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			kept := map[string]string{}
			for _, f := range []string{record(1), record(2), record(3), filepath.Join(dir, tournament.DecisionsFile), filepath.Join(dir, config.File)} {
				kept[f] = tournamenttest.ReadFile(t, f)
			}
			c.change()
			v := journal.Verify(dir, verifyHigher)
			if c.place == "" { // no lots were drawn: only the final sum tells
				require.NotEqual(t, h.tournament().Sum, v.Sum)
			} else {
				require.NotEmpty(t, v.Differences)
				require.ErrorContains(t, v.Differences[0], c.place)
			}
			for f, text := range kept {
				tournamenttest.WriteFile(t, f, text)
			}
			_ = os.Remove(filepath.Join(dir, tournament.RecordsFolder, "x.jsonl"))
		})
	}
}

// Every single byte of a small day's files is changed: the day is refused, and the first
// difference names the file, and the line or an earlier one of the decisions.
func TestVerifyEveryByte(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	h := newHall(t, filepath.Join(t.TempDir(), "day"), tournamenttest.PlanOf(t, 2, tournamenttest.OneStage))
	require.NoError(t, h.Run(t.Context()))
	dir := h.tournament().Dir
	require.Empty(t, journal.Verify(dir, verifyHigher).Differences)
	for _, name := range []string{config.File, tournament.DecisionsFile, filepath.Join(tournament.RecordsFolder, "all-1-1.jsonl")} {
		path := filepath.Join(dir, name)
		text := tournamenttest.ReadFile(t, path)
		require.NotEmpty(t, text)
		for at := range text {
			changed := []byte(text)
			changed[at] ^= 1 + byte(at%7)
			tournamenttest.WriteFile(t, path, string(changed))
			v := journal.Verify(dir, verifyHigher)
			require.NotEmpty(t, v.Differences, "%s: byte %d", name, at)
			require.Contains(t, v.Differences[0].Error(), filepath.Base(path), "byte %d", at)
		}
		tournamenttest.WriteFile(t, path, text)
	}
}
