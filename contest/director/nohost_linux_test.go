package director

import (
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
)

// TestNoHost: the status says that no host plays a contest which is not over, and how it goes on. While one plays it
// and after its end it does not.
func TestNoHost(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "day")
	says := func() bool {
		d, err := tournament.Read(dir)
		require.NoError(t, err)
		var status strings.Builder
		require.NoError(t, report.WriteStatus(d, &status))
		return strings.Contains(status.String(), "\nno host plays it; it goes on with: loopline contest run "+dir+"\n")
	}
	plan := tournamenttest.PlanOf(t, 3, tournamenttest.OneStage)
	h := newHall(t, dir, plan)
	require.True(t, says(), "nobody has begun")
	require.NoError(t, h.Log.Close())
	var once sync.Once
	during := true
	h.open = func(string, string) error {
		once.Do(func() { during = says() })
		return nil
	}
	require.NoError(t, Run(t.Context(), dir, plan, h.Director, io.Discard))
	require.False(t, during, "while a host plays it")
	require.False(t, says(), "it is over")

	dir = filepath.Join(t.TempDir(), "day")
	p, err := journal.Open(dir, plan, 1, "test")
	require.NoError(t, err)
	defer p.Close()
	lock, err := journal.TakeLock(dir)
	require.NoError(t, err)
	require.False(t, says())
	lock.Release()
	require.True(t, says(), "the host has ended")
}
