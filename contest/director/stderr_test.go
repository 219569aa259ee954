package director

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/tournamenttest"
)

// TestFirstLinesOfStderrAreRecorded: the record of an entrant's first game has what the entrant
// wrote to standard error when it was opened.
func TestFirstLinesOfStderrAreRecorded(t *testing.T) {
	plan, err := config.Parse("t", tournamenttest.PlanText(2, tournamenttest.OneStage))
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "day")
	h := newHall(t, dir, plan)
	h.Open = func(ctx context.Context, entrant string, seat int, address string, stderr io.Writer) (series.PlayerConn, error) {
		_, err := io.WriteString(stderr, "model loaded by "+entrant+"\n")
		require.NoError(t, err)
		return h.opened(ctx, entrant, seat, address, stderr)
	}
	require.NoError(t, h.Run(t.Context()))
	var all strings.Builder
	require.NoError(t, filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		all.Write(text)
		return err
	}))
	for _, entrant := range []string{"E1", "E2"} {
		require.Contains(t, all.String(), "model loaded by "+entrant)
	}
}
