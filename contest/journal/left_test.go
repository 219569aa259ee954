package journal_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
)

// TestLostDecisions: where the decisions of a day are gone and its games are there, no
// day begins in their place.
func TestLostDecisions(t *testing.T) {
	for name, lose := range map[string]func(string) error{
		"gone":  os.Remove,
		"empty": func(name string) error { return os.Truncate(name, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			plan := tournamenttest.PlanOf(t, 4, tournamenttest.OneStage)
			p := tournamenttest.NewPaper(t, plan)
			d, err := tournament.Read(p.Dir())
			require.NoError(t, err)
			require.NoError(t, lose(d.Path(tournament.DecisionsFile)))
			again, err := journal.Open(p.Dir(), plan, 1, "test")
			require.NoError(t, err, "nothing was played")
			require.NoError(t, again.Close())
			require.NoError(t, lose(d.Path(tournament.DecisionsFile)))
			require.NoError(t, os.WriteFile(d.Record("all/1/1"), []byte("{}\n"), 0o644))
			_, err = journal.Open(p.Dir(), plan, 1, "test")
			require.ErrorContains(t, err, "it holds no decisions, but "+d.Path(tournament.RecordsFolder)+" holds games of a contest")
		})
	}
}
