package tournament

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLostDecisions: where the decisions of a day are gone and its games are there, no
// day begins in their place.
func TestLostDecisions(t *testing.T) {
	for name, lose := range map[string]func(string) error{
		"gone":  os.Remove,
		"empty": func(name string) error { return os.Truncate(name, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			plan := planOf(t, 4, oneStage)
			p := newPaper(t, plan)
			d, err := Read(p.dir())
			require.NoError(t, err)
			require.NoError(t, lose(d.Path(DecisionsFile)))
			again, err := Open(p.dir(), plan, 1, "test")
			require.NoError(t, err, "nothing was played")
			require.NoError(t, again.Close())
			require.NoError(t, lose(d.Path(DecisionsFile)))
			require.NoError(t, os.WriteFile(d.Record("all/1/1"), []byte("{}\n"), 0o644))
			_, err = Open(p.dir(), plan, 1, "test")
			require.ErrorContains(t, err, "it holds no decisions, but "+d.Path(RecordsFolder)+" holds games of a contest")
		})
	}
}
