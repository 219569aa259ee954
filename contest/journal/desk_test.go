package journal_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
)

// The newest version that passed plays, or the one that was chosen, and the one with which a match
// began to its end; a decision that says otherwise is refused.
func TestVersionsPlay(t *testing.T) {
	plan, err := config.Parse("cup.toml", tournamenttest.DeskPlan)
	require.NoError(t, err)
	p := tournamenttest.NewPaper(t, plan)
	submit := func(team string, n int, mapType string) {
		require.NoError(t, p.Log.Submit(team, config.DeskVersion{Number: n, For: mapType, Upload: tournamenttest.SumOf(n)}))
	}
	submit("aoi", 2, "")
	submit("aoi", 2, "") // it is known
	submit("aoi", 1, "") // whose check took longer
	submit("bo", 1, "")
	submit("nobody", 1, "")
	require.Error(t, p.Log.Submit("aoi", config.DeskVersion{Number: 3, Upload: "ab"}))
	require.ErrorIs(t, p.Log.Choose("nobody", "", 1), journal.ErrNotInContest)
	require.ErrorContains(t, p.Log.Choose("aoi", "", 7), "has no version 7")

	playing := func(id string) (all []string) {
		require.NoError(t, p.Log.View(func(d *tournament.Tournament) {
			m := d.Match(id)
			for _, v := range d.NextGame(m, nil).Versions {
				all = append(all, fmt.Sprint(v.Entrant, v.Number))
			}
		}))
		return all
	}
	require.True(t, p.Step()) // paired
	const own = "all/1/1"
	require.NoError(t, p.Log.View(func(d *tournament.Tournament) {
		m := d.Match(own)
		require.Equal(t, "desk:aoi?version=2&upload="+tournamenttest.SumOf(2), d.PlaysAt(m, 1, 0))
	}))
	require.ElementsMatch(t, []string{"Aoi2", "Bo1"}, playing(own))
	require.NoError(t, p.Log.Choose("aoi", "", 1))
	require.ElementsMatch(t, []string{"Aoi1", "Bo1"}, playing(own))

	// Another version than is due does not start.
	_, err = p.Log.Append(func(d *tournament.Tournament) (*tournament.Decision, error) {
		return &tournament.Decision{Type: tournament.Started, Game: own + "/1/1", Versions: []tournament.PlayedVersion{{Entrant: "Aoi", DeskVersion: config.DeskVersion{Number: 2, Upload: tournamenttest.SumOf(2)}}}}, nil
	})
	require.ErrorContains(t, err, "other versions play")
	start := func(id string) {
		_, err = p.Log.Append(func(d *tournament.Tournament) (*tournament.Decision, error) {
			m := d.Match(id)
			return &tournament.Decision{Type: tournament.Started, Game: fmt.Sprintf("%s/%d/1", id, m.Next()), Versions: d.NextGame(m, nil).Versions}, nil
		})
		require.NoError(t, err)
	}
	start(own)
	require.NoError(t, p.Log.View(func(d *tournament.Tournament) {
		match, v := d.PlaysNow(d.AtDesk("aoi"))
		require.Equal(t, own, match)
		require.Equal(t, 1, v.Number)
		require.True(t, d.MayPlayAt(0, v.Address("aoi")))
		require.False(t, d.MayPlayAt(0, "desk:aoi"))
		require.False(t, d.MayPlayAt(1, v.Address("aoi")))
	}))

	// The match keeps its version; the next choice is of matches that begin later.
	require.NoError(t, p.Log.Choose("aoi", "", 0))
	submit("aoi", 5, "")
	submit("aoi", 4, "A")
	require.ElementsMatch(t, []string{"Aoi1", "Bo1"}, playing(own))
	for p.Step() {
	}
	d, err := tournament.Read(p.Dir())
	require.NoError(t, err)
	require.True(t, standing.Over(d))
	seen := map[string]bool{}
	for _, c := range d.Decisions {
		for _, v := range c.Versions {
			seen[fmt.Sprint(c.Game, v.Entrant, v.Number)] = true
		}
	}
	require.True(t, seen[own+"/2/1Aoi1"], seen)
	require.True(t, seen["all/2/1/1/1Aoi5"], seen)

	// After the end nothing of the desk changes the final sum: no check that ends late, and no choice.
	submit("aoi", 6, "")
	require.ErrorIs(t, p.Log.Choose("aoi", "", 1), journal.ErrContestOver)
	after, err := tournament.Read(p.Dir())
	require.NoError(t, err)
	require.Equal(t, d.Decisions[len(d.Decisions)-1].Sum, after.Decisions[len(after.Decisions)-1].Sum)

	// What is in the folder is what was handed in, or it is told.
	name := d.Path(tournament.DeskFolder, "bo", "1", "upload")
	require.NoError(t, os.MkdirAll(d.Path(tournament.DeskFolder, "bo", "1"), 0o755))
	require.NoError(t, os.WriteFile(name, []byte("another"), 0o644))
	found := fmt.Sprint(journal.Verify(p.Dir(), nil).Differences)
	require.Contains(t, found, name+": Bo handed in another file as version 1")
	require.NoError(t, os.Remove(name))
	require.NotContains(t, fmt.Sprint(journal.Verify(p.Dir(), nil).Differences), name, "teams need not publish it")
	require.NoError(t, os.Mkdir(name, 0o755))
	require.Contains(t, fmt.Sprint(journal.Verify(p.Dir(), nil).Differences), name, "what cannot be read is told")
}
